import type { Executor } from "@/db/client";
import { type Actor, assertCustomer } from "@/lib/auth/actor";
import { submitOnce } from "@/lib/http/submit-once";
import { claimPayment } from "./commands";
import type { ClaimForm } from "./schema";

/** The claim of the order's page, once for the key of its form. Throws as `claimPayment` does. */
export async function claimOnce(actor: Actor, { key, orderId, utr }: ClaimForm, db: Executor): Promise<void> {
  assertCustomer(actor);
  await submitOnce(actor, { name: `claim:${orderId}`, key }, db, (tx) => claimPayment(actor, orderId, { utr }, tx));
}
