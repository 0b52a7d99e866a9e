"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { startTransition } from "react";
import { useRetry } from "@/components/layout/unexpected-error";
import { PageError } from "@/components/ui/page-error";

export default function AdminError({ error, reset }: { error: Error; reset: () => void }) {
  const router = useRouter();
  const [path, search] = [usePathname(), useSearchParams()];
  const isProducts = path === "/admin" && search.get("tab") === "products";

  const retry = useRetry(error, () =>
    startTransition(() => {
      router.refresh();
      reset();
    }),
  );

  return (
    <div className="mt-8">
      <PageError retry={retry}>{isProducts ? "Failed to load products" : "An unexpected error occurred"}</PageError>
    </div>
  );
}
