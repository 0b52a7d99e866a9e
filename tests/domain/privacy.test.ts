// What the shop stores about people, and for how long (docs/behaviour.md#account-deletion).
import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { type Executor, writeDb } from "@/db/client";
import { markEnquiry, sendContact } from "@/lib/enquiries/commands";
import { correctOrder } from "@/lib/orders/correction-commands";
import { placeOrder } from "@/lib/orders/place";
import { askForRefund, refundOrder } from "@/lib/orders/refund-commands";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { claimPayment, recordPayment } from "@/lib/payments/commands";
import { deleteAccount } from "@/lib/people/account-commands";
import { oldestNamedDay, purgeByRetention } from "@/lib/people/privacy-commands";
import { connect, refusal, waitingForALock } from "../support/database";
import { exported } from "../support/exported";
import { anAdmin, anOrder, aSweet, aVisitor, type Member } from "../support/factories";
import { pool, sql } from "../support/sql";
import { aUtr, cash } from "./money";
import { aMember, PASSWORD } from "./people";

let admin: Member;
beforeAll(async () => {
  admin = await anAdmin();
});

const unique = (text: string) => `${text} ${randomBytes(6).toString("hex")}`;

/** A customer with PASSWORD, and texts about them that are found nowhere else. */
async function aPerson() {
  const { user, email } = await aMember();
  const texts = {
    name: unique("Zarina"),
    recipient: unique("Recipient"),
    street: unique("Street"),
    note: unique("Note"),
    gift: unique("Gift"),
    internal: unique("Internal"),
    question: unique("Question"),
    reason: unique("Reason"),
    phone: `+91 ${aUtr()}`,
    company: unique("Company"),
    email,
  };
  await sql`update users set name = ${texts.name} where id = ${user.id}`;
  return { user, texts };
}
type Person = Awaited<ReturnType<typeof aPerson>>;

async function order({ user, texts }: Person, price = 500) {
  const sweet = await aSweet({ price, quantity: 100 });
  const delivery = {
    recipientName: texts.recipient,
    deliveryAddress: texts.street,
    phoneNumber: texts.phone,
    notes: texts.note,
  };
  const input = anOrder([[sweet, 1]], { personalMessage: texts.gift, payment: "cod" });
  return placeOrder(user, { ...input, delivery: { ...input.delivery, ...delivery } }, { channel: "api" }, pool);
}

let sequence = 0;
/** A document of an order as it is issued, with the names of its recipient. Total in paise. */
async function document(
  orderId: number,
  total: number,
  texts: Person["texts"],
  { date = "2026-11-22", credited, content = {} }: { date?: string; credited?: number; content?: object } = {},
) {
  const kind = credited ? "credit_note" : "bill_of_supply";
  // Not the series of the shop, whose numbers are counted.
  const prefix = credited ? "XCN" : "XBS";
  const [row] = await sql`
    insert into invoices (kind, prefix, year, sequence, number, order_id, date, content, buyer_name, buyer_address, reason, total, credited_id)
    values (${kind}, ${prefix}, '26-27', ${++sequence}, ${`${prefix}/26-27/${sequence}`}, ${orderId}, ${date}, ${JSON.stringify(content)}, ${texts.recipient},
            ${texts.street}, ${credited ? texts.reason : null}, ${total}, ${credited ?? null}) returning id`;
  await sql`insert into invoice_lines (invoice_id, position, name, hsn, quantity, rate, taxable, cgst, sgst, igst, total)
            values (${row?.id}, 1, 'Laddoo', '2106', 1, 0, ${total}, 0, 0, 0, ${total})`;
  return row?.id as number;
}
const companyOf = ({ company }: Person["texts"]) => ({
  ...{ gstin: "29AAGCB7383J1Z4", name: company, deliveredTo: "company" },
});
const buyerOf = async (id: number) =>
  (await sql`select buyer_name as name, buyer_address as address from invoices where id = ${id}`)[0];

/** The tables with a row that contains one of the texts, in whichever column. */
async function tablesWith(texts: string[]): Promise<string[]> {
  const tables = await sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const likes = texts.map((text) => `%${text}%`);
    const rows = await sql`select 1 from ${sql(name as string)} t where t::text ilike any(${likes}) limit 1`;
    if (rows.length > 0) found.push(name as string);
  }
  return found;
}

