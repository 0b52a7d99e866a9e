import { and, eq, gte, ilike, inArray, isNotNull, like, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { type PgColumn, union, unionAll } from "drizzle-orm/pg-core";
import type { Executor } from "@/db/client";
import type { OrderStatus } from "@/db/constants/orders";
import { startOfDay } from "@/db/moment";
import { orders, users } from "@/db/schema";
import { asciiDigits } from "@/lib/digits";
import { isNotTillSale, isOrderedBy } from "@/lib/order-access";
import { isClaimed, isToRefund } from "@/lib/payments/select";
import type { OrdersQuery } from "./schema";

/* The filter of the owner's lists of orders, which the export shares. */

export type OrderFilter = Pick<
  OrdersQuery,
  "status" | "search" | "from" | "to" | "slotDate" | "slotFrom" | "payment"
> & {
  /** The id of the account that ordered. */
  customer?: number;
  /** Some statuses, beside the one that is filtered by. */
  statuses?: readonly OrderStatus[];
};

/** The order of the number that is searched for, 12 or #12; no order has the number 0. */
export function isNumber(search: string): SQL {
  const [, number = 0] = /^\s*#?(\d{1,9})\s*$/.exec(asciiDigits(search)) ?? [];
  return eq(orders.id, Number(number));
}

/** An order is to be refunded, or its payment to be checked, whatever its state of payment says first. */
function paymentFilterOf(payment: OrderFilter["payment"]): SQL | undefined {
  if (payment === "to_refund") return isToRefund;
  if (payment === "claimed") return isClaimed;
  return payment && eq(orders.paymentState, payment);
}

/** The digits of a phone number, as the indexes of the orders have them. */
export const digitsOf = (phone: PgColumn) => sql`regexp_replace(${phone}, '\\D', '', 'g')`;

/** Whether the digits of who gets an order, or of whom staff took it for, are like this. */
export const hasPhone = (pattern: string): SQL | undefined =>
  or(
    like(digitsOf(orders.phoneNumber), pattern),
    and(isNotNull(orders.customerName), like(digitsOf(orders.customerPhone), pattern)),
  );

/**
 * The pattern by which `hasPhone` finds what was typed, however it was written down: "+91 98200-12345" is "98200 12345". Null for what is no
 * number, or has fewer digits.
 */
export function phonePattern(search: string, fewest = 3): string | null {
  const number = asciiDigits(search.trim());
  const digits = number.replace(/\D/g, "");
  return digits.length >= fewest && /^[\d\s()+.-]+$/.test(number) ? `%${digits.slice(-10)}%` : null;
}

/** The other ways in which an order can match a search. */
function waysToMatch(search: string) {
  const text = search.trim();
  const escaped = text.replace(/[\\%_]/g, "\\$&");
  // A text of one or two letters has no trigram: only beginnings of words are found.
  const patterns = text.length < 3 ? [`${escaped}%`, `% ${escaped}%`] : [`%${escaped}%`];
  const phone = phonePattern(text);
  const named = (column: PgColumn) => or(...patterns.map((pattern) => ilike(column, pattern)));
  return {
    isRecipient: or(
      named(orders.recipientName),
      and(isNotNull(orders.customerName), or(named(orders.customerName), named(orders.customerEmail))),
    ),
    isPhone: phone === null ? sql`false` : hasPhone(phone),
    isAccount: or(...patterns.flatMap((pattern) => [ilike(users.name, pattern), ilike(users.email, pattern)])),
  };
}

/** The parts of a search. Each has an index of its own, which an `or` over the table would not use. */
function searches(db: Executor, search: string, rest?: SQL) {
  const { isRecipient, isPhone, isAccount } = waysToMatch(search);
  const ids = (which?: SQL) => db.select({ id: orders.id }).from(orders).where(and(which, rest));
  return [
    ids(isNumber(search)),
    ids(isRecipient),
    ids(isPhone),
    db.select({ id: orders.id }).from(users).innerJoin(orders, isOrderedBy).where(and(isAccount, rest)),
  ] as const;
}

/** Matches of a search, up to a bound; an order that matches in several ways is there so many times, three at most beside its number. */
export const someMatches = (db: Executor, { search = "", ...rest }: OrderFilter, most: number) =>
  unionAll(...searches(db, search, filterOf(db, rest))).limit(most);

/** The same condition for a search that finds many: orders are read from the newest on until there are enough, and each is looked at. */
export function commonFilterOf(db: Executor, { search = "", ...rest }: OrderFilter): SQL | undefined {
  const { isRecipient, isPhone, isAccount } = waysToMatch(search);
  const accounts = db
    .select({ id: users.id })
    .from(users)
    .where(and(isAccount, ne(users.role, "key")));
  return and(filterOf(db, rest), or(isRecipient, isPhone, and(inArray(orders.userId, accounts), isNotTillSale)));
}

/** The condition of a filter; the CSV export and the lists share it. Days are Asia/Kolkata days, both ends inclusive. */
export function filterOf(db: Executor, filter: OrderFilter): SQL | undefined {
  const { status, statuses, search, from, to, slotDate, slotFrom, payment, customer } = filter;
  return and(
    customer ? eq(orders.userId, customer) : undefined,
    status && eq(orders.status, status),
    statuses && inArray(orders.status, [...statuses]),
    from ? gte(orders.createdAt, startOfDay(sql`${from}::date`)) : undefined,
    to ? lt(orders.createdAt, startOfDay(sql`${to}::date + 1`)) : undefined,
    slotDate ? eq(orders.slotDate, slotDate) : undefined,
    // A time of the day says nothing without its day.
    slotDate && slotFrom ? eq(orders.slotFrom, slotFrom) : undefined,
    paymentFilterOf(payment),
    search?.trim() ? inArray(orders.id, union(...searches(db, search))) : undefined,
  );
}
