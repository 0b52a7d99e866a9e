"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { startTransition } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

/** A page of the admin area that failed; the header stays. */
export default function AdminError({ reset }: { error: Error; reset: () => void }) {
  const router = useRouter();
  const [path, search] = [usePathname(), useSearchParams()];
  const isProducts = path === "/admin" && search.get("tab") === "products";

  function again() {
    startTransition(() => {
      router.refresh();
      reset();
    });
  }

  return (
    <div role="alert" className="page-error mt-8">
      <Icon name="circle-alert" className="size-6 shrink-0" />
      <p>{isProducts ? "Failed to load products" : "An unexpected error occurred"}</p>
      <Button kind="outline" onClick={again}>
        Try again
      </Button>
    </div>
  );
}