/** Everything that the shop can store about a person; the id of the order. */
async function leaveEverything(person: Person) {
  const { user, texts } = person;
  const { id } = await order(person);
  await sql`update orders set company = ${JSON.stringify(companyOf(texts))} where id = ${id}`;
  await claimPayment(user, id, { utr: aUtr() }, pool);
  await recordPayment(admin, id, cash(500), pool);
  await refundOrder(admin, id, { amount: 100, reason: texts.reason }, pool);
  await correctOrder(admin, id, { deliveryAddress: `${texts.street} B`, internalNote: texts.internal }, pool);
  const words = { name: texts.name, email: texts.email, phone: texts.phone };
  const enquiry = await sendContact(user, { ...words, subject: "Laddoos", message: texts.question }, pool);
  await sql`update messages set state = 'failed', last_error = ${`550 ${texts.email}: no such mailbox`}
            where order_id = ${id} and kind = 'order_received'`;
  await sql`insert into messages (kind, event, email) values ('password_reset', ${unique("reset")}, ${texts.email.toUpperCase()})`;
  return { id, enquiry: enquiry.id };
}

describe("the download of an account", () => {
  test("contains payments, documents and messages, and no names of those who work for the shop", async () => {
    const person = await aPerson();
    const { id } = await leaveEverything(person);
    await document(id, 50_000, person.texts, { content: { company: companyOf(person.texts) } });
    const stranger = await aPerson();
    await leaveEverything(stranger);
    const data = await exported(person.user);
    expect(data.orders).toMatchObject([
      {
        id,
        payments: [
          { method: "upi", amount: 500, state: "claimed", reference: expect.stringMatching(/^\d{12}$/) },
          { method: "cash", amount: 500, state: "received", reference: null },
          { method: "cash", amount: 100, state: "refunded", reason: person.texts.reason },
        ],
        company: companyOf(person.texts),
        documents: [
          {
            ...{ kind: "bill_of_supply", total: 500, taxable: 500, tax: 0 },
            ...{ buyerName: person.texts.recipient, company: companyOf(person.texts) },
          },
        ],
      },
    ]);
    expect(data.orders[0]?.documents[0]?.number).toBe(`XBS/26-27/${sequence}`);
    expect(data.messages.map((sent: Record<string, unknown>) => [sent.kind, sent.orderId, sent.state]).sort()).toEqual([
      ["enquiry_received", null, "waiting"],
      ["order_received", id, "failed"],
      ["payment_received", id, "waiting"],
      ["refund", id, "waiting"],
    ]);
    const text = JSON.stringify(data);
    for (const hidden of [admin.name, admin.email, stranger.texts.recipient, person.texts.internal])
      expect(text).not.toContain(hidden);
  });
});

