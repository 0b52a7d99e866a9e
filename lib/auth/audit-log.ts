import type { Executor } from "@/db/client";
import type { Changes, Noun } from "@/db/constants/auth";
import { auditLog } from "@/db/schema";
import { run } from "@/db/transaction";
import { withWriteSlot } from "@/db/write-slots";
import type { Actor, Staff } from "./actor";

/** A command that somebody ran on the server: its name as it is typed. */
export type Command = { kind: "command"; name: string };

/** What was done, for people who read it later. */
export type AuditEntry = {
  /** One word or two for filters: "create", "set status". */
  action: string;
  noun: Noun;
  /** An id, a section of the settings, a day; null when it is about the noun as a whole. */
  nounId: number | string | null;
  /** What follows the name of who did it: "changed the price of Kaju Katli 500 g from ₹679 to ₹699". */
  text: string;
  /** Field by field from what to what, money in rupees. No secrets; of customers the names of fields alone. */
  changes?: Changes;
};

/** The fields that differ, each from what to what. */
export const changesBetween = (before: Record<string, unknown>, after: Record<string, unknown>): Changes =>
  Object.fromEntries(
    Object.keys({ ...before, ...after }).flatMap((field): [string, [unknown, unknown]][] => {
      const [from, to] = [before[field] ?? null, after[field] ?? null];
      return JSON.stringify(from) === JSON.stringify(to) ? [] : [[field, [from, to]]];
    }),
  );

/**
 * The statement that writes to the audit log, for the transaction of what it says. False for visitors and customers, whose own doings it
 * does not have.
 */
export function insertAudit(tx: Executor, by: Actor | Command, ...entries: AuditEntry[]) {
  if (entries.length === 0 || by.kind === "visitor" || (by.kind === "user" && by.role === "customer")) return false;
  const author =
    by.kind === "command"
      ? { byKind: by.kind, byName: by.name }
      : { byKind: by.kind === "key" ? ("key" as const) : ("staff" as const), byId: by.id, byName: by.name };
  return tx.insert(auditLog).values(
    entries.map(({ nounId, text, changes = {}, ...entry }) => ({
      ...author,
      ...entry,
      nounId: nounId === null ? null : String(nounId),
      text: `${author.byName} ${text}`,
      changes,
    })),
  );
}

/** Writes to the audit log, for a transaction that has no other statement to send it with. */
export async function recordAudit(tx: Executor, by: Actor | Command, ...entries: AuditEntry[]): Promise<void> {
  const statement = insertAudit(tx, by, ...entries);
  if (statement) await run(statement);
}

/** Writes down that somebody has exported data, or looked at one customer, before it is shown. */
export async function recordView(actor: Staff, entry: Omit<AuditEntry, "action" | "changes">): Promise<void> {
  const { done } = await withWriteSlot((db) => recordAudit(db, actor, { action: "view", ...entry }));
  await done;
}
