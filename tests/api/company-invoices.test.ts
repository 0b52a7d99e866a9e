// Orders with a company and the reports of the return over HTTP (docs/behaviour.md#invoices). This file sets the GSTIN of the shared shop and
// takes it away. Documents: tests/domain/company-orders.test.ts; sums: tests/domain/gst-property.test.ts; who may: permissions.test.ts.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultSettings } from "@/lib/settings/defaults";
import { invalid, problem } from "./expected";
import { aKey, theMember } from "./people";
import { aBrowser, aCustomer, anAdmin, anOrderOf, aSweet, base, call, delivery, sql, unique } from "./shop";

const OWN = "27AAPFU0939F1ZV";
const company = { gstin: "29AAGCB7383J1Z4", name: "Acme Gifts", deliveredTo: "company" };
const others = { ...company, deliveredTo: "others" };
const local = { ...company, gstin: "27AAGCB7383J1Z8" };

let admin: string;
let sweetId: number;
async function setGstin(gstin: string | null) {
  const { tax } = (await call("GET", "/admin/settings", { token: admin })).body;
  const body = { version: tax.version, value: { ...defaultSettings.tax, gstin } };
  expect((await call("PUT", "/admin/settings/tax", { token: admin, body })).status).toBe(200);
}
beforeAll(async () => {
  admin = await anAdmin();
  sweetId = (await aSweet({ stock: 500, details: { shelfLifeDays: 30 } })).id;
  await setGstin(OWN);
});
afterAll(() => setGstin(null));

const toBengaluru = { ...delivery, pincode: "560001", method: "courier" };
/** An order of a new customer, with these fields. */
async function order(more: object = {}) {
  const customer = await aCustomer();
  const answer = await call("POST", "/orders", { token: customer.token, body: { ...anOrderOf(sweetId), ...more } });
  return { ...answer, token: customer.token };
}
const take = (more: object = {}, headers = {}) =>
  call("POST", "/admin/orders", { token: admin, headers, body: { items: anOrderOf(sweetId).items, ...more } });
const ship = (id: number, status = "Shipped") =>
  call("PUT", `/admin/orders/${id}/status`, { token: admin, body: { status } });
const invoiceOf = async (id: number) => (await call("GET", `/admin/orders/${id}/invoice`, { token: admin })).body;

const CHECK = "This is not a GSTIN: please check its 15 characters";
const NAME = "Please enter the company's name";
describe.each([
  ["POST /orders", order],
  ["POST /admin/orders", take],
])("%s", (_, send) => {
  test("is without a company when none is named", async () => {
    for (const more of [{}, { company: null }])
      expect(await send(more)).toMatchObject({ status: 201, body: { company: null } });
  });

  test.each([
    ["as it was typed", company],
    ["in small letters with blanks, for the company itself", { gstin: " 29aagcb7383 j1z4\t", name: company.name }],
    ["in Devanagari digits", { ...company, gstin: "२९AAGCB७३८३J१Z४" }],
  ])("takes a GSTIN %s", async (_, sent) => {
    expect(await send({ company: sent })).toMatchObject({ status: 201, body: { company } });
  });

  test.each(["AB", "x".repeat(200), "🍬🍬", ' Acme,\n\t"Gifts" मिठाई 🍬 ', "=1+1"])(
    "takes the name %j, in one line",
    async (name) => {
      expect(await send({ company: { ...others, name } })).toMatchObject({
        status: 201,
        body: { company: { ...others, name: name.replace(/\s+/g, " ").trim() } },
      });
    },
  );

  test.each<[unknown, [path: string, message: unknown][]]>([
    [{ gstin: company.gstin }, [["company.name", NAME]]],
    [{ name: "Acme" }, [["company.gstin", "Please enter the GSTIN"]]],
    [{ ...company, gstin: "" }, [["company.gstin", CHECK]]],
    [{ ...company, gstin: "29AAGCB7383J1Z5" }, [["company.gstin", CHECK]]],
    [{ ...company, gstin: "29AAGCB7383J1Z" }, [["company.gstin", CHECK]]],
    [{ ...company, gstin: `${company.gstin}4` }, [["company.gstin", CHECK]]],
    [{ ...company, gstin: 29 }, [["company.gstin", "Please enter the GSTIN"]]],
    [{ ...company, gstin: OWN }, [["company.gstin", "This is our own GSTIN. Please enter the company's."]]],
    [
      { ...company, gstin: OWN.toLowerCase() },
      [["company.gstin", "This is our own GSTIN. Please enter the company's."]],
    ],
    ...["A", "", "  ", "\u200b\u200b", "🍬", null].map((name): [unknown, [string, string][]] => [
      { ...company, name },
      [["company.name", NAME]],
    ]),
    [{ ...company, name: "x".repeat(201) }, [["company.name", "Must be at most 200 characters"]]],
    [{ ...company, name: "Acme\0" }, [["company.name", "Contains characters that cannot be stored"]]],
    [{ ...company, deliveredTo: "nobody" }, [["company.deliveredTo", "Please choose who gets the sweets"]]],
    [{ ...company, deliveredTo: null }, [["company.deliveredTo", "Please choose who gets the sweets"]]],
    [
      { gstin: "x", name: "" },
      [
        ["company.gstin", CHECK],
        ["company.name", NAME],
      ],
    ],
    ...["29AAGCB7383J1Z4", 5, [], [company], true].map((sent): [unknown, [string, unknown][]] => [
      sent,
      [["company", expect.any(String)]],
    ]),
  ])("refuses %j by its field", async (sent, fields) => {
    expect((await send({ company: sent })).body).toMatchObject({
      status: 422,
      errors: fields.map(([path, message]) => ({ path, message })),
    });
  });

  test("refuses a company while the shop has no GSTIN, and nothing is sold", async () => {
    await setGstin(null);
    const before = (await call("GET", `/sweets/${sweetId}`)).body.quantity;
    const refused = await send({ company });
    const plain = await send();
    await setGstin(OWN);
    expect([refused.status, refused.body]).toEqual([
      422,
      invalid([["company", "We are not registered for GST and issue no GST invoices."]]),
    ]);
    expect(plain.status).toBe(201);
    expect((await call("GET", `/sweets/${sweetId}`)).body.quantity).toBe(before - 1);
  });
});

