// What a call looks at does not grow with the shop: rows are counted, since times depend on the machine (`npm run bench -- growth`).
import { beforeAll, expect, test } from "vitest";
import { eventTypes } from "@/db/constants/webhooks";
import { run } from "@/db/transaction";
import { listAllOrders } from "@/lib/orders/admin-queries";
import { insertSaleEvents } from "@/lib/orders/sale-events";
import { releaseExpiredHolds } from "@/lib/stock/expired";
import { createWebhook } from "@/lib/webhooks/commands";
import { anAdmin, aSweet } from "../support/factories";
import { rowsRead } from "../support/plan";
import { pool, sql } from "../support/sql";

const MANY = 3000;
const admin = await anAdmin();

beforeAll(async () => {
  await sql`
    insert into sweets (slug, name, description, price, category, quantity)
    select 'sweet-' || n, 'Plain Laddoo', 'Round', 100, 'Traditional Sweets', 10 from generate_series(1, ${MANY}) n`;
  // Every tenth line of a cart is held.
  await sql`
    with added as (insert into carts (token_hash) select 'cart-' || n from generate_series(1, ${MANY}) n returning id)
    insert into cart_lines (cart_id, sweet_id, pack_id, quantity, held, expires_at)
    select added.id, sweet_id, p.id, 1, case when is_held then 1 else 0 end, case when is_held then now() + interval '1 hour' end
    from added join packs p on (p.id + added.id) % ${MANY / 3} = 0 cross join lateral (select p.id % 10 = 0 as is_held) h`;
  await sql`
    with added as (
      insert into orders (channel, total, created_at) select 'web', 100, now() - (${MANY} - n) * interval '1 hour' from generate_series(1, ${MANY}) n
      returning id
    ), opened as (insert into order_status_history (order_id, to_status) select id, 'Pending' from added)
    insert into order_lines (order_id, sweet_id, name, price, quantity) select id, (select min(id) from sweets), 'Laddoo', 100, 1 from added`;
  await sql`
    insert into messages (kind, event, order_id, state) select 'order_received', 'order_received:' || id, id, 'sent' from orders`;
  await sql`analyze`;
});

test("a sale looks at the sweets that it sells for its events, and at none beside them", async () => {
  await createWebhook(admin, { url: "https://erp.example/hook", events: [...eventTypes] }, pool);
  const sweet = await aSweet({ quantity: 5 });
  const lines = [{ sweet, pack: { id: 0, units: 1 }, quantity: 5, day: null }];
  const read = (table: string) =>
    rowsRead(table, async (db) => {
      const events = insertSaleEvents(db, lines);
      return events && run(events);
    });
  expect(await read("webhooks")).toBeGreaterThan(0);
  expect(await read("sweets")).toBe(1);
  expect(await read("packs")).toBeLessThan(10);
});

test("the job that ends holds looks at no line whose hold has not ended", async () => {
  expect(await rowsRead("cart_lines", (db) => releaseExpiredHolds(db))).toBe(1);
});

test("the last page of a month's orders reads no order of another month", async () => {
  const [{ from, to, first } = {}] = await sql`
    select kolkata_day(now() - interval '30 days')::text as from, kolkata_day(now())::text as to,
      (select min(id) from orders where kolkata_day(created_at) = kolkata_day(now() - interval '30 days')) as first`;
  const list = (page: number) => ({ from, to, page, pageSize: 10 });
  const { meta } = await listAllOrders(admin, list(1));
  expect((await listAllOrders(admin, list(meta.totalPages))).items.at(-1)?.id).toBe(first);
  expect(await rowsRead("orders", (db) => listAllOrders(admin, list(meta.totalPages), db))).toBeLessThan(100);
});
