// docs/behaviour.md#invoices over HTTP. The shop is shared and has no GSTIN. Whose files are drawn first: tests/domain/invoice-reports.test.ts.
import { expect, test } from "vitest";
import { aCustomer, anAdmin, anOrder, aSweet, base, call } from "./shop";

test("an invoice is there once its order is completed, for its customer and the owner alone, as JSON and as PDF", async () => {
  const customer = await aCustomer();
  const owner = await anAdmin();
  const order = await anOrder(customer, (await aSweet()).id);
  const own = `/orders/${order.id}/invoice`;
  for (const path of [own, `${own}.pdf`]) {
    expect((await call("GET", path, { token: customer.token })).status).toBe(404);
    expect((await call("GET", `/admin${path}`, { token: owner })).status).toBe(404);
  }
  await call("PUT", `/admin/orders/${order.id}/status`, { token: owner, body: { status: "Completed" } });

  const { status, body, headers } = await call("GET", own, { token: customer.token });
  expect([status, body]).toMatchObject([
    200,
    { kind: "bill_of_supply", order: { id: order.id }, totals: { total: order.total, taxable: order.total, cgst: 0 } },
  ]);
  expect(body.number).toMatch(/^BOS\/\d\d-\d\d\/\d{6}$/);
  expect((await call("GET", `/admin${own}`, { token: owner })).body).toEqual(body);
  const etag = headers.get("etag") ?? "";
  expect((await call("GET", own, { token: customer.token, headers: { "if-none-match": etag } })).status).toBe(304);

  const pdf = await call("GET", `${own}.pdf`, { token: customer.token });
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(pdf.headers.get("content-disposition")).toBe(
    `inline; filename="Bill-of-supply-${body.number.replaceAll("/", "-")}.pdf"`,
  );
  expect(pdf.text.startsWith("%PDF-")).toBe(true);
  expect((await call("GET", `/admin${own}.pdf`, { token: owner })).headers.get("etag")).toBe(pdf.headers.get("etag"));
  const again = { "if-none-match": pdf.headers.get("etag") ?? "" };
  expect((await call("GET", `${own}.pdf`, { token: customer.token, headers: again })).status).toBe(304);

  const other = await aCustomer();
  for (const path of [own, `${own}.pdf`]) expect((await call("GET", path, { token: other.token })).status).toBe(404);
});

test("a cancel after it credits it, and the credit note has a PDF of its own", async () => {
  const customer = await aCustomer();
  const owner = await anAdmin();
  const order = await anOrder(customer, (await aSweet()).id);
  for (const status of ["Shipped", "Cancelled"])
    await call("PUT", `/admin/orders/${order.id}/status`, { token: owner, body: { status } });
  const { creditNotes } = (await call("GET", `/orders/${order.id}/invoice`, { token: customer.token })).body;
  expect(creditNotes).toMatchObject([{ total: order.total, reason: "Order cancelled" }]);
  const pdf = `/orders/${order.id}/invoice.pdf?number=`;
  const note = await call("GET", pdf + encodeURIComponent(creditNotes[0].number), { token: customer.token });
  expect([note.status, note.headers.get("content-disposition")]).toEqual([200, expect.stringContaining("Credit-note")]);
  expect((await call("GET", `${pdf}CRN/26-27/999999`, { token: customer.token })).status).toBe(404);
  expect((await call("GET", `${pdf}${"9".repeat(17)}`, { token: customer.token })).status).toBe(400);
});

test("of twelve invoices that a customer fetches at once some are refused, and come when asked again", async () => {
  const [owner, customer, sweet] = [await anAdmin(), await aCustomer(), await aSweet({ stock: 100 })];
  const paths: string[] = [];
  while (paths.length < 12) {
    const { id } = await anOrder(customer, sweet.id);
    await call("PUT", `/admin/orders/${id}/status`, { token: owner, body: { status: "Completed" } });
    paths.push(`/orders/${id}/invoice.pdf`);
  }
  const get = (path: string) => call("GET", path, { token: customer.token });
  const answers = await Promise.all(paths.map(get));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  const refused = answers.filter(({ status }) => status === 429);
  for (const { body, headers } of refused)
    expect([body.code, Number(headers.get("retry-after"))]).toEqual(["rate_limited", 5]);
  expect((await get(paths[answers.indexOf(refused[0]!)]!)).status).toBe(200);
});

test("the owner's files are nobody else's", async () => {
  const { token } = await aCustomer();
  for (const path of ["/api/admin/reports/gst", "/admin/orders/invoices?ids=1"]) {
    expect((await fetch(`${base}${path}`)).status).toBe(401);
    expect((await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } })).status).not.toBe(200);
  }
});
