"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { startTransition } from "react";
import { useRetry } from "@/components/layout/use-retry";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

/** Shown below the header when a page of the admin area fails. */
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
    <div role="alert" className="page-error mt-8">
      <Icon name="circle-alert" className="size-6 shrink-0" />
      <p>{isProducts ? "Failed to load products" : "An unexpected error occurred"}</p>
      <Button kind="outline" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
