import { driver, readDb } from "@/db/client";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { type OrderFilter, type OrderRow, orderFilter, orderRow, rowColumns } from "./admin.server";

/** An order as a line of a spreadsheet. Total in rupees. */
export type ExportRow = OrderRow & {
  giftWrap: boolean;
  /** "Kaju Katli × 2; Jalebi × 1" */
  items: string;
  customer: string | null;
  email: string | null;
  recipient: string | null;
  address: string | null;
  phone: string | null;
  notes: string | null;
  message: string | null;
  internalNote: string | null;
};

/** Orders that one step of `streamOrders` reads. */
const EXPORT_STEP = 1000;

/**
 * Every order that matches, newest first, a thousand at a time: a slow download holds no connection and little memory.
 * Admins only.
 */
export async function* streamOrders(actor: Actor, filter: OrderFilter): AsyncGenerator<ExportRow[]> {
  assertAdmin(actor);
  for (let before = 2_147_483_647; ; ) {
    const rows: Record<string, unknown>[] = await driver(readDb())`
      with page as (
        select * from orders o where ${orderFilter(filter)} and o.id < ${before} order by o.id desc limit ${EXPORT_STEP}
      ), lines as (
        select order_id, string_agg(name || ' × ' || quantity, '; ' order by id) as items from order_lines
        where order_id in (select id from page) group by 1
      )
      select ${rowColumns}, o.gift_wrap, l.items, u.name as customer, u.email, o.recipient_name, o.delivery_address,
        o.phone_number, o.notes, o.personal_message, o.internal_note
      from page o left join lines l on l.order_id = o.id left join users u on u.id = o.user_id order by o.id desc`;
    if (rows.length > 0) yield rows.map(exportRow);
    if (rows.length < EXPORT_STEP) return;
    before = rows.at(-1)?.id as number;
  }
}

const exportRow = (row: Record<string, unknown>): ExportRow => ({
  ...orderRow(row),
  giftWrap: row.gift_wrap as boolean,
  items: (row.items as string | null) ?? "",
  customer: row.customer as string | null,
  email: row.email as string | null,
  recipient: row.recipient_name as string | null,
  address: row.delivery_address as string | null,
  phone: row.phone_number as string | null,
  notes: row.notes as string | null,
  message: row.personal_message as string | null,
  internalNote: row.internal_note as string | null,
});
