"use client";

import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { Button } from "@/components/ui/button";
import { ListingError } from "./listing-error";

/** For an error boundary: says that the listing failed, and tries again. */
export function ListingErrorWithRetry({ reset }: { reset: () => void }) {
  const router = useRouter();

  function again() {
    startTransition(() => {
      router.refresh();
      reset();
    });
  }

  return (
    <ListingError
      action={
        <Button kind="outline" onClick={again}>
          Try again
        </Button>
      }
    />
  );
}
