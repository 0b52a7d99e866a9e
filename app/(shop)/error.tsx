"use client";

import { Failure } from "@/components/layout/failure";

/** A shop page that failed; header and footer stay. */
export default function ShopError({ reset }: { error: Error; reset: () => void }) {
  return <Failure retry={reset} />;
}