describe("the deletion of an account", () => {
  test("leaves nothing of the person in any table; the money stays", async () => {
    const person = await aPerson();
    const { id, enquiry } = await leaveEverything(person);
    await sql`update orders set status = 'Completed' where id = ${id}`;
    const small = await document(id, 49_999_99, person.texts);
    const note = await document(id, 100_00, person.texts, { credited: small });
    const texts = Object.values(person.texts);
    const filled = "enquiries invoices messages order_corrections orders payments users".split(" ");
    expect(await tablesWith(texts)).toEqual(filled);
    const money = () =>
      sql`select id, method, amount, state, reference from payments where order_id = ${id} order by id`;
    const before = await money();

    await deleteAccount(person.user, PASSWORD);
    expect(await tablesWith(texts)).toEqual([]);
    expect(await money()).toEqual(before);
    expect(await sql`select by_user_id from payments where order_id = ${id} order by id`).toEqual([
      { by_user_id: null },
      { by_user_id: admin.id },
      { by_user_id: admin.id },
    ]);
    expect([await buyerOf(small), await buyerOf(note)]).toEqual(Array(2).fill({ name: null, address: null }));
    // The owner still learns of the order; nobody writes to the person any more.
    const kinds = await sql`select kind from messages where order_id = ${id} order by kind`;
    expect(kinds.map(({ kind }) => kind)).toEqual(["new_order", "upi_claimed"]);
    expect(await sql`select 1 from messages where enquiry_id = ${enquiry}`).toEqual([]);
    expect(await sql`select user_id, received, refunded, payment_state from orders where id = ${id}`).toEqual([
      { user_id: null, received: 500_00, refunded: 100_00, payment_state: "part_refunded" },
    ]);
  });

  test("leaves name and address where the law asks for them: from ₹50,000, and on what credits such a document", async () => {
    const person = await aPerson();
    const { id } = await order(person);
    const large = await document(id, 50_000_00, person.texts);
    const note = await document(id, 100_00, person.texts, { credited: large });
    await deleteAccount(person.user, PASSWORD);
    const named = { name: person.texts.recipient, address: person.texts.street };
    expect([await buyerOf(large), await buyerOf(note)]).toEqual([named, named]);
    expect(await tablesWith(Object.values(person.texts))).toEqual(["invoices"]);
  });

  test("leaves name and address on a document for a company, whatever its total: the law asks for its recipient", async () => {
    const person = await aPerson();
    const { id } = await leaveEverything(person);
    await sql`update orders set status = 'Completed' where id = ${id}`;
    const content = { company: companyOf(person.texts) };
    const small = await document(id, 100_00, person.texts, { content });
    const note = await document(id, 50_00, person.texts, { content, credited: small });
    // The law asks for the company's own address, not for that of others.
    const others = { company: { ...companyOf(person.texts), deliveredTo: "others" } };
    const gift = await document(id, 100_00, person.texts, { content: others });
    await deleteAccount(person.user, PASSWORD);
    const named = { name: person.texts.recipient, address: person.texts.street };
    expect([await buyerOf(small), await buyerOf(note)]).toEqual([named, named]);
    expect(await buyerOf(gift)).toEqual({ name: null, address: null });
    expect(await tablesWith(Object.values(person.texts))).toEqual(["invoices"]);
  });

  test("leaves the company of an order that is still to be invoiced, which can decide which tax is charged", async () => {
    const person = await aPerson();
    const { id } = await leaveEverything(person);
    await deleteAccount(person.user, PASSWORD);
    expect(await sql`select company, customer_name from orders where id = ${id}`).toEqual([
      { company: companyOf(person.texts), customer_name: null },
    ]);
  });

  test("leaves what the gateway was paid and has paid back, without the reasons", async () => {
    const person = await aPerson();
    const { id } = await order(person);
    const [paid] = await sql`
      insert into payments (order_id, method, amount, state, reference) values (${id}, 'online', 50000, 'received', ${`pay_${id}`}) returning id`;
    await sql`
      insert into payments (order_id, method, amount, state, reference, reason, refund_of, gateway_key, ask_at)
      select ${id}, 'online', 100, 'refund_pending', reference, ${person.texts.reason}, ${paid?.id}, gen_random_uuid(), now()
      from (values (null), (${`rfnd_${id}`})) r(reference)`;
    const asked = await askForRefund(admin, id, { amount: 100, reason: person.texts.reason }, pool);
    const money = () => sql`
      select id, method, amount, state, reference, gateway_key, refund_of from payments where order_id = ${id} order by id`;
    const before = await money();
    expect([before.length, asked.entries.length]).toEqual([4, 1]);
    await deleteAccount(person.user, PASSWORD);
    expect(await tablesWith(Object.values(person.texts))).toEqual([]);
    expect(await money()).toEqual(before);
  });

  test("touches nobody else's", async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    await leaveEverything(person);
    const { id } = await leaveEverything(other);
    const theirs = await document(id, 100_00, other.texts);
    const before = await exported(other.user);
    await deleteAccount(person.user, PASSWORD);
    expect({ ...(await exported(other.user)), exportedAt: "" }).toEqual({ ...before, exportedAt: "" });
    expect(await buyerOf(theirs)).toMatchObject({ name: other.texts.recipient });
  });

  /** Deletes the account while `work` is being done, which it waits for. */
  async function deletedMeanwhile(person: Person, work: (tx: Executor) => Promise<unknown>) {
    let gone: Promise<void> | undefined;
    await writeDb().transaction(async (tx) => {
      await work(tx);
      gone = deleteAccount(person.user, PASSWORD);
      await waitingForALock();
    });
    await gone;
    expect(await tablesWith(Object.values(person.texts))).toEqual([]);
  }

  test("waits for a claim that is being made, which stays without the person; a later one finds no order", async () => {
    const person = await aPerson();
    const { id } = await order(person);
    await deletedMeanwhile(person, (tx) => claimPayment(person.user, id, { utr: aUtr() }, tx));
    const rows = await sql`select state, by_user_id from payments where order_id = ${id}`;
    expect(rows).toEqual([{ state: "claimed", by_user_id: null }]);
    expect(await refusal(claimPayment(person.user, id, { utr: aUtr() }, pool))).toMatchObject({ code: "not_found" });
  });

  test("waits for an order that is being shipped, and clears its document", async () => {
    const person = await aPerson();
    const { id } = await order(person);
    await deletedMeanwhile(person, (tx) => setOrderStatus(admin, id, "Shipped", tx));
    const documents = await sql`select kind, buyer_name, buyer_address from invoices where order_id = ${id}`;
    expect(documents).toEqual([{ kind: "bill_of_supply", buyer_name: null, buyer_address: null }]);
    expect(await sql`select status from orders where id = ${id}`).toEqual([{ status: "Shipped" }]);
  });

  test("beside claims, refunds, shipping and a message that is being sent leaves nothing either", async () => {
    const wide = connect(16);
    for (let round = 0; round < 2; round++) {
      const person = await aPerson();
      const { id } = await order(person);
      await recordPayment(admin, id, cash(200), pool);
      await sql`update messages set state = 'sending' where order_id = ${id}`;
      const results = await Promise.allSettled([
        ...Array.from({ length: 4 }, () => claimPayment(person.user, id, { utr: aUtr() }, wide)),
        ...Array.from({ length: 4 }, () => refundOrder(admin, id, { amount: 10, reason: "A box" }, wide)),
        deleteAccount(person.user, PASSWORD),
        setOrderStatus(admin, id, "Shipped", wide),
        sql`update messages set state = 'sent', at = now() where order_id = ${id}`,
      ]);
      // The deletion and the shipping, whose invoice is cleared whichever came first.
      expect([results[8]?.status, results[9]?.status]).toEqual(["fulfilled", "fulfilled"]);
      expect(await tablesWith(Object.values(person.texts))).toEqual([]);
    }
  });
});

