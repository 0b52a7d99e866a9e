import type { Executor } from "@/db/client";
import { together } from "@/db/transaction";
import { lockOrder, type Owner, orderNotFound } from "@/lib/order-access";
import { lockSettings, selectRevision, settingsOf } from "@/lib/settings/lock";
import type { Settings } from "@/lib/settings/queries";

/** Locks the settings and an order, which the owner may see, in one round trip. Throws `not_found`. */
export async function lockWithSettings(tx: Executor, id: number, owner: Owner | null, known: Settings) {
  const [, revision, [order]] = await together(lockSettings(tx), selectRevision(tx), lockOrder(tx, id, owner));
  const settings = await settingsOf(tx, known, revision);
  if (!order) throw orderNotFound();
  return { order, settings };
}