test("every view of an order says its company", async () => {
  const { body: made, token } = await order({ company });
  const views = [
    (await call("GET", "/orders", { token })).body[0],
    (await call("GET", `/orders/${made.id}`, { token })).body,
    (await call("GET", `/admin/orders?search=${made.id}`, { token: admin })).body.items.find(
      ({ id }: { id: number }) => id === made.id,
    ),
    (await call("GET", `/admin/orders/${made.id}`, { token: admin })).body,
    (await ship(made.id, "Processing")).body,
  ];
  expect(views.map((view) => view.company)).toEqual(views.map(() => company));
});

test("a key for a retry is that of one company", async () => {
  const { token } = await aCustomer();
  const headers = { "idempotency-key": unique("company-") };
  const send = (more: object) => call("POST", "/orders", { token, headers, body: { ...anOrderOf(sweetId), ...more } });
  const first = await send({ company });
  expect((await send({ company })).text).toBe(first.text);
  expect([(await send({ company: others })).status, (await send({})).status]).toEqual([422, 422]);
  expect((await call("GET", "/orders", { token })).body).toHaveLength(1);
});

test.each([
  ["its own state, whatever state the company is of", company, delivery, "27", false],
  ["the company's, for goods that go to others", others, delivery, "29", true],
  ["where they are delivered", local, toBengaluru, "29", true],
  [
    "the company's, which is the shop's, for goods that go to others elsewhere",
    { ...local, deliveredTo: "others" },
    toBengaluru,
    "27",
    false,
  ],
])("the place of supply is %s", async (_, wanted, to, code, isInterState) => {
  const { body } = await order({ company: wanted, delivery: to });
  await ship(body.id);
  await ship(body.id, "Cancelled");
  const invoice = await invoiceOf(body.id);
  expect(invoice).toMatchObject({
    ...{ kind: "tax_invoice", company: wanted, placeOfSupply: { code }, interState: isInterState },
    creditNotes: [{ company: wanted, total: body.total }],
  });
  for (const { totals } of [invoice, ...invoice.creditNotes])
    expect([totals.igst > 0, totals.cgst > 0, totals.cgst]).toEqual([isInterState, !isInterState, totals.sgst]);
});

test("a sale at the till for a company is invoiced at once, with the company in the PDF's name and text", async () => {
  const { body } = await take({ company });
  expect(await invoiceOf(body.id)).toMatchObject({ kind: "tax_invoice", company, placeOfSupply: { code: "27" } });
  const pdf = await call("GET", `/admin/orders/${body.id}/invoice.pdf`, { token: admin });
  expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, "%PDF-"]);
});

