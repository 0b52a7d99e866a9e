import { randomUUID } from "node:crypto";
import { desc, inArray } from "drizzle-orm";
import { driver, type Executor, readDb, writeDb } from "@/db/client";
import { orders } from "@/db/schema";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { AppError, isDatabaseUnavailable } from "@/lib/errors";
import { logFault } from "@/lib/http/log";
import { toRupees } from "@/lib/money";
import { clampPage, pageCount } from "@/lib/pagination";
import { asTyped, isBlank } from "@/lib/text";
import { failedToSet } from "./constants";
import { orderById, selectOrders } from "./order-select";
import { type CorrectionInput, type OrderStatus, type OrdersQuery, statusSet } from "./schema";
import { orderNotFound, setStatus } from "./status-commands";
import { type AdminOrder, adminOrder } from "./view";

export type OrderPage = {
  items: AdminOrder[];
  meta: { page: number; pageSize: number; total: number; totalPages: number };
};

// Days are Asia/Kolkata days, both ends inclusive.
const start = (day: string) => driver(readDb())`(${day}::date)::timestamp at time zone 'Asia/Kolkata'`;
const end = (day: string) => driver(readDb())`(${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'`;

export type OrderFilter = Pick<OrdersQuery, "status" | "search" | "from" | "to"> & {
  /** The account that ordered. */
  customer?: number;
};

