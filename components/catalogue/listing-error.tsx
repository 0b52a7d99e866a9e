"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { useRouter } from "next/navigation";
import { startTransition, useEffect } from "react";
import { PageError } from "@/components/ui/page-error";
import { toast } from "@/components/ui/toast";

export const LISTING_FAILED = "Failed to fetch products";

/** Shown in place of the listing when it could not be loaded; with `reset`, which an error boundary has, it can be tried again. */
export function ListingError({ reset }: { reset?: () => void }) {
  const router = useRouter();
  useEffect(() => toast.error(LISTING_FAILED, { title: "Error" }), []);

  function retry() {
    startTransition(() => {
      router.refresh();
      reset?.();
    });
  }

  return (
    <div className="shop py-section">
      <PageError retry={reset && retry}>{LISTING_FAILED}</PageError>
    </div>
  );
}
