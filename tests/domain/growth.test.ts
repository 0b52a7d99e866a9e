// What a call looks at does not grow with the shop: rows are counted, since times depend on the machine (`npm run bench -- growth`).
import { beforeAll, expect, test } from "vitest";
import { run } from "@/db/transaction";
import { insertSaleEvents } from "@/lib/orders/sale-events";
import { createWebhook } from "@/lib/webhooks/commands";
import { eventTypes } from "@/lib/webhooks/constants";
import { anAdmin, aSweet } from "../support/factories";
import { rowsRead } from "../support/plan";
import { sql } from "../support/sql";

const MANY = 3000;
const admin = await anAdmin();

beforeAll(async () => {
  await sql`
    insert into sweets (slug, name, description, price, category, quantity)
    select 'sweet-' || n, 'Plain Laddoo', 'Round', 100, 'Traditional Sweets', 10 from generate_series(1, ${MANY}) n`;
  await sql`analyze`;
});

test("a sale looks at the sweets that it sells for its events, and at none beside them", async () => {
  await createWebhook(admin, { url: "https://erp.example/hook", events: [...eventTypes] });
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
