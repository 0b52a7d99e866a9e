import { and, desc, eq, getViewSelectedFields, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { auditEntries, users } from "@/db/schema";
import { type Actor, assertMay } from "@/lib/auth/actor";
import { addDays } from "@/lib/dates";
import { readReport } from "@/lib/http/heavy-reads";
import { pageCount } from "@/lib/pagination";
import { retention } from "@/lib/privacy/constants";
import type { AuditRow } from "./responses";
import type { AuditFilter, AuditQuery } from "./schema";
import { historyText } from "./texts";

/** Entries that a list counts, and that a file has: the newest of them. */
const MOST_LISTED = 10_000;

/** An entry with the e-mail address of the person who did it, who chooses the name; null for keys and commands. */
export type NamedAuditRow = AuditRow & { email: string | null };

// Drizzle names columns without their table in a select of one table.
const emailOfAuthor = sql<string | null>`(select u.email from ${users} u where u.id = by_id and u.role <> 'key')`;

/** Midnight of a day in Asia/Kolkata. */
const startOf = (day: string) => sql`${`${day}T00:00:00+05:30`}::timestamptz`;

function matches({ noun, nounId, kind, by, from, to }: AuditFilter): SQL | undefined {
  return and(
    gte(auditEntries.at, sql`now() - ${retention.auditYears}::int * interval '1 year'`),
    noun && eq(auditEntries.noun, noun),
    nounId === undefined ? undefined : eq(auditEntries.nounId, nounId),
    kind && eq(auditEntries.byKind, kind),
    by === undefined ? undefined : eq(auditEntries.byId, by),
    from === undefined ? undefined : gte(auditEntries.at, startOf(from)),
    to === undefined ? undefined : lt(auditEntries.at, startOf(addDays(to, 1))),
  );
}

async function readEntries(
  filter: AuditFilter,
  { limit, offset = 0 }: { limit: number; offset?: number },
  db: Executor,
) {
  const rows = await db
    .select({ ...getViewSelectedFields(auditEntries), email: emailOfAuthor })
    .from(auditEntries)
    .where(matches(filter))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(limit)
    .offset(offset);
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
export async function listAudit(actor: Actor, query: AuditQuery) {
  assertMay(actor, "audit:read");
  return readReport((db) => readPage(query, db));
}

async function readPage({ page, pageSize, ...filter }: AuditQuery, db: Executor) {
  const counted = db.select({ id: auditEntries.id }).from(auditEntries).where(matches(filter)).limit(MOST_LISTED);
  const total = await db.$count(counted.as("counted"));
  const totalPages = pageCount(total, pageSize);
  const range = { limit: pageSize, offset: (page - 1) * pageSize };
  const items = page > totalPages ? [] : await readEntries(filter, range, db);
  return { items, meta: { page, pageSize, total, totalPages } };
}

/** The same for a file: the newest 10,000. */
export async function exportAudit(actor: Actor, filter: AuditFilter): Promise<NamedAuditRow[]> {
  assertMay(actor, "audit:read");
  return readReport((db) => readEntries(filter, { limit: MOST_LISTED }, db));
}
