import { and, desc, eq, gte, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import { type PgColumn, type PgTable, unionAll } from "drizzle-orm/pg-core";
import type { Executor } from "@/db/client";
import type { Changes, Noun } from "@/db/constants/auth";
import { openingSections } from "@/db/constants/settings";
import { auditLog, orderCorrections, orderStatusHistory, settingsHistory, users } from "@/db/schema";
import { anyOf } from "@/db/transaction";
import { addDays } from "@/lib/dates";
import { retention } from "@/lib/people/privacy-constants";
import { queryInt } from "@/lib/text";
import type { AuditFilter } from "./schema";

/*
 * The entries of the audit log. An entry is a row of the log, or a row that staff or a key wrote into a history of orders or of settings,
 * which the log does not repeat. Each source numbers its own rows: the id of an entry is four times that number plus the number of its source.
 *
 * The ids of a page are found first, in indexes that have the order of the list. Their rows are read afterwards, because sorting millions of
 * rows takes seconds.
 */

/** Midnight of a day in Asia/Kolkata. */
const startOf = (day: string) => sql`${`${day}T00:00:00+05:30`}::timestamptz`;

const isWithin = (at: PgColumn, { from, to }: AuditFilter) =>
  and(
    gte(at, sql`now() - ${retention.auditYears}::int * interval '1 year'`),
    from === undefined ? undefined : gte(at, startOf(from)),
    to === undefined ? undefined : lt(at, startOf(addDays(to, 1))),
  );

const rolesOf = { staff: ["admin"], key: ["key"], command: [] } as const;

/** The people and the keys of a filter. Their rows are looked for one author after the other: most rows of orders are customers'. */
const isAuthor = ({ kind, by }: AuditFilter) =>
  and(
    inArray(users.role, [...(kind ? rolesOf[kind] : (["admin", "key"] as const))]),
    by === undefined ? undefined : eq(users.id, by),
  );

/** Which rows of a history a filter's noun and id leave. */
type IsAbout = (filter: AuditFilter) => SQL | undefined;

const isAboutOrder =
  (orderId: PgColumn): IsAbout =>
  ({ noun = "orders", nounId }) => {
    if (noun !== "orders") return sql`false`;
    if (nounId === undefined) return undefined;
    const id = queryInt(1, 2_147_483_647).safeParse(nounId);
    return id.success ? eq(orderId, id.data) : sql`false`;
  };

const sectionNoun = sql<Noun>`case when ${inArray(settingsHistory.section, [...openingSections])} then 'opening' else 'settings' end`;

type History = {
  /** The number of the source. */
  number: 1 | 2 | 3;
  table: PgTable & { id: PgColumn; at: PgColumn; byUserId: PgColumn };
  action: SQL<string>;
  noun: SQL<Noun>;
  nounId: SQL<string>;
  changes: SQL<Changes>;
  isAbout: IsAbout;
};

const statuses: History = {
  number: 1,
  table: orderStatusHistory,
  action: sql`'set status'`,
  noun: sql`'orders'`,
  nounId: sql`${orderStatusHistory.orderId}::text`,
  changes: sql`jsonb_build_object('status', jsonb_build_array(${orderStatusHistory.from}, ${orderStatusHistory.to}))`,
  isAbout: isAboutOrder(orderStatusHistory.orderId),
};

const corrections: History = {
  number: 2,
  table: orderCorrections,
  action: sql`case ${orderCorrections.field} when 'slot' then 'move' when 'items' then 'change sweets' else 'correct' end`,
  noun: sql`'orders'`,
  nounId: sql`${orderCorrections.orderId}::text`,
  // What was corrected in the delivery is the customer's: of these the field's name alone.
  changes: sql`jsonb_build_object(${orderCorrections.field}, case when ${orderCorrections.field} in ('slot', 'items')
    then jsonb_build_array(${orderCorrections.from}, ${orderCorrections.to}) else '[null, null]'::jsonb end)`,
  isAbout: isAboutOrder(orderCorrections.orderId),
};

const savedSettings: History = {
  number: 3,
  table: settingsHistory,
  action: sql`'save'`,
  noun: sectionNoun,
  nounId: sql`${settingsHistory.section}`,
  changes: sql`jsonb_build_object(${settingsHistory.section}, jsonb_build_array(${settingsHistory.from}, ${settingsHistory.to}))`,
  isAbout: ({ noun, nounId }) =>
    and(noun && eq(sectionNoun, noun), nounId === undefined ? undefined : sql`${settingsHistory.section} = ${nounId}`),
};

const entryId = (id: PgColumn, source: 0 | History["number"]) =>
  sql<number>`${id} * 4 + ${sql.raw(`${source}`)}`.mapWith(Number).as("entry");

const isInLog = (filter: AuditFilter) =>
  and(
    isWithin(auditLog.at, filter),
    filter.noun && eq(auditLog.noun, filter.noun),
    filter.nounId === undefined ? undefined : eq(auditLog.nounId, filter.nounId),
    filter.kind && eq(auditLog.byKind, filter.kind),
    filter.by === undefined ? undefined : eq(auditLog.byId, filter.by),
  );

const isInHistory = ({ table, isAbout }: History, filter: AuditFilter) =>
  and(eq(table.byUserId, users.id), isWithin(table.at, filter), isAbout(filter));

/**
 * The ids and times of a filter's entries: of the log and of each author in each history the newest `most`, in no order. The order within
 * is what leads to the index, also where the limit would let PostgreSQL hope to find enough rows in the table soon.
 */
function keysOf(filter: AuditFilter, most: number, db: Executor) {
  const ofLog = db
    .select({ id: entryId(auditLog.id, 0), at: sql<string>`${auditLog.at}`.as("at") })
    .from(auditLog)
    .where(isInLog(filter))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(most);
  const ofHistory = (history: History) => {
    const { table, number } = history;
    const ofAuthor = db
      .select({ id: entryId(table.id, number), at: sql<string>`${table.at}`.as("at") })
      .from(table as PgTable)
      .where(isInHistory(history, filter))
      .orderBy(desc(table.at), desc(table.id))
      .limit(most)
      .as("of_author");
    return db
      .select({ id: ofAuthor.id, at: ofAuthor.at })
      .from(users)
      .crossJoinLateral(ofAuthor)
      .where(isAuthor(filter));
  };
  return unionAll(ofLog, ofHistory(statuses), ofHistory(corrections), ofHistory(savedSettings));
}

/** The entries with these ids, the newest first, with the e-mail addresses of people. Keys and commands have none. */
function findEntries(ids: number[], db: Executor) {
  const rowIds = (number: number) => ids.filter((id) => id % 4 === number).map((id) => (id - number) / 4);
  const ofLog = db
    .select({
      id: entryId(auditLog.id, 0),
      at: auditLog.at,
      byKind: auditLog.byKind,
      byId: auditLog.byId,
      byName: auditLog.byName,
      action: auditLog.action,
      noun: auditLog.noun,
      nounId: auditLog.nounId,
      /** Null for a row of a history: lib/audit/texts.ts says it. */
      text: sql<string | null>`${auditLog.text}`.as("text"),
      changes: auditLog.changes,
      email: sql<string | null>`${users.email}`.as("email"),
    })
    .from(auditLog)
    .leftJoin(users, and(eq(users.id, auditLog.byId), ne(users.role, "key")))
    .where(anyOf(auditLog.id, rowIds(0)));
  const ofHistory = ({ table, number, action, noun, nounId, changes }: History) =>
    db
      .select({
        id: entryId(table.id, number),
        at: sql<string>`${table.at}`.as("at"),
        byKind: sql<"staff" | "key" | "command">`case ${users.role} when 'key' then 'key' else 'staff' end`.as(
          "by_kind",
        ),
        byId: sql<number | null>`${users.id}`.as("by_id"),
        byName: sql<string>`${users.name}`.as("by_name"),
        action: action.as("action"),
        noun: noun.as("noun"),
        nounId: sql<string | null>`${nounId}`.as("noun_id"),
        text: sql<string | null>`null`.as("text"),
        changes: changes.as("changes"),
        email: sql<string | null>`case when ${users.role} <> 'key' then ${users.email} end`.as("email"),
      })
      .from(table as PgTable)
      .innerJoin(users, eq(users.id, table.byUserId))
      .where(anyOf(table.id, rowIds(number)));
  return unionAll(ofLog, ofHistory(statuses), ofHistory(corrections), ofHistory(savedSettings)).orderBy(
    ({ at, id }) => [desc(at), desc(id)],
  );
}

/** The entries of a filter, the newest first. */
export async function readEntries(
  filter: AuditFilter,
  { limit, offset = 0 }: { limit: number; offset?: number },
  db: Executor,
) {
  const keys = await keysOf(filter, offset + limit, db)
    .orderBy(({ at, id }) => [desc(at), desc(id)])
    .limit(limit)
    .offset(offset);
  return findEntries(
    keys.map(({ id }) => id),
    db,
  );
}

/** How many entries a filter has, counted up to `most`. */
export const countEntries = (filter: AuditFilter, most: number, db: Executor): Promise<number> =>
  db.$count(keysOf(filter, most, db).limit(most).as("found"));
