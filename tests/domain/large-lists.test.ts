// Lists that are read from their nearer end or by ids first, and searches that find more than are listed.
import { beforeAll, describe, expect, test } from "vitest";
import type { Executor } from "@/db/client";
import { listApiSweets, listSweets } from "@/lib/catalogue/list-queries";
import { listMessages } from "@/lib/messages/admin-queries";
import { listAllOrders, listOrderRows, listWorkRows } from "@/lib/orders/admin-queries";
import { listOrders, listOwnRows } from "@/lib/orders/queries";
import { exportAccount } from "@/lib/people/account-queries";
import { stockHistory } from "@/lib/stock/queries";
import { exported } from "../support/exported";
import { aCustomer, anAdmin, aSweet } from "../support/factories";
import { rowsRead } from "../support/plan";
import { sql } from "../support/sql";

const admin = await anAdmin();
/** Gives all orders without lines one, and a first status. */
async function completeOrders() {
  const { id } = await aSweet({ quantity: 5 });
  await sql`insert into order_lines (order_id, sweet_id, name, price, quantity) select id, ${id}, 'Laddoo', 100, 1 from orders o where not exists (select from order_lines l where l.order_id = o.id)`;
  await sql`insert into order_status_history (order_id, to_status) select id, 'Pending' from orders o where not exists (select from order_status_history h where h.order_id = o.id)`;
}
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

describe("of 3,100 orders", () => {
  let all: number[] = [];

  beforeAll(async () => {
    await sql`
      insert into orders (channel, total, status, recipient_name, phone_number, created_at)
      select 'web', 100, case when n % 2 = 0 then 'Completed' else 'Pending' end, 'Common Name ' || n, '9955' || lpad(n::text, 6, '0'), now() - n * interval '1 minute'
      from generate_series(1, 3100) n`;
    await completeOrders();
    all = (await sql`select id from orders order by id desc`).map(({ id }) => id as number);
  });

  test("every page is the same from either end, in pages and API", async () => {
    for (const page of [1, 2, 155, 156, 309, 310]) {
      const expected = all.slice((page - 1) * 10, page * 10);
      expect(ids((await listOrderRows(admin, { page, pageSize: 10 })).items), `page ${page}`).toEqual(expected);
      expect(ids((await listAllOrders(admin, { page, pageSize: 10 })).items), `page ${page}`).toEqual(expected);
    }
    const last = await listOrderRows(admin, { status: "Completed", page: 9999, pageSize: 10 });
    const completed = await sql`select id from orders where status = 'Completed' order by id desc`;
    expect(last.meta).toMatchObject({ page: 155, total: 1550, more: false });
    expect(ids(last.items)).toEqual(completed.slice(-10).map(({ id }) => id));
    expect((await listAllOrders(admin, { page: 9999, pageSize: 10 })).items).toEqual([]);
  });

  test("in the order of the work what is open comes before what is done, on every page", async () => {
    const open = await sql`select id from orders where status = 'Pending' order by id`;
    const done = await sql`select id from orders where status = 'Completed' order by id desc`;
    const wanted = [...open, ...done].map(({ id }) => id);
    for (const page of [1, 62, 63, 93, 94, 124, 9999]) {
      const { items, meta } = await listWorkRows(admin, { page, pageSize: 25 });
      expect(ids(items), `page ${page}`).toEqual(wanted.slice((meta.page - 1) * 25, meta.page * 25));
      expect([meta.total, meta.totalPages]).toEqual([3100, 124]);
    }
    const { items, meta } = await listWorkRows(admin, { status: "Completed", page: 2, pageSize: 25 });
    expect([ids(items), meta.total]).toEqual([ids(done as unknown as { id: number }[]).slice(25, 50), 1550]);
  });

  test("a search that finds them all lists the newest 1,000 and says that there are more", async () => {
    const find = (search: string, page = 1, status?: "Completed") =>
      listOrderRows(admin, { search, page, status, pageSize: 10 });
    for (const search of ["common na", "Co", "9955"]) {
      const { items, meta } = await find(search);
      expect(meta, search).toEqual({ page: 1, pageSize: 10, total: 1000, totalPages: 100, more: true });
      expect(ids(items), search).toEqual(all.slice(0, 10));
      expect(ids((await find(search, 9999)).items), search).toEqual(all.slice(990, 1000));
    }
    // Half of them are not so many.
    const half = await find("common na", 1, "Completed");
    expect(half.meta).toMatchObject({ total: 1550, more: false });
    const completed = (await sql`select id from orders where status = 'Completed' order by id desc`).map(
      ({ id }) => id,
    );
    for (const page of [1, 77, 78, 79, 154, 155])
      expect(ids((await find("common na", page, "Completed")).items), `page ${page}`).toEqual(
        completed.slice((page - 1) * 10, page * 10),
      );
  });

  test("the order of the number that is searched for is the first, and is listed once", async () => {
    await sql`insert into orders (channel, total, recipient_name, phone_number) select 'web', 100, 'By number', '9955000000'`;
    const oldest = all.at(-1) as number;
    await sql`update orders set phone_number = '99' || lpad(${oldest}::text, 4, '0') || '0000' where id in (select id from orders)`;
    const pages = await Promise.all(
      [1, 2].map((page) => listOrderRows(admin, { search: String(oldest).padStart(4, "0"), page, pageSize: 10 })),
    );
    const found = pages.flatMap(({ items }) => ids(items));
    expect(pages[0]?.meta.more).toBe(true);
    expect(found[0]).toBe(oldest);
    expect(new Set(found).size).toBe(20);
    expect(found.slice(1)).toEqual(found.slice(1).toSorted((a, b) => b - a));
  });
});