describe("the reports", () => {
  const paths = ["gst", "gst/documents", "gst/companies"].map((name) => `/admin/reports/${name}`);
  const LIST = "/admin/reports/payments/list";
  const get = (path: string, token = admin) => call("GET", path, { token });
  /** The cells of a CSV file without quotes in cells, its headings first. */
  const rowsOf = (csv: string) =>
    csv
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .split("\r\n")
      .map((line) => line.split(","));

  test("are refused without a session, to customers, and to people and keys without the permission", async () => {
    const { token } = await aCustomer();
    const [kitchen, accountant] = [await theMember("kitchen"), await theMember("accountant")];
    for (const path of [...paths, LIST]) {
      const permission = path === LIST ? "payments:read" : "invoices:read";
      const message = `This needs the permission ${permission}.`;
      expect((await call("GET", path)).status).toBe(401);
      expect((await get(path, token)).status).toBe(403);
      const refused = problem(403, "permission", message, { permission });
      expect((await get(path, kitchen.token)).body).toEqual(refused);
      expect((await get(path, (await aKey(["orders:read"])).key)).body).toEqual(refused);
      expect((await get(path, accountant.token)).status).toBe(200);
      expect((await get(path, (await aKey([permission])).key)).status).toBe(200);
    }
  });

  test("are of months from one to another, as JSON or CSV", async () => {
    for (const path of paths) {
      for (const query of [
        "from=2026-11&to=2026-10",
        "from=2026-13",
        "to=2026-00",
        "from=2026-1",
        "from=2026-11-01",
        "format=xml",
      ])
        expect([query, (await get(`${path}?${query}`)).status]).toEqual([query, 400]);
      expect((await get(`${path}?from=2020-01&to=2020-12`)).body).toEqual([]);
      const name = path.slice("/admin/reports/".length).replace("/", "-");
      const { status, text, headers } = await get(`${path}?from=2020-01&to=2020-12&format=csv`);
      expect([status, rowsOf(text).length, headers.get("content-type"), headers.get("content-disposition")]).toEqual([
        ...[200, 1, "text/csv"],
        `attachment; filename="${name}-2020-01-to-2020-12.csv"`,
      ]);
    }
    for (const query of [
      "from=2026-11-02&to=2026-11-01",
      "from=2026-11-01",
      "days=8",
      "after=0",
      "after=x",
      "format=xml",
    ])
      expect([query, (await get(`${LIST}?${query}`)).status]).toEqual([query, 400]);
  });

  test("say the same as JSON and as CSV, and each read is in the audit log", async () => {
    await ship((await order({ company: others })).body.id);
    for (const path of paths) {
      const [{ body }, { text }] = [await get(path), await get(`${path}?format=csv`)];
      expect([path, body.length > 0, rowsOf(text).length]).toEqual([path, true, body.length + 1]);
    }
    const companies = (await get(paths[2] as string)).body;
    expect(companies.at(-1)).toMatchObject({
      ...{ gstin: others.gstin, name: "Acme Gifts", document: "invoice", value: 100 },
      cgst: 0,
    });
    const { body } = await get(`/admin/audit?noun=invoices`);
    expect(body.items.slice(0, 7).map(({ text }: { text: string }) => text)).toEqual(
      expect.arrayContaining([expect.stringContaining("exported the invoices for companies")]),
    );
  });

  test("the list of payments leads to each of them once by Link, also those of one moment, and its file has all", async () => {
    const { body } = await take();
    // Two thousand of a day long ago: half of them at one moment, the others with the microseconds that a number of JavaScript has not.
    await sql`
      insert into payments (order_id, method, amount, state, above_due, reference, at)
      select ${body.id}, 'cash', n, 'received', true, 'R' || n,
        timestamptz '2021-05-05 10:00+05:30' + greatest(0, n - 1000) * interval '1 microsecond' from generate_series(1, 2000) n`;
    const day = `${LIST}?from=2021-05-05&to=2021-05-05`;
    async function walk(first: string) {
      const parts = [];
      for (let path: string | undefined = first; path; ) {
        const answer = await get(path);
        parts.push(answer);
        path = /^<\/api(\S+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
      }
      return parts;
    }
    const expected = Array.from({ length: 2000 }, (_, at) => `R${at + 1}`);
    const parts = await walk(day);
    // The second is full, and the last.
    expect(parts.map((part) => part.body.length)).toEqual([1000, 1000]);
    expect(parts.flatMap((part) => part.body.map(({ reference }: { reference: string }) => reference))).toEqual(
      expected,
    );
    const files = await walk(`${day}&format=csv`);
    expect(files.map(({ text }) => rowsOf(text).map((row) => row[5]))).toEqual([["Reference", ...expected]]);
    const cookie = await aBrowser(await theMember("accountant"));
    const file = await (await fetch(`${base}${day}`, { headers: { cookie } })).text();
    expect(
      rowsOf(file)
        .slice(1)
        .map((row) => row[5]),
    ).toEqual(expected);
    // More than a file may have, without the triggers that count each payment of the order.
    const withoutTriggers = (statement: string) =>
      sql.unsafe(`alter table payments disable trigger user; ${statement}; alter table payments enable trigger user`);
    await withoutTriggers(`
      insert into payments (order_id, method, amount, state, above_due, reference, at)
      select ${body.id}, 'cash', n, 'received', true, 'More', timestamptz '2021-05-05 11:00+05:30' from generate_series(1, 18001) n`);
    expect(await get(`${day}&format=csv`)).toMatchObject({ status: 422, body: { errors: [{ path: "from" }] } });
    await withoutTriggers("delete from payments where reference = 'More'");
  });
});
