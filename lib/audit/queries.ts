import type { Executor } from "@/db/client";
import type { May } from "@/lib/auth/actor";
import { readReport } from "@/lib/http/heavy-reads";
import { pageCount } from "@/lib/pagination";
import { countEntries, readEntries } from "./entries";
import type { AuditRow } from "./responses";
import type { AuditFilter, AuditQuery } from "./schema";
import { historyText } from "./texts";

/** Entries that a list counts, and that a file has: the newest of them. */
const MOST_LISTED = 10_000;

/** An entry with the e-mail address of the person who did it, who chooses the name; null for keys and commands. */
export type NamedAuditRow = AuditRow & { email: string | null };

async function readRows(filter: AuditFilter, range: { limit: number; offset?: number }, db: Executor) {
  const rows = await readEntries(filter, range, db);
  return rows.map(
    ({ byKind, byId, byName, text, ...row }): NamedAuditRow => ({
      ...row,
      by: { kind: byKind, id: byId, name: byName },
      text: text ?? `${byName} ${historyText(row.action, row.nounId ?? "", row.changes)}`,
    }),
  );
}

/**
 * One page of what staff, keys and commands did, the newest first; of more than 10,000 entries the newest of them. A page past the end has
 * no items.
 */
export async function listAudit(_actor: May<"audit:read">, query: AuditQuery, db?: Executor) {
  return readReport((db) => readPage(query, db), db);
}

async function readPage({ page, pageSize, ...filter }: AuditQuery, db: Executor) {
  const total = await countEntries(filter, MOST_LISTED, db);
  const totalPages = pageCount(total, pageSize);
  const range = { limit: pageSize, offset: (page - 1) * pageSize };
  const items = page > totalPages ? [] : await readRows(filter, range, db);
  return { items, meta: { page, pageSize, total, totalPages } };
}

/** The same for a file: the newest 10,000. */
export async function exportAudit(_actor: May<"audit:read">, filter: AuditFilter): Promise<NamedAuditRow[]> {
  return readReport((db) => readRows(filter, { limit: MOST_LISTED }, db));
}
