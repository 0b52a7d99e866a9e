"use client";

import { UnexpectedError } from "@/components/layout/unexpected-error";

/** A shop page that failed; header and footer stay. */
export default function ShopError({ reset }: { error: Error; reset: () => void }) {
  return <UnexpectedError retry={reset} />;
}
