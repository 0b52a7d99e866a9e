import { and, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { union, unionAll } from "drizzle-orm/pg-core";
import type { Executor } from "@/db/client";
import { prepared } from "@/db/prepared";
import { orders, users } from "@/db/schema";
import type { OrdersQuery } from "./schema";

/* The filter of the owner's lists of orders, which the export shares. */

const p = sql.placeholder;

export type OrderFilter = Pick<
  OrdersQuery,
  "status" | "search" | "from" | "to" | "slotDate" | "slotFrom" | "payment"
> & {
  /** The id of the account that ordered. */
  customer?: number;
};
/** The order number that a search may mean: 12 or #12. */
const orderNumber = (search: string) => (/^#?\d{1,9}$/.test(search) ? Number(search.replace("#", "")) : null);

/** Which parts of a filter are set: one statement is built and prepared for each combination. */
export type Shape = Record<keyof OrderFilter, boolean>;
const shapeOf = ({ status, search, from, to, slotDate, slotFrom, payment, customer }: OrderFilter): Shape => ({
  status: status !== undefined,
  search: Boolean(search?.trim()),
  from: from !== undefined,
  to: to !== undefined,
  slotDate: slotDate !== undefined,
  // A time of the day says nothing without its day.
  slotFrom: slotDate !== undefined && slotFrom !== undefined,
  payment: payment !== undefined,
  customer: customer !== undefined,
});

/** The statement for the shape of a filter, built when it is first asked for. */
export function byShape<Statement extends object>(build: (db: Executor, shape: Shape) => Statement) {
  const statements = new Map<string, (db: Executor) => Statement>();
  return (db: Executor, filter: OrderFilter): Statement => {
    const shape = shapeOf(filter);
    const key = Object.values(shape).join();
    const statement = statements.get(key) ?? prepared((executor) => build(executor, shape));
    statements.set(key, statement);
    return statement(db);
  };
}

/** The values of the placeholders of `filterOf`. */
export function filterValues({ search = "", ...filter }: OrderFilter) {
  const text = search.trim();
  const escaped = text.replace(/[\\%_]/g, "\\$&");
  const digits = text.replace(/\D/g, "");
  const isPhone = digits.length >= 3 && /^[\d\s()+.-]+$/.test(text);
  return {
    ...filter,
    number: orderNumber(text),
    // A text of one or two letters has no trigram: only beginnings of words are found.
    patterns: text.length < 3 ? [`${escaped}%`, `% ${escaped}%`] : [`%${escaped}%`],
    // A phone is found by its digits, however it was written down.
    phone: isPhone ? `%${digits.slice(-10)}%` : null,
  };
}

/** The order of the number that is searched for. */
export const isNumber = sql`${orders.id} = ${p("number")}::int`;

const like = sql`ilike any (${p("patterns")}::text[])`;
const isRecipient = sql`${orders.recipientName} ${like}`;
const isPhone = sql`regexp_replace(${orders.phoneNumber}, '\\D', '', 'g') like ${p("phone")}::text`;
const isAccount = or(sql`${users.name} ${like}`, sql`${users.email} ${like}`);

/** The parts of a search. Each has an index of its own, which an `or` over the table would not use. */
function searches(db: Executor, rest?: SQL) {
  const ids = (which: SQL) => db.select({ id: orders.id }).from(orders).where(and(which, rest));
  return [
    ids(isNumber),
    ids(isRecipient),
    ids(isPhone),
    db.select({ id: orders.id }).from(users).innerJoin(orders, eq(orders.userId, users.id)).where(and(isAccount, rest)),
  ] as const;
}

/** The orders that a search finds. */
const matches = (db: Executor): SQL => inArray(orders.id, union(...searches(db)));

/** The filter without its search. */
const restOf = (db: Executor, shape: Shape) => filterOf(db, { ...shape, search: false });

/** Matches of a search, up to a bound; an order that matches in several ways is there so many times, three at most beside its number. */
export const someMatches = (db: Executor, shape: Shape, most: number) =>
  unionAll(...searches(db, restOf(db, shape))).limit(most);

/** The same condition for a search that finds many: orders are read from the newest on until there are enough, and each is looked at. */
export function commonFilterOf(db: Executor, shape: Shape): SQL | undefined {
  const accounts = db.select({ id: users.id }).from(users).where(isAccount);
  return and(restOf(db, shape), or(isRecipient, isPhone, inArray(orders.userId, accounts)));
}

/** The condition of a filter; the CSV export and the lists share it. Days are Asia/Kolkata days, both ends inclusive. */
export function filterOf(db: Executor, shape: Shape): SQL | undefined {
  return and(
    shape.customer ? eq(orders.userId, p("customer")) : undefined,
    shape.status ? eq(orders.status, p("status")) : undefined,
    shape.from ? gte(orders.createdAt, sql`(${p("from")}::date)::timestamp at time zone 'Asia/Kolkata'`) : undefined,
    shape.to ? lt(orders.createdAt, sql`(${p("to")}::date + 1)::timestamp at time zone 'Asia/Kolkata'`) : undefined,
    shape.slotDate ? eq(orders.slotDate, p("slotDate")) : undefined,
    shape.slotFrom ? eq(orders.slotFrom, p("slotFrom")) : undefined,
    shape.payment ? eq(orders.paymentState, p("payment")) : undefined,
    shape.search ? matches(db) : undefined,
  );
}
