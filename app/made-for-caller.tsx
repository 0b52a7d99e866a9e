import type { ReactNode } from "react";
import { MadeForProvider } from "@/components/forms/made-for";
import { currentActor } from "@/lib/auth/request";
import { nullIfUnavailable } from "@/lib/errors";
import { scopeOf } from "@/lib/http/idempotency";

/** A private page, whose forms say for whom it was rendered. */
export async function MadeForCaller({ children }: { children: ReactNode }) {
  const actor = await nullIfUnavailable(currentActor);
  return <MadeForProvider madeFor={actor && scopeOf(actor)}>{children}</MadeForProvider>;
}
