"use client";

import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { Button } from "@/components/ui/button";
import { ListingError } from "./listing-error";

/** The fallback of the listing's error boundary. */
export function ListingErrorWithRetry({ reset }: { reset: () => void }) {
  const router = useRouter();

  function retry() {
    startTransition(() => {
      router.refresh();
      reset();
    });
  }

  return (
    <ListingError
      action={
        <Button kind="outline" onClick={retry}>
          Try again
        </Button>
      }
    />
  );
}
