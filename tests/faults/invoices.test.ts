// Numbers of invoices when the process that completes orders is killed, and when two processes draw one document. Slow: processes are
// killed while they complete orders, and started again.
import { beforeAll, expect, test } from "vitest";
import { indiaDay } from "@/lib/dates";
import { financialYear } from "@/lib/invoices/rules";
import { sql } from "../support/sql";
import { anInstance, anOwner, aPerson, aSweetBy, call, type Instance, order } from "./shop";

let shop: Instance;
let owner: string;
beforeAll(async () => {
  shop = await anInstance({ RATE_LIMIT: "off" });
  owner = await anOwner(shop);
});

test("are 1 to n, one for each completed order, after the process was killed in the middle of fifty", async () => {
  const sweet = await aSweetBy(shop, owner, { stock: 100 });
  const person = await aPerson(shop);
  const ids: number[] = [];
  for (let i = 0; i < 50; i++) {
    const placed = await order(shop, person.token, [sweet.id]);
    expect(placed.status).toBe(201);
    ids.push(placed.body.id);
  }
  const complete = (id: number) =>
    call(shop, "PUT", `/api/admin/orders/${id}/status`, { token: owner, body: { status: "Completed" } });
  const tries = Promise.allSettled(ids.map(complete));
  // Some are done, the others are on their way.
  for (;;) {
    const [row] = await sql`select count(*)::int as issued from invoices`;
    if (row?.issued >= 5) break;
  }
  await shop.kill();
  await tries;
  const [cut] = await sql`select count(*)::int as issued from invoices`;
  expect(cut?.issued).toBeLessThan(50);
  shop = await anInstance({ RATE_LIMIT: "off" });
  expect(
    [
      ...(await sql`
        select o.id from orders o full join invoices i on i.order_id = o.id
        where (o.status = 'Completed') is distinct from (i.id is not null)`),
    ],
    "completed orders without an invoice, or the other way round",
  ).toEqual([]);
  for (const id of ids) expect((await complete(id)).status).toBe(200);
  const rows = await sql`select sequence, order_id, number from invoices order by sequence`;
  expect(rows.map((row) => row.sequence)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
  expect(new Set(rows.map((row) => row.order_id)).size).toBe(50);
  expect(rows.at(-1)?.number).toBe(`BOS/${financialYear(indiaDay())}/000050`);
});

test("are on documents that two processes draw the same to the byte", async () => {
  const other = await anInstance({ RATE_LIMIT: "off" });
  const [row] = await sql`select order_id from invoices limit 1`;
  const draw = async (at: Instance) => {
    const response = await fetch(`${at.url}/api/admin/orders/${row?.order_id}/invoice.pdf`, {
      headers: { authorization: `Bearer ${owner}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    return { bytes: Buffer.from(await response.arrayBuffer()), etag: response.headers.get("etag") };
  };
  const [first, second, third] = [await draw(shop), await draw(other), await draw(other)];
  expect(first.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(second.bytes.equals(first.bytes)).toBe(true);
  expect(third.bytes.equals(first.bytes)).toBe(true);
  expect(second.etag).toBe(first.etag);
});
