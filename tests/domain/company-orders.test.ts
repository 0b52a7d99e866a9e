// Orders with a company (docs/behaviour.md#invoices): what their documents say. Over HTTP: tests/api/company-invoices.test.ts; the reports
// at random: gst-property.test.ts.
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Company } from "@/db/constants/orders";
import { setShopTime } from "@/lib/clock";
import { companyDocuments, documentSeries, gstSummary } from "@/lib/invoices/gst-queries";
import { invoicePdf } from "@/lib/invoices/pdf";
import { allPrinted } from "@/lib/invoices/print";
import { findInvoice } from "@/lib/invoices/queries";
import { isSameOrder } from "@/lib/orders/checkout";
import { placeOrder } from "@/lib/orders/place";
import { takeOrder } from "@/lib/orders/purchase";
import { checkoutForm } from "@/lib/orders/schema";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { takenOrderInput } from "@/lib/orders/taken-schema";
import { aCustomer, anAdmin, anOrder, aSweet } from "../support/factories";
import { pool, sql } from "../support/sql";
import { aGstin, GSTIN } from "./money";
import { setSettings } from "./set-settings";

const admin = await anAdmin();
const company: Company = { gstin: aGstin("29AAGCB7383J1Z"), name: "Acme Gifts", deliveredTo: "company" };
const others: Company = { ...company, deliveredTo: "others" };
beforeEach(() => setSettings("tax", { gstin: GSTIN }));
afterAll(() => setShopTime(undefined));

const delivery = { recipientName: "Ravi Kumar", deliveryAddress: "9 Link Road, Mumbai", phoneNumber: "98200 00000" };
/** The invoice of what Asha of the company has ordered by telephone. */
async function invoiceFor(wanted: Company, customer = { name: "Asha Rao", phone: "98200 11111", email: null }) {
  const { id: productId } = await aSweet();
  const input = takenOrderInput.parse({ items: [{ productId, quantity: 1 }], delivery, customer, company: wanted });
  const { id } = await takeOrder(admin, input, pool);
  await setOrderStatus(admin, id, "Shipped", pool);
  return findInvoice(admin, id);
}

test("a document names who has ordered, and for goods that go to others who gets them", async () => {
  const state = ["Acme Gifts", `GSTIN ${company.gstin}`, "State: Karnataka (29)"];
  const buyerOf = async (wanted: Company) => allPrinted(await invoiceFor(wanted))[0]?.buyer;
  expect(await buyerOf(company)).toEqual([...state, "Asha Rao", "9 Link Road, Mumbai"]);
  expect(await buyerOf(others)).toEqual([...state, "Delivered to:", "Ravi Kumar", "9 Link Road, Mumbai"]);
});

test("the longest name is drawn in a PDF, and so is one of letters that no font has", async () => {
  for (const name of ["W".repeat(200), "मिठाई ".repeat(33), "👩‍👩‍👧 漢字 & Sons\n\tInc."]) {
    const invoice = await invoiceFor({ ...others, name });
    // In one line, whatever blanks were typed.
    expect(invoice.company).toEqual({ ...others, name: name.replace(/\s+/g, " ").trim() });
    expect((await invoicePdf(admin, invoice.order.id)).bytes.subarray(0, 5).toString()).toBe("%PDF-");
  }
});

test("what was ordered before the shop's GSTIN was removed gets a bill of supply, which is in the list of documents alone", async () => {
  setShopTime(new Date("2027-05-10T05:00:00Z"));
  const order = anOrder([[await aSweet(), 1]], { company: others });
  const { id } = await placeOrder(await aCustomer(), order, { channel: "api" }, pool);
  await setSettings("tax", { gstin: null });
  await setOrderStatus(admin, id, "Shipped", pool);
  await setOrderStatus(admin, id, "Cancelled", pool);
  const bill = await findInvoice(admin, id);
  expect(bill).toMatchObject({ kind: "bill_of_supply", company: others, totals: { igst: 0, cgst: 0, total: 100 } });
  expect(bill.creditNotes).toMatchObject([{ company: others, total: 100 }]);
  expect(allPrinted(bill)[0]?.buyer).toContain(`GSTIN ${company.gstin}`);
  const may = { from: "2027-05", to: "2027-05" };
  expect([await gstSummary(admin, may), await companyDocuments(admin, may)]).toEqual([[], []]);
  expect(await documentSeries(admin, may)).toMatchObject([
    { series: "BOS", issued: 1 },
    { series: "CRN", issued: 1 },
  ]);
});

test("a checkout that is sent again is the same order only with the same company", async () => {
  const { id: productId } = await aSweet();
  const form = {
    ...delivery,
    ...{ notes: "", personalMessage: "", payment: "cod", key: crypto.randomUUID() },
    items: JSON.stringify([{ productId, quantity: 1 }]),
    ...{ forCompany: "on", gstin: ` ${company.gstin.toLowerCase()} `, companyName: company.name },
  };
  const sent = checkoutForm.parse(form);
  expect(sent.company).toEqual(company);
  const { items, company: wanted } = sent;
  const order = await placeOrder(
    await aCustomer(),
    { ...anOrder([[{ id: productId }, 1]], { delivery }), items, company: wanted },
    { channel: "web" },
    pool,
  );
  const isSame = (changes: object) => isSameOrder(order, checkoutForm.parse({ ...form, ...changes }));
  expect(isSame({})).toBe(true);
  const changes = [
    { forCompany: "" },
    { gstin: aGstin("07AAGCB7383J1Z") },
    { companyName: "Acme" },
    { deliveredTo: "others" },
  ];
  expect(changes.map(isSame)).toEqual([false, false, false, false]);
  // What is typed without asking for such an invoice does not count.
  expect(checkoutForm.parse({ ...form, forCompany: "", gstin: "wrong" }).company).toBeUndefined();
});

test.each([
  { ...company, gstin: "29aagcb7383j1z4" },
  { ...company, name: "A" },
  { ...company, deliveredTo: "nobody" },
  { gstin: company.gstin, name: company.name },
  {},
  "29AAGCB7383J1Z4",
])("the database stores no company such as %j", async (wrong) => {
  const order = sql`insert into orders (channel, total, company) values ('api', 100, ${JSON.stringify(wrong)}::text::jsonb)`;
  await expect(order).rejects.toThrow("orders_company");
});
