// docs/behaviour.md#invoices and #reports: lines of packs in documents, in the GST summary and in the export of orders.
import { beforeAll, expect, test, vi } from "vitest";
import type { Customer } from "@/lib/auth/actor";
import { createSweet } from "@/lib/catalogue/commands";
import { createSweetInput } from "@/lib/catalogue/schema";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import { gstSummary } from "@/lib/invoices/gst-queries";
import { findInvoice } from "@/lib/invoices/queries";
import { listOrderRows, streamOrders } from "@/lib/orders/admin-queries";
import { placeOrder } from "@/lib/orders/place";
import { purchase } from "@/lib/orders/purchase";
import { refundOrder } from "@/lib/orders/refund-commands";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { recordPayment } from "@/lib/payments/commands";
import { aCustomer, anAdmin, anOrder, aSweet, type Member } from "../support/factories";
import { pool, sql } from "../support/sql";
import { cash, GSTIN, lastOrder } from "./money";
import { setSettings } from "./set-settings";

vi.mock("@/lib/clock", () => ({ shopNow: () => new Date("2026-11-23T04:00:00Z"), recordedUntil: (at: Date) => at }));

let admin: Member;
let buyer: Customer;
let tray: SweetWithPicture;
let cake: SweetWithPicture;
beforeAll(async () => {
  [admin, buyer] = [await anAdmin(), await aCustomer()];
  await setSettings("tax", { gstin: GSTIN });
  tray = await createSweet(
    admin,
    createSweetInput.parse({
      name: "Kaju Katli",
      category: "Traditional Sweets",
      description: "Cashew and silver.",
      price: 380,
      quantity: 1000,
      packs: [
        { label: "250 g", grams: 250, units: 1, price: 199.99 },
        { label: "500 g", grams: 500, units: 2, price: 380, isDefault: true },
      ],
    }),
    null,
    pool,
  );
  cake = await aSweet({ name: "Plum Cake", price: 300 });
});

const small = () => tray.packs[0]?.id ?? 0;
async function order() {
  const items = [
    { productId: tray.id, packId: small(), quantity: 3 },
    { productId: tray.id, quantity: 2 },
    { productId: cake.id, quantity: 1 },
  ];
  return placeOrder(buyer, { ...anOrder([[tray, 1]]), items }, { channel: "api" }, pool);
}
const taxed = { hsn: "2106", rate: 5 };
const lines = [
  { ...taxed, name: "Kaju Katli, 250 g", quantity: 3, taxable: 571.41, cgst: 14.28, sgst: 14.28, total: 599.97 },
  { ...taxed, name: "Kaju Katli, 500 g", quantity: 2, taxable: 723.82, cgst: 18.09, sgst: 18.09, total: 760 },
  { name: "Plum Cake", quantity: 1, total: 300 },
];
/** Kilograms of the tray and numbers of the cake that the documents of the month are of. */
const summed = async () =>
  (await gstSummary(admin, { from: "2026-11", to: "2026-11" })).reduce((sum, { quantity }) => sum + quantity, 0);

test("an invoice has a line for each pack, taxed by itself, and a cancel credits each of them", async () => {
  const before = await summed();
  const { id, total } = await order();
  await setOrderStatus(admin, id, "Shipped", pool);
  const invoice = await findInvoice(admin, id);
  expect(invoice.lines).toMatchObject(lines);
  expect(invoice.totals.total).toBe(total);
  expect(await summed()).toBe(before + 0.75 + 1 + 1);
  await setOrderStatus(admin, id, "Cancelled", pool);
  const [note] = (await findInvoice(admin, id)).creditNotes;
  expect(note).toMatchObject({ total, lines });
  expect(await summed()).toBe(before);
});

test("a refund of a part credits both lines of the sweet, without units", async () => {
  const { id, total } = await order();
  await setOrderStatus(admin, id, "Shipped", pool);
  await recordPayment(admin, id, cash(total), pool);
  await refundOrder(admin, id, { amount: 100, reason: "One box was damaged" }, pool);
  const [note] = (await findInvoice(admin, id)).creditNotes;
  expect(note?.lines.map(({ name, quantity }) => [name, quantity])).toEqual([
    ["Kaju Katli, 250 g", null],
    ["Kaju Katli, 500 g", null],
    ["Plum Cake", null],
  ]);
  expect(note?.totals.total).toBe(100);
});

test("a sale over the counter is invoiced with it, by its pack", async () => {
  await purchase(admin, tray.id, { quantity: 4, packId: small() }, pool);
  expect(await findInvoice(admin, await lastOrder())).toMatchObject({
    kind: "tax_invoice",
    order: { channel: "counter" },
    buyer: { name: null, address: null },
    lines: [{ name: "Kaju Katli, 250 g", quantity: 4, total: 799.96 }],
    totals: { total: 799.96 },
  });
});

test("an order from before there were packs is invoiced under the name that it was sold under", async () => {
  const { id } = await order();
  await sql`update order_lines set pack_id = null, pack_label = null, grams = null where order_id = ${id} and pack_id = ${small()}`;
  await setOrderStatus(admin, id, "Shipped", pool);
  expect((await findInvoice(admin, id)).lines).toMatchObject([
    { ...lines[0], name: "Kaju Katli" },
    { name: "Kaju Katli, 500 g" },
    { name: "Plum Cake" },
  ]);
});

test("the owner's list and the export name the pack of each line", async () => {
  const { id } = await order();
  const { items } = await listOrderRows(admin, { search: `#${id}`, page: 1, pageSize: 5 });
  expect(items.find((row) => row.id === id)?.items).toEqual(lines.map(({ name, quantity }) => ({ name, quantity })));
  const rows = [];
  for await (const batch of streamOrders(admin, { search: `#${id}` })) rows.push(...batch);
  expect(rows.find((row) => row.id === id)?.items).toBe("Kaju Katli, 250 g × 3; Kaju Katli, 500 g × 2; Plum Cake × 1");
});
