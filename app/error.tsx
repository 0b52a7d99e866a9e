"use client";

import { UnexpectedError } from "@/components/layout/unexpected-error";

/** A page that failed, inside the root layout. The header went with it, so there is a way home. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return <UnexpectedError retry={reset} />;
}
