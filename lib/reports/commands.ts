import type { Executor } from "@/db/client";
import { firstStepsAway } from "@/db/schema";
import { inTransaction } from "@/db/transaction";
import type { May } from "@/lib/auth/actor";
import { recordAudit } from "@/lib/auth/audit-log";

/** Puts the first steps away for all owners of the shop, or takes them back. The same again changes nothing. */
export async function putFirstStepsAway(actor: May<"settings:write">, away: boolean, db: Executor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const changed = await (away
      ? tx.insert(firstStepsAway).values({}).onConflictDoNothing().returning()
      : tx.delete(firstStepsAway).returning());
    if (changed.length === 0) return;
    const text = away ? "put the first steps away" : "took the first steps back";
    await recordAudit(tx, actor, { noun: "settings", nounId: null, action: away ? "put away" : "take back", text });
  });
}