describe("after its time", () => {
  test.each([
    ["2026-11-22T12:00:00Z", "2018-04-01"],
    // 31 March and 1 April in India.
    ["2027-03-31T18:29:59Z", "2018-04-01"],
    ["2027-03-31T18:30:00Z", "2019-04-01"],
  ])("at %s orders of the years before %s name nobody", (now, day) => {
    expect(oldestNamedDay(new Date(now))).toBe(day);
  });

  test("an enquiry goes a year after it was dealt with, and one that is open stays", async () => {
    const words = { name: "Somebody", email: "some@example.com", phone: "9820000000", subject: "Laddoos" };
    const add = async (doneAt?: string) => {
      const { id } = await sendContact(aVisitor(), { ...words, message: unique("Hello") }, pool);
      if (doneAt) await markEnquiry(admin, id, true, pool);
      if (doneAt) await sql`update enquiries set done_at = ${doneAt} where id = ${id}`;
      return id;
    };
    const ids = [await add("2027-01-10T10:00Z"), await add("2027-01-10T10:01Z"), await add()];
    const [old = 0, recent, open] = ids;
    await purgeByRetention(undefined, new Date("2028-01-10T10:00:30Z"));
    const left = await sql`select id from enquiries where id in ${sql(ids)} order by id`;
    expect(left.map(({ id }) => id)).toEqual([recent, open]);
    expect(await sql`select 1 from messages where enquiry_id = ${old}`).toEqual([]);
  });

  test("a message goes 90 days after it came to its state, or has waited for so long", async () => {
    const add = async (state: string, createdAt: string, at: string) => {
      const [row] = await sql`
        insert into messages (kind, event, state, created_at, at) values ('sold_out', ${unique("e")}, ${state}, ${createdAt}, ${at}) returning id`;
      return row?.id as number;
    };
    const [long, old, recent] = ["2030-01-01T00:00Z", "2031-01-01T00:00Z", "2031-01-01T00:01Z"] as const;
    const gone = await Promise.all([
      ...["sent", "handled", "failed", "unknown"].map((state) => add(state, long, old)),
      add("waiting", old, recent),
    ]);
    const stays = await Promise.all([
      ...["sent", "handled", "failed", "unknown"].map((state) => add(state, long, recent)),
      add("waiting", recent, recent),
      add("sending", long, old),
    ]);
    await purgeByRetention(undefined, new Date(Date.parse(old) + 90 * 86_400_000));
    const left = await sql`select id from messages where id = any(${[...gone, ...stays]}::int[]) order by id`;
    expect(left.map(({ id }) => id)).toEqual(stays.sort((a, b) => a - b));
  });

  test("orders and documents name nobody from 8 years after their financial year; what they are stays", async () => {
    const person = await aPerson();
    const { id } = await leaveEverything(person);
    const later = await order(person);
    const document1 = await document(id, 90_000_00, person.texts, { date: "2035-03-31" });
    const document2 = await document(later.id, 90_000_00, person.texts, { date: "2035-04-01" });
    await sql`update orders set created_at = '2035-03-31T18:29:59Z' where id = ${id}`;
    await sql`update orders set created_at = '2035-03-31T18:30:00Z' where id = ${later.id}`;
    const facts = (of: number) => sql`select total, status, received, refunded, user_id from orders where id = ${of}`;
    const before = await facts(id);
    const stays = ["method", "estimate", "pincode", "area_name", "area_kind", "slot_from", "slot_to"];
    const columns = await sql<{ name: string }[]>`
      select column_name as name from information_schema.columns
      where table_name = 'orders' and data_type = 'text' and is_nullable = 'YES' and column_name <> all(${stays}::text[])`;
    const texts = columns.map(({ name }) => name);
    expect(texts).toContain("recipient_name");
    await sql.unsafe(`update orders set ${texts.map((name) => `${name} = 'left behind'`).join()} where id = ${id}`);
    await sql`update orders set tracking = '{"number": "left behind"}' where id = ${id}`;

    await purgeByRetention(undefined, new Date("2043-03-31T18:29:59Z"));
    expect(await buyerOf(document1)).toMatchObject({ name: person.texts.recipient });
    await purgeByRetention(undefined, new Date("2043-03-31T18:30:00Z"));
    // Every text of an order is about a person, unless it is named here as one that stays.
    const [after = {}] = await sql`select * from orders where id = ${id}`;
    for (const name of texts) expect([name, after[name]]).toEqual([name, null]);
    expect([after.tracking, after.company]).toEqual([null, null]);
    expect(await facts(id)).toEqual(before);
    expect(await sql`select reason from payments where order_id = ${id} and reason is not null`).toEqual([]);
    expect(await sql`select 1 from order_corrections where order_id = ${id}`).toEqual([]);
    expect([await buyerOf(document1), await buyerOf(document2)]).toEqual([
      { name: null, address: null },
      { name: person.texts.recipient, address: person.texts.street },
    ]);
    expect(await sql`select recipient_name from orders where id = ${later.id}`).toEqual([
      { recipient_name: person.texts.recipient },
    ]);
  });

  test("many old orders are cleared in small steps, by several instances at once", async () => {
    await purgeByRetention(undefined, new Date("2047-01-01T00:00Z"));
    await sql`insert into orders (channel, total, recipient_name, status, created_at)
              select 'web', 100, 'Old Person ' || n, 'Completed', '2040-01-01' from generate_series(1, 2600) n`;
    const left = async () =>
      (await sql`select count(*)::int as orders from orders where recipient_name like 'Old Person%'`)[0]?.orders;
    const now = new Date("2055-01-01T00:00Z");
    await purgeByRetention(undefined, now);
    expect(await left()).toBe(600);
    await Promise.all([purgeByRetention(connect(2), now), purgeByRetention(connect(2), now)]);
    expect(await left()).toBe(0);
  });
});