/** The order number that a search may mean. */
const numberIn = (text: string) => (/^#?\d{1,9}$/.test(text) ? Number(text.replace("#", "")) : null);

// Each part has an index of its own, which an `or` over the table would not use. A phone is found by its digits,
// however it was written down. Under three letters only the beginnings of words can be looked up.
function found(text: string) {
  const plain = text.replace(/[\\%_]/g, "\\$&");
  const likes = text.length < 3 ? [`${plain}%`, `% ${plain}%`] : [`%${plain}%`];
  const digits = text.replace(/\D/g, "");
  const phone = digits.length >= 3 && /^[\d\s()+.-]+$/.test(text) ? `%${digits.slice(-10)}%` : null;
  return driver(readDb())`o.id in (
    select id from orders where id = ${numberIn(text)}
    union select id from orders where recipient_name ilike any (${likes}::text[])
    ${phone ? driver(readDb())`union select id from orders where regexp_replace(phone_number, '\\D', '', 'g') like ${phone}` : driver(readDb())``}
    union select o.id from users u join orders o on o.user_id = u.id
      where u.name ilike any (${likes}::text[]) or u.email ilike any (${likes}::text[]))`;
}

/** What a list of orders is narrowed to; the CSV export and the lists share it. */
export function orderFilter({ status, search, from, to, customer }: OrderFilter) {
  const text = search?.trim();
  return driver(readDb())`true
    ${customer ? driver(readDb())`and o.user_id = ${customer}` : driver(readDb())``}
    ${status ? driver(readDb())`and o.status = ${status}` : driver(readDb())``}
    ${from ? driver(readDb())`and o.created_at >= ${start(from)}` : driver(readDb())``}
    ${to ? driver(readDb())`and o.created_at < ${end(to)}` : driver(readDb())``}
    ${text ? driver(readDb())`and ${found(text)}` : driver(readDb())``}`;
}

// How many match: without a search or a customer the totals know, by status and Asia/Kolkata day.
function countOf(query: OrderFilter) {
  const { status, search, from, to, customer } = query;
  if (search?.trim() || customer)
    return driver(readDb())`select count(*)::int as n from orders o where ${orderFilter(query)}`;
  return driver(readDb())`select coalesce(sum(orders), 0)::int as n from order_totals where true
    ${status ? driver(readDb())`and status = ${status}` : driver(readDb())``}
    ${from ? driver(readDb())`and day >= ${from}::date` : driver(readDb())``}
    ${to ? driver(readDb())`and day <= ${to}::date` : driver(readDb())``}`;
}

/** An order in a list. Total in rupees. */
export type OrderRow = {
  id: number;
  createdAt: string;
  status: OrderStatus;
  total: number;
  channel: "web" | "api" | "counter";
  /** Who gets it, else who bought it; null once the person has gone. */
  name: string | null;
};

/** What `orderRow` reads, of an order `o`. */
export const rowColumns = driver(readDb())`
  o.id, o.created_at, o.status, o.total, o.channel, coalesce(o.recipient_name, (select u.name from users u where u.id = o.user_id)) as name`;

export const orderRow = (row: Record<string, unknown>): OrderRow => ({
  id: row.id as number,
  createdAt: new Date(row.created_at as string).toISOString(),
  status: row.status as OrderStatus,
  total: toRupees(row.total as number),
  channel: row.channel as OrderRow["channel"],
  name: row.name as string | null,
});

/** An order in the owner's table: what is in it, and where it goes. */
export type ListedOrder = OrderRow & {
  phone: string | null;
  address: string | null;
  items: { name: string; quantity: number }[];
};

const listedOrder = (row: Record<string, unknown>): ListedOrder => ({
  ...orderRow(row),
  phone: row.phone_number as string | null,
  address: row.delivery_address as string | null,
  items: row.items as ListedOrder["items"],
});

/** The newest orders. Admins only. */
export async function recentOrders(actor: Actor, limit: number): Promise<OrderRow[]> {
  assertAdmin(actor);
  const rows = await driver(readDb())`select ${rowColumns} from orders o order by o.id desc limit ${limit}`;
  return rows.map(orderRow);
}

/**
 * One page of orders for the owner's table, newest first; under a search the order of that number before those whose phone
 * has its digits. A page past the end is the last one. Admins only.
 */
export async function listOrderRows(
  actor: Actor,
  query: OrderFilter & { page: number; pageSize: number },
): Promise<{ items: ListedOrder[]; meta: OrderPage["meta"] }> {
  assertAdmin(actor);
  const { pageSize } = query;
  const filter = orderFilter(query);
  const [count] = await countOf(query);
  const total = count?.n as number;
  const totalPages = pageCount(total, pageSize);
  const page = clampPage(query.page, totalPages);
  const number = numberIn(query.search?.trim() ?? "");
  const rows = await driver(readDb())`
    select ${rowColumns}, o.phone_number, o.delivery_address,
      (select coalesce(json_agg(json_build_object('name', coalesce(nullif(l.name, ''), 'Product ' || l.sweet_id), 'quantity', l.quantity)
        order by l.id), '[]') from order_lines l where l.order_id = o.id) as items
    from orders o where ${filter}
    order by ${number === null ? driver(readDb())`` : driver(readDb())`o.id = ${number} desc,`} o.id desc
    limit ${pageSize} offset ${(page - 1) * pageSize}`;
  return { items: rows.map(listedOrder), meta: { page, pageSize, total, totalPages } };
}

/**
 * What an open screen asks every few seconds: the number of the newest order (0: none), and how many came after `seen`. A sale
 * at the counter is no news to who made it.
 */
export async function orderNews(actor: Actor, seen?: number): Promise<{ newest: number; fresh: number }> {
  assertAdmin(actor);
  const ordered = driver(readDb())`from orders where channel <> 'counter'`;
  const [row] = await driver(readDb())`
    select coalesce((select id ${ordered} order by id desc limit 1), 0) as newest,
           ${seen === undefined ? driver(readDb())`0` : driver(readDb())`(select count(*)::int ${ordered} and id > ${seen})`} as fresh`;
  return { newest: row?.newest as number, fresh: row?.fresh as number };
}

/** One page of all orders, newest first, with the count of all that match. Admins only. */
export async function listAllOrders(actor: Actor, query: OrdersQuery): Promise<OrderPage> {
  assertAdmin(actor);
  const { page, pageSize } = query;
  const rows = await driver(readDb())`
    select total.n as total, page.id from (${countOf(query)}) total
    left join (
      select o.id from orders o where ${orderFilter(query)} order by o.id desc limit ${pageSize} offset ${(page - 1) * pageSize}
    ) page on true`;
  const total = rows[0]?.total as number;
  const ids = rows.flatMap((row) => (row.id as number | null) ?? []);
  const found =
    ids.length === 0 ? [] : await selectOrders(readDb()).where(inArray(orders.id, ids)).orderBy(desc(orders.id));
  return { items: found.map(adminOrder), meta: { page, pageSize, total, totalPages: pageCount(total, pageSize) } };
}

/** One order; admins only; `not_found`. */
export async function findAnyOrder(actor: Actor, id: number, db: Executor = readDb()): Promise<AdminOrder> {
  assertAdmin(actor);
  const [order] = await orderById(db).execute({ id });
  if (!order) throw orderNotFound();
  return adminOrder(order);
}

/**
 * Sets an order's status, whatever it was, and keeps stock right. The status that it has already changes nothing. Throws `not_found`; `insufficient_stock` when an order that leaves Cancelled cannot have its units again.
 */
export async function setOrderStatus(
  actor: Actor,
  id: number,
  status: OrderStatus,
  db: Executor = writeDb(),
): Promise<AdminOrder> {
  assertAdmin(actor);
  return adminOrder(await setStatus(db, { id, status, by: actor.id, owner: null }));
}

/** What became of one order of a batch. */
export type BatchOutcome = { id: number; ok: boolean; message: string };

/** Several orders, in the order in which they are asked for, without those that are not there. Admins only. */
export async function findOrders(actor: Actor, ids: number[]): Promise<AdminOrder[]> {
  assertAdmin(actor);
  const found = ids.length === 0 ? [] : await selectOrders(readDb()).where(inArray(orders.id, ids));
  const byId = new Map(found.map((order) => [order.id, order]));
  return ids.flatMap((id) => byId.get(id) ?? []).map(adminOrder);
}

/** Sets the status of several orders, each on its own: one that cannot be set does not hold up the others. Admins only. */
export async function setOrderStatuses(
  actor: Actor,
  ids: number[],
  status: OrderStatus,
  db: Executor = writeDb(),
): Promise<BatchOutcome[]> {
  assertAdmin(actor);
  const outcomes: BatchOutcome[] = [];
  for (const id of ids) {
    try {
      await setOrderStatus(actor, id, status, db);
      outcomes.push({ id, ok: true, message: statusSet[status] });
    } catch (error) {
      const known = error instanceof AppError;
      if (!known && !isDatabaseUnavailable(error)) logFault(error, randomUUID(), "several orders");
      outcomes.push({ id, ok: false, message: known ? error.message : failedToSet(status) });
    }
  }
  return outcomes;
}

// A stored text as its field sends it when nobody touched it: line ends as typed, and none in a field of one line.
const shownIn = (field: string, text: string | null) =>
  field === "deliveryAddress" ? asTyped(text) : (text?.replace(/[\r\n]/g, "") ?? null);

/** Corrects a delivery or sets the internal note; each corrected field is recorded with who, when, from and to. */
export async function correctOrder(
  actor: Actor,
  id: number,
  input: CorrectionInput,
  db: Executor = writeDb(),
): Promise<AdminOrder> {
  assertAdmin(actor);
  const { internalNote, ...delivery } = input;
  const columns = {
    recipientName: "recipient_name",
    deliveryAddress: "delivery_address",
    phoneNumber: "phone_number",
  } as const;
  return db.transaction(async (tx) => {
    const [order] = await driver(tx)`
      select recipient_name, delivery_address, phone_number from orders where id = ${id} for no key update`;
    if (!order) throw orderNotFound();
    for (const [field, text] of Object.entries(delivery) as [keyof typeof columns, string | undefined][]) {
      const column = columns[field];
      if (text === undefined || text === shownIn(field, order[column])) continue;
      await driver(tx)`update orders set ${driver(tx)(column)} = ${text}, updated_at = now() where id = ${id}`;
      await driver(tx)`insert into order_corrections (order_id, field, from_text, to_text, by_user_id)
               values (${id}, ${field}, ${order[column]}, ${text}, ${actor.id})`;
    }
    if (internalNote !== undefined)
      await driver(
        tx,
      )`update orders set internal_note = ${isBlank(internalNote) ? null : internalNote}, updated_at = now() where id = ${id}`;
    return findAnyOrder(actor, id, tx);
  });
}
