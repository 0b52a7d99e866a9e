"use client";

import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { Button } from "@/components/ui/button";
import { ListingFailed } from "./listing-failed";

/** For an error boundary: says that the listing failed, and tries again. */
export function FailedWithRetry({ reset }: { reset: () => void }) {
  const router = useRouter();

  function again() {
    startTransition(() => {
      router.refresh();
      reset();
    });
  }

  return (
    <ListingFailed
      action={
        <Button kind="outline" onClick={again}>
          Try again
        </Button>
      }
    />
  );
}
