"use client";

import { Failure } from "@/components/layout/failure";

/** A page that failed, inside the root layout. The header went with it, so there is a way home. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return <Failure retry={reset} />;
}
