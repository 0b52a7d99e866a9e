import { type Sql, sql } from "@/db/client";
import { type Actor, needAdmin } from "@/lib/auth/actor";
import { shortStock } from "@/lib/errors";
import type { CorrectionInput, OrderStatus, OrdersQuery } from "./input";
import { orderNotFound } from "./server";
import { type AdminOrder, adminOrder, type StoredOrder } from "./view";

export type OrderPage = {
  items: AdminOrder[];
  meta: { page: number; pageSize: number; total: number; totalPages: number };
};

// Days are Asia/Kolkata days, both ends inclusive.
const start = (day: string) => sql`(${day}::date)::timestamp at time zone 'Asia/Kolkata'`;
const end = (day: string) => sql`(${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'`;

/** What a list of orders is narrowed to; the CSV export and the list share it. */
export function orderFilter({ status, search, from, to }: Omit<OrdersQuery, "page" | "pageSize">) {
  const text = search?.trim();
  const like = `%${text?.replace(/[\\%_]/g, "\\$&")}%`;
  const number = text && /^#?\d{1,9}$/.test(text) ? Number(text.replace("#", "")) : null;
  return sql`true
    ${status ? sql`and o.status = ${status}` : sql``}
    ${from ? sql`and o.created_at >= ${start(from)}` : sql``}
    ${to ? sql`and o.created_at < ${end(to)}` : sql``}
    ${
      text
        ? sql`and (o.id = ${number} or o.recipient_name ilike ${like} or o.phone_number ilike ${like}
            or o.user_id in (select id from users where name ilike ${like} or email ilike ${like}))`
        : sql``
    }`;
}

/** One page of all orders, newest first, with the count of all that match. Admins only. */
export async function listAllOrders(actor: Actor, query: OrdersQuery): Promise<OrderPage> {
  needAdmin(actor);
  const { page, pageSize } = query;
  const rows = await sql`
    select total.n as total, page.id, page."order" from (select count(*)::int as n from orders o where ${orderFilter(query)}) total
    left join (
      select o.id, order_json(o) as "order" from orders o where ${orderFilter(query)}
      order by o.id desc limit ${pageSize} offset ${(page - 1) * pageSize}
    ) page on true order by page.id desc`;
  const total = rows[0]?.total as number;
  return {
    items: rows.filter((row) => row.order !== null).map((row) => adminOrder(row.order as StoredOrder)),
    meta: { page, pageSize, total, totalPages: Math.ceil(total / pageSize) },
  };
}

/** One order; admins only; `not_found`. */
export async function findAnyOrder(actor: Actor, id: number, on: Sql = sql): Promise<AdminOrder> {
  needAdmin(actor);
  const [row] = await on`select order_json(o) as "order" from orders o where id = ${id}`;
  if (!row) throw orderNotFound();
  return adminOrder(row.order as StoredOrder);
}

/**
 * Sets an order's status, whatever it was, and keeps stock right (decisions §4). The status it has already: nothing
 * happens. Throws `not_found`; `insufficient_stock` when an order that leaves Cancelled cannot have its units again.
 */
export async function setOrderStatus(
  actor: Actor,
  id: number,
  status: OrderStatus,
  on: Sql = sql,
): Promise<AdminOrder> {
  needAdmin(actor);
  const [row] = await on`
    select s.outcome, s.detail, order_json(${id}::int) as "order" from set_order_status(${id}, ${status}, ${actor.id}, null) s`;
  if (row?.outcome === "missing") throw orderNotFound();
  if (row?.outcome === "short") {
    const short = row.detail as { productId: number; available: number }[];
    throw shortStock(short[0]?.available ?? 0, { short });
  }
  return adminOrder(row?.order as StoredOrder);
}

/** Corrects a delivery or sets the internal note; each corrected field is recorded with who, when, from and to. */
export async function correctOrder(actor: Actor, id: number, input: CorrectionInput): Promise<AdminOrder> {
  needAdmin(actor);
  const { internalNote, ...delivery } = input;
  const columns = {
    recipientName: "recipient_name",
    deliveryAddress: "delivery_address",
    phoneNumber: "phone_number",
  } as const;
  return sql.begin(async (tx) => {
    const [order] = await tx`
      select recipient_name, delivery_address, phone_number from orders where id = ${id} for no key update`;
    if (!order) throw orderNotFound();
    for (const [field, text] of Object.entries(delivery) as [keyof typeof columns, string | undefined][]) {
      const column = columns[field];
      if (text === undefined || text === order[column]) continue;
      await tx`update orders set ${tx(column)} = ${text}, updated_at = now() where id = ${id}`;
      await tx`insert into order_corrections (order_id, field, from_text, to_text, by_user_id)
               values (${id}, ${field}, ${order[column]}, ${text}, ${actor.id})`;
    }
    if (internalNote !== undefined)
      await tx`update orders set internal_note = ${internalNote || null}, updated_at = now() where id = ${id}`;
    return findAnyOrder(actor, id, tx);
  });
}
