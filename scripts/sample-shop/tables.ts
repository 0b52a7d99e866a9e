import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import type postgres from "postgres";

type Value = string | number | boolean | null | undefined;

/** An instant in milliseconds as PostgreSQL reads it. Most rows have the instant of the row before. */
export function timeOf(at: number): string {
  if (at !== last.at) Object.assign(last, { at, text: new Date(at).toISOString() });
  return last.text;
}
const last = { at: Number.NaN, text: "" };

/** Rows of a table, sent by COPY. They are kept as bytes, since a million small texts would keep the collector of garbage busy. */
class Table {
  private full: Buffer[] = [];
  private part = Buffer.allocUnsafe(0);
  private used = 0;
  rows = 0;
  constructor(private readonly copy: string) {}

  add(...values: Value[]): void {
    let row = "";
    for (const value of values) {
      const text = value === true ? "t" : value === false ? "f" : String(value ?? "\\N");
      row += `${row === "" ? "" : "\t"}${typeof value === "string" && /[\\\n\r\t]/.test(text) ? escaped(text) : text}`;
    }
    // A character takes three bytes at most.
    if (this.used + row.length * 3 + 1 > this.part.length) {
      this.full.push(this.part.subarray(0, this.used));
      this.part = Buffer.allocUnsafe(Math.max(PART, row.length * 3 + 1));
      this.used = 0;
    }
    this.used += this.part.write(`${row}\n`, this.used);
    this.rows++;
  }

  async send(tx: postgres.TransactionSql): Promise<void> {
    const parts = [...this.full, this.part.subarray(0, this.used)].filter(({ length }) => length > 0);
    [this.full, this.part, this.used, this.rows] = [[], Buffer.allocUnsafe(0), 0, 0];
    if (parts.length > 0) await pipeline(Readable.from(parts), await tx.unsafe(this.copy).writable());
  }
}
const PART = 256 * 1024;
const escaped = (text: string) =>
  text.replace(/[\\\n\r\t]/g, (mark) => ({ "\\": "\\\\", "\n": "\\n", "\r": "\\r" })[mark] ?? "\\t");

const columns = {
  users: "id, email, name, role, password_hash, created_at, updated_at",
  orders: `id, user_id, status, channel, total, gift_wrap, personal_message, recipient_name, delivery_address, phone_number, notes, method,
    pincode, area_name, area_kind, delivery_fee, slot_date, slot_from, slot_to, day, payment_method, received, refunded, claimed,
    payment_state, packed_at, stock_returned, created_at, updated_at`,
  order_lines: "order_id, sweet_id, pack_id, name, pack_label, grams, price, quantity, day",
  order_status_history: "id, order_id, from_status, to_status, by_user_id, at",
  order_corrections: "order_id, field, from_text, to_text, at",
  payments: "id, order_id, method, amount, state, reference, reason, created_at, at, by_user_id",
  invoices: `id, kind, prefix, year, sequence, number, order_id, credited_id, date, issued_at, content, buyer_name, buyer_address, reason,
    total`,
  invoice_lines: "invoice_id, position, name, hsn, quantity, rate, taxable, cgst, sgst, igst, total",
  messages: "kind, event, order_id, payment_id, state, attempts, created_at, next_attempt_at, at",
  stock_ledger: "sweet_id, delta, reason, user_id, order_id, cart_id, day, note, at",
  plan_days: "sweet_id, day, capacity, is_own, ordered, made, first_made_at, short",
  enquiries:
    "kind, name, email, phone, subject, message, occasion, event_date, quantity, budget, created_at, done_at, done_by",
  sessions: "token_hash, user_id, kind, user_agent, created_at, last_seen_at, expires_at",
  carts: "id, user_id, token_hash, created_at, updated_at",
  cart_lines: "cart_id, sweet_id, pack_id, quantity, held",
} as const;
export type Tables = Record<keyof typeof columns, Table> & { send: (least?: number) => Promise<void> };

/**
 * `send` begins to send what has been added, when it is so many rows, as soon as what was sent before has arrived; what is made meanwhile
 * is made beside it. Without a number it waits for all.
 */
export function tablesOf(tx: postgres.TransactionSql): Tables {
  const tables = Object.entries(columns).map(
    ([name, names]) => [name, new Table(`copy ${name} (${names}) from stdin`)] as const,
  );
  let sending = Promise.resolve();
  const sendAll = async () => {
    for (const [, table] of tables) await table.send(tx);
  };
  return {
    ...(Object.fromEntries(tables) as Record<keyof typeof columns, Table>),
    async send(least) {
      if (least === undefined) {
        await sending;
        return sendAll();
      }
      if (tables.reduce((sum, [, { rows }]) => sum + rows, 0) >= least) {
        await sending;
        sending = sendAll();
        sending.catch(() => {}); // reported by whoever waits for it
      }
      await setImmediate();
    },
  };
}

/**
 * Does the work while tables of which there are many rows an order have no indexes but those of their keys and no references, then makes
 * them again, which checks every row at once: several times faster than row by row. In one transaction: nobody else sees the tables
 * meanwhile.
 */
export async function withoutIndexes(tx: postgres.TransactionSql, work: () => Promise<void>) {
  const tables = [
    "orders",
    "order_lines",
    "order_status_history",
    "order_corrections",
    "payments",
    "invoices",
    "invoice_lines",
    "messages",
    "stock_ledger",
    "plan_days",
  ];
  const removed = await tx<{ remove: string; restore: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint where contype = 'f' and conrelid = any (${tables}::regclass[])
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index where indrelid = any (${tables}::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`;
  for (const { remove } of removed) await tx.unsafe(remove);
  // The orders have the sums of their payments already, and what was sold is summed up once.
  const [last] = await tx<{ id: number }[]>`select coalesce(max(id), 0) as id from orders`;
  for (const table of ["payments", "order_lines"]) await tx`alter table ${tx(table)} disable trigger user`;
  await work();
  for (const table of ["payments", "order_lines"]) await tx`alter table ${tx(table)} enable trigger user`;
  await tx`
    insert into sweet_sales as s (sweet_id, units, grams)
    select l.sweet_id, sum(l.quantity), coalesce(sum(l.quantity * l.grams::bigint), 0) from order_lines l join orders o on o.id = l.order_id
    where o.id > ${last?.id ?? 0} and o.status <> 'Cancelled' group by 1
    on conflict (sweet_id) do update set units = s.units + excluded.units, grams = s.grams + excluded.grams`;
  for (const { restore } of removed) await tx.unsafe(restore);
}
