"use client";

import { useRouter } from "next/navigation";
import { startTransition, useEffect } from "react";
import { PageError } from "@/components/ui/page-error";
import { LISTING_FAILED, sayListingFailed } from "./listing-failed";

/** Shown in place of the listing when it could not be loaded; with `reset`, which an error boundary has, it can be tried again. */
export function ListingError({ reset }: { reset?: () => void }) {
  const router = useRouter();
  useEffect(sayListingFailed, []);

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