test("the last page of a sweet's stock history has its first entries, the newest first", async () => {
  const { id } = await aSweet({ quantity: 5 });
  await sql`insert into stock_ledger (sweet_id, delta, reason) select ${id}, case when n % 2 = 0 then 1 else -1 end, 'adjustment' from generate_series(1, 120) n`;
  const all = await sql`select id from stock_ledger where sweet_id = ${id} order by id desc`;
  for (const asked of [1, 2, 3, 999_999]) {
    const { items, page, totalPages } = await stockHistory(admin, id, { page: asked, pageSize: 50 });
    expect([page, totalPages]).toEqual([Math.min(asked, 3), 3]);
    expect(ids(items)).toEqual(all.slice((page - 1) * 50, page * 50).map((row) => row.id));
  }
});

test("the list of messages has the newest 10,000 of them", async () => {
  await sql`insert into messages (kind, event, state) select 'sold_out', 'many:' || n, 'sent' from generate_series(1, 10050) n`;
  const { meta } = await listMessages(admin, { show: "sent", page: 9999, pageSize: 20 });
  expect(meta).toEqual({ page: 500, total: 10_000, totalPages: 500 });
});

test("a customer has the own orders alone, newest first, 100 at once, and where they go on", async () => {
  const customer = await aCustomer();
  await sql`insert into orders (channel, total, user_id) select 'web', 100, ${customer.id} from generate_series(1, 103) n`;
  await completeOrders();
  const first = await listOrders(customer);
  // One that comes in meanwhile moves nothing.
  await sql`insert into orders (channel, total, user_id) values ('web', 100, ${customer.id})`;
  await completeOrders();
  const second = await listOrders(customer, { before: first.next ?? 0 });
  expect([first.orders.length, first.next, second.orders.length, second.next]).toEqual([
    ...[100, first.orders.at(-1)?.id, 3, null],
  ]);
  const own = ids([...first.orders, ...second.orders]);
  expect(own).toEqual(own.toSorted((a, b) => b - a));
  expect(await listOrders(await aCustomer())).toEqual({ orders: [], next: null });
  const rows = [...(await listOwnRows(customer, 1)), ...(await listOwnRows(customer, 2))];
  expect(ids(rows).slice(1)).toEqual(own.slice(0, 19));
  expect(rows[1]).toMatchObject({ lines: 1, total: 1, status: "Pending" });
});

test("a list of long orders is cut at a megabyte, and one that nobody waits for stops", async () => {
  const customer = await aCustomer();
  await sql`
    insert into orders (channel, total, user_id, notes) select 'web', 100, ${customer.id}, repeat('n', 30000) from generate_series(1, 40)`;
  await completeOrders();
  const first = await listOrders(customer);
  expect(first.orders.length).toBeLessThan(34);
  expect(JSON.stringify(first.orders).length).toBeLessThan(1_001_000);
  const second = await listOrders(customer, { before: first.next ?? 0 });
  expect(new Set(ids([...first.orders, ...second.orders])).size).toBe(40);
  await expect(listOrders(customer, {}, AbortSignal.abort())).rejects.toThrow("aborted");
});

test("a download has all of a thousand orders, once", async () => {
  const customer = await aCustomer();
  const made = await sql`
    insert into orders (channel, total, user_id) select 'web', 100, ${customer.id} from generate_series(1, 1001) n returning id`;
  await completeOrders();
  const { orders } = await exported(customer);
  expect(ids(orders)).toEqual(made.map(({ id }) => id));
});

test("a download reads the messages to its own person only", async () => {
  const customer = await aCustomer();
  await sql`insert into orders (channel, total, user_id) values ('web', 100, ${customer.id})`;
  await completeOrders();
  await sql`insert into messages (kind, event, state, order_id)
    select 'order_received', 'of:' || n || ':' || id, 'sent', id from orders, generate_series(1, 2) n where id > (select max(id) - 2000 from orders)`;
  await sql`analyze messages, orders`;
  const download = async (db: Executor) => {
    for await (const _ of exportAccount(customer, db));
  };
  expect(await rowsRead("messages", download)).toBeLessThan(10);
});

describe("a late page of sweets", () => {
  // In a small table PostgreSQL rather reads all packs than looks into an index.
  beforeAll(async () => {
    await sql`
      insert into sweets (slug, name, description, price, category, quantity)
      select 'late-' || n, 'Late Laddoo', 'Round', 100, 'Traditional Sweets', 10 from generate_series(1, 2000) n`;
    await sql`analyze sweets, packs`;
  });

  test.each([
    ["for pages", listSweets],
    ["of the API", listApiSweets],
  ])("%s reads the packs of its own sweets only", async (_, list) => {
    const query = { sortBy: "price", sortOrder: "asc", page: 8, limit: 7 } as const;
    const all = await sql<{ id: number }[]>`select id from sweets where deleted_at is null order by price, id`;
    expect(ids((await list(query)).items)).toEqual(ids(all).slice(49, 56));
    expect(await rowsRead("packs", (db) => list(query, db))).toBeLessThan(40);
  });
});
