import { withWriteSlot } from "@/db/write-slots";
import type { Staff } from "@/lib/auth/actor";
import { type AuditEntry, recordAudit } from "@/lib/auth/audit-log";

/** Writes down that somebody has exported data, or looked at one customer, before it is shown. */
export async function recordView(actor: Staff, entry: Omit<AuditEntry, "action" | "changes">): Promise<void> {
  const { done } = await withWriteSlot((db) => recordAudit(db, actor, { action: "view", ...entry }));
  await done;
}
