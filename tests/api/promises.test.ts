// What /privacy, /cookies and /account promise, sentence by sentence, beside what the shop does.

import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { hashToken } from "@/lib/auth/tokens";
import { trackingToken } from "@/lib/messages/links";
import { razorpay } from "@/lib/payments/razorpay";
import { LOGIN_SECONDS, TRUST_SECONDS } from "@/lib/people/factor-cookies";
import { words } from "./expected";
import { cookieHeader, cookiesOf, page, sendForm, textOf } from "./forms";
import {
  columnsOf,
  cookiesOfAVisit,
  countedOfStrangers,
  dataOf,
  deletion,
  enquiry,
  job,
  nobodyElse,
  tablesWith,
  theOneWithEverything,
} from "./promised";
import { aBrowser, aCustomer, anOrderOf, aSweet, aVisitorsCart, base, call, limited, sql, unique } from "./shop";
import { aVisitorsOrder, press, setStatus } from "./visitors";

/** A promise, and what shows that it is held. */
type Promised = [says: string, holds: () => unknown];

const DAY = 24 * 60 * 60;
// Limits that other files have used up.
beforeAll(() => sql`delete from rate_limits`);

const privacy: Promised[] = [
  [
    "We ask only for what we need to bring you your sweets.",
    async () => {
      // What else there is says something of staff alone, which their employer knows.
      const ofStaff = ["active", "last_seen_at", "staff"];
      expect((await columnsOf("users")).filter((column) => !ofStaff.includes(column))).toEqual(
        words("created_at email id name password_hash role updated_at"),
      );
      await aCustomer();
      const [{ count } = { count: 0 }] = await sql`
        select count(*)::int from users where role = 'customer' and not (active and last_seen_at is null and staff is null)`;
      expect(count).toBe(0);
    },
  ],
  [
    "Your account: name, e-mail address and a password, which we store only as a hash that nobody can read back.",
    async () => {
      const email = `${unique("c")}@mithaas.test`;
      const password = unique("laddoo ");
      await call("POST", "/auth/register", { body: { email, password, name: "Asha Rao" } });
      expect(await tablesWith(password)).toEqual([]);
      const [row] = await sql`select password_hash from users where email = ${email}`;
      expect(row?.password_hash).toMatch(/^\$argon2id\$/);
    },
  ],
  [
    "Your orders: what you bought, the recipient’s name, address, pincode and phone number, how and when it is to reach you, and the notes or personal message that you add; when you order by telephone, at our counter or without an account, the name, phone number and e-mail address that you give us, and without an account also a hash of your cart’s cookie, by which this browser finds the order.",
    async () => {
      const ours = words(
        `address_hash area_kind area_name channel claimed created_at credited_ahead delivery_fee estimate gift_wrap id internal_note packed_at payment_method
        paid_back payment_state received refund_pending refunded status stock_returned total tracking updated_at user_id`,
      );
      const theirs = words(
        `company customer_email customer_name customer_phone day delivery_address method notes personal_message phone_number pincode
        recipient_name slot_date slot_from slot_to`,
      );
      expect(await columnsOf("orders")).toEqual([...ours, ...theirs].sort());
      expect(await columnsOf("order_browsers")).toEqual(["order_id", "token_hash"]);
      const { id, cookie } = await aVisitorsOrder();
      const [, value = ""] = cookie.split("=");
      expect(await tablesWith(value)).toEqual([]);
      expect(await sql`select token_hash from order_browsers where order_id = ${id}`).toEqual([
        { token_hash: hashToken(value) },
      ]);
    },
  ],
  [
    "When you ask for a GST invoice for a company, we store the company’s name and GSTIN as well.",
    async () => {
      const person = await theOneWithEverything();
      const company = { gstin: "29AAGCB7383J1Z4", name: unique("Acme "), deliveredTo: "company" };
      await sql`update orders set company = ${sql.json(company)} where id = ${person.order}`;
      expect((await dataOf(person.cookie)).orders).toMatchObject([{ company }]);
      expect(await tablesWith(company.name)).toEqual(["orders"]);
    },
  ],
  [
    "Your payments: the amount, the method, the day, and the 12-digit UTR of a UPI payment, by which we find it on our bank statement, or the payment service’s number of a payment that you made online, with its fee; the bill or invoice of your order, and what we paid back and why.",
    async () => {
      expect(await columnsOf("payments")).toEqual(
        words(
          "above_due amount ask_at asking at by_user_id created_at fee gateway_key id is_answered method order_id paid_back reason reference refund_of state",
        ),
      );
      expect(await columnsOf("online_payments")).toEqual(words("ask_at failure order_id pay_by since"));
      expect(await columnsOf("gateway_orders")).toEqual(
        words("amount gateway_id is_paid leased_until order_id receipt"),
      );
    },
  ],
  [
    "Your enquiries: what you write to us through the contact and custom order forms.",
    async () => {
      const texts = [unique("Contact "), unique("Custom ")];
      await call("POST", "/contact", { body: enquiry(texts[0]!) });
      await call("POST", "/custom-orders", { body: enquiry(texts[1]!) });
      for (const text of texts) expect(await tablesWith(text)).toEqual(["enquiries"]);
    },
  ],
  [
    "Your pincode: the one that you check delivery for is remembered by your device, in a cookie.",
    async () => {
      const { all } = await cookiesOfAVisit();
      expect(all.filter(({ name }) => name === "mithaas_pincode").map(({ value }) => value)).toEqual(["400028"]);
    },
  ],
  [
    "We store it only with an order.",
    async () => {
      const columns = await sql`
        select table_name as name from information_schema.columns where table_schema = 'public' and column_name like '%pincode%'`;
      expect(columns.map(({ name }) => name)).toEqual(["orders"]);
    },
  ],
  [
    "They belong to your account when you are signed in, and to no account otherwise, whatever e-mail address they name.",
    async () => {
      const victim = { email: `${unique("victim")}@mithaas.test`, secret: unique("Secret ") };
      await call("POST", "/contact", { body: enquiry(victim.secret, victim.email) });
      await call("POST", "/custom-orders", { body: enquiry(victim.secret, victim.email) });
      // Somebody else registers the address, and reads nothing of it.
      const { body } = await call("POST", "/auth/register", { body: { email: victim.email, password: "laddoo-1985" } });
      const cookie = await aBrowser(victim);
      expect((await dataOf(cookie)).enquiries).toEqual([]);
      // Signed in, every way of writing belongs to the sender, whatever e-mail is named.
      const origin = { origin: base };
      const own = ["by token", "by cookie", "custom by token", "by the form", "custom by the form"].map((way) =>
        unique(`${way} `),
      );
      await call("POST", "/contact", { token: body.accessToken, body: enquiry(own[0]!) });
      await call("POST", "/contact", { cookie, headers: origin, body: enquiry(own[1]!) });
      await call("POST", "/custom-orders", { token: body.accessToken, body: enquiry(own[2]!) });
      await sendForm("/contact", "subject", enquiry(own[3]!), cookie);
      await sendForm("/custom-orders", "occasion", { ...enquiry(own[4]!), occasion: "Wedding" }, cookie);
      const sent = (await dataOf(cookie)).enquiries.map(({ message }: { message: string }) => message);
      expect(sent).toEqual(own);
      const other = await aBrowser(await aCustomer());
      expect((await dataOf(other)).enquiries).toEqual([]);
    },
  ],
  ["Your cart: which sweets are in it, for at most 30 days after your last change.", job("delete old carts")],
  [
    "While it holds sweets for you, it has a keyed hash of your internet address when you are not signed in or your account is younger than a day, so that nobody can hold all of a sweet.",
    async () => {
      const { id } = await aSweet();
      const [young, old] = [await aCustomer(), await aCustomer()];
      await sql`update users set created_at = now() - interval '25 hours' where id = ${old.id}`;
      for (const { token } of [{ token: undefined }, young, old])
        await call("POST", "/cart/reserve", { at: limited, token, body: { productId: id } });
      const hash = expect.stringMatching(/^[\w-]{43}$/);
      const lines = await sql`select address_hash from cart_lines where sweet_id = ${id} order by cart_id`;
      expect(lines.map((line) => line.address_hash)).toEqual([hash, hash, null]);
    },
  ],
  [
    "An order without an account, or of one younger than a day, has it for a day, for the same reason.",
    // That it goes after a day: tests/domain/order-limits.test.ts.
    async () => {
      const { id: sweet } = await aSweet();
      const body = anOrderOf(sweet);
      const { id } = (await call("POST", "/orders", { at: limited, token: (await aCustomer()).token, body })).body;
      const recipientName = unique("Sunita ");
      const typed = { recipientName, deliveryAddress: "12 Some Road, Mumbai", phoneNumber: `9${Date.now()}` };
      await sendForm("/checkout?guest=1", "recipientName", typed, await aVisitorsCart(sweet), limited);
      const hash = { address_hash: expect.stringMatching(/^[\w-]{43}$/) };
      const placed = await sql`select address_hash from orders where id = ${id} or customer_name = ${recipientName}`;
      expect(placed).toEqual([hash, hash]);
    },
  ],
  // tests/domain/hold-limits.test.ts ends a hold in every way.
  ["The hash is deleted with the last hold.", job("expire holds")],
  [
    "Our messages to you: which ones we sent and when, such as that your order was shipped.",
    async () => {
      const person = await theOneWithEverything();
      const { messages } = await dataOf(person.cookie);
      expect(messages).toContainEqual(expect.objectContaining({ kind: "order_received", orderId: person.order }));
    },
  ],
  [
    "Their text is made when they are sent, and we do not store it.",
    async () => {
      // One may be merged into another, or postponed: that is an id and a yes or no.
      const others = /(^|_)id$|(^|_)at$|^merged_into$|^postponed$/;
      const texts = (await columnsOf("messages")).filter((name) => !others.test(name));
      expect(texts).toEqual(["attempts", "email", "event", "kind", "last_error", "state"]);
    },
  ],
  [
    "We do not ask for card or bank details: you pay on delivery, or in advance in your own UPI app, and give us the UTR of that payment, or online on the page of our payment service, which alone gets them.",
    async () => {
      const columns = await sql`select table_name, column_name from information_schema.columns
      where table_schema = 'public' and column_name ~ '(card|bank|iban|cvv|upi)'`;
      expect([...columns]).toEqual([]);
    },
  ],
  [
    "When you pay online, our payment service, Razorpay, gets your name, e-mail address and telephone number, the number of the order and the amount.",
    () => {
      const secrets = { keyId: "key", keySecret: "secret", webhookSecret: "secret" };
      const gateway = razorpay({ api: "https://gateway.test", appUrl: "https://shop.test", ...secrets });
      const order = { gatewayId: "order_1", orderId: 12, amount: 140800 };
      const who = { name: "Asha Rao", email: "asha@mithaas.test", phone: "98200 12345" };
      const { fields } = gateway.formOf({ ...order, ...who });
      const theirs = { "prefill[name]": who.name, "prefill[email]": who.email, "prefill[contact]": who.phone };
      expect(fields).toMatchObject({ ...theirs, amount: "140800", description: "Order #12" });
      expect(Object.keys(fields).sort()).toEqual(
        [
          ...Object.keys(theirs),
          ...words("amount callback_url cancel_url currency description key_id name order_id"),
        ].sort(),
      );
    },
  ],
  [
    "The few cookies that the shop needs are listed in our Cookie Policy.",
    async () => {
      expect(textOf(await page("/cookies"))).toContain("The cookies we set");
    },
  ],
  [
    "To keep the shop safe: we count failed logins, requests for a new password and how much one internet address sends.",
    async () => {
      const keys = await countedOfStrangers();
      expect(keys.map((key) => key.split(":")[0])).toEqual(expect.arrayContaining(["contact", "login", "forgot"]));
      // Whose login it was is stored as a hash.
      expect(keys.filter((key) => key.includes("nobody@"))).toEqual([]);
    },
  ],
  [
    "We delete such a count after 65 minutes at most, and nothing else that we store names an internet address.",
    async () => {
      await job("purge expired")();
      for (const address of ["127.0.0.1", "::1"])
        expect([address, (await tablesWith(address)).filter((table) => table !== "rate_limits")]).toEqual([
          address,
          [],
        ]);
      // What is logged of no request may name the address of the database.
      const lines = readFileSync(process.env.TEST_SHOP_LOG ?? "", "utf8").split("\n");
      const ofRequests = lines.filter((line) => /"requestId":"[^"]{2,}"/.test(line)).join("\n");
      expect(ofRequests).toMatch(/"route":"\/api\/contact"/);
      expect(ofRequests).not.toMatch(/127\.0\.0\.1|::1/);
    },
  ],
  ["We do not sell your data, we do not advertise with it, and we do not follow you around the web.", nobodyElse],
  ["Nobody else gets any of it.", nobodyElse],
  [
    "Our messages contain a link with which your order can be followed without signing in: its status, sweets, delivery window or courier, and how it is paid, without your name, address or phone number.",
    async () => {
      const person = await theOneWithEverything();
      const shown = textOf(await page(`/track/${trackingToken(person.order)}`));
      expect(shown).toContain("Processing");
      for (const text of [person.name, person.street, person.note, person.gift, person.email, "98200 11111"])
        expect(shown).not.toContain(text);
    },
  ],
  ["It stops working 90 days after the order was delivered or cancelled, and when your account is deleted.", deletion],
  [
    "We store orders and their bills for as long as the law requires: 8 years after the end of the financial year.",
    async () => {
      const person = await theOneWithEverything();
      await sql`update orders set created_at = now() - interval '8 years' where id = ${person.order}`;
      expect((await call("GET", `/orders/${person.order}`, { token: person.token })).status).toBe(200);
      await sql`update orders set created_at = now() where id = ${person.order}`;
    },
  ],
  [
    "From that day on you can have your details deleted from it, by a button under My Orders in the browser that has it: they are gone at once, and what was bought and paid stays in our books without you, but for the name and address on a GST invoice for a company, or on a bill or invoice of ₹50,000 or more.",
    // A large bill and one for a company: tests/domain/privacy.test.ts.
    async () => {
      const { id, cookie, person } = await aVisitorsOrder();
      expect(textOf(await page("/orders", cookie))).not.toContain("Delete my details");
      await setStatus(id, "Completed");
      expect((await press(`/orders/${id}`, "Delete my details", cookie)).status).toBe(303);
      for (const text of [person.recipientName, person.deliveryAddress, person.notes, person.email])
        expect([text, await tablesWith(text)]).toEqual([text, []]);
      const left =
        await sql`select total > 0 as counts, phone_number, customer_phone, status from orders where id = ${id}`;
      expect(left).toEqual([{ counts: true, phone_number: null, customer_phone: null, status: "Completed" }]);
      expect(await sql`select 1 from invoices where order_id = ${id}`).toHaveLength(1);
      expect(textOf(await page("/orders", cookie))).toContain("Please login to view your orders.");
    },
  ],
  [
    "There you can also have this browser forget the order, which then ends its access to it.",
    async () => {
      const { id, cookie, person } = await aVisitorsOrder();
      await press("/orders", "Forget these orders on this device", cookie);
      expect(textOf(await page(`/orders/${id}`, cookie))).toContain("Please login to view your orders.");
      expect(await tablesWith(person.recipientName)).toContain("orders");
    },
  ],
  [
    "When you add the order to an account, it is stored as the account’s other orders are.",
    async () => {
      const { id, cookie } = await aVisitorsOrder();
      const person = await aCustomer();
      await press("/orders", "Add", `${await aBrowser(person)}; ${cookie}`);
      const [order] = await sql`
        select user_id, customer_name, customer_phone, customer_email,
               (select count(*)::int from order_browsers where order_id = orders.id) as browsers from orders where id = ${id}`;
      expect(order).toEqual({
        user_id: person.id,
        customer_name: null,
        customer_phone: null,
        customer_email: null,
        browsers: 0,
      });
    },
  ],
  [
    "We delete enquiries a year after they have been dealt with, and the list of our messages to you after 90 days.",
    // tests/domain/privacy.test.ts lets the year and the days pass.
    job("purge by retention"),
  ],
  [
    "Your account stays until you delete it, which you can do yourself on your account page: it is gone at once, and so are your name, addresses and messages.",
    deletion,
  ],
  ["What was ordered and paid stays in our books without you, with the UTR of a UPI payment.", deletion],
  [
    "How orders, returns and refunds work is in our Terms of Service and Returns and Refunds; for everything else there is the contact page.",
    async () => {
      for (const path of ["/terms", "/returns", "/contact"]) await page(path);
    },
  ],
];

/** The shop's names of the cookies that the page calls otherwise. */
const named: Record<string, string> = {
  Session: "authjs.session-token",
  Cart: "mithaas_cart",
  "Known browser": "mithaas_known",
};
const lives: Record<string, number> = {
  "30 days": 30 * DAY,
  "400 days": 400 * DAY,
  "a minute": 60,
  "an hour": 60 * 60,
  "a year": 365 * DAY,
};

/** What a row of the table says, held to the cookie as it is set. */
const cookieRow = (name: string, use: string, stays: string): Promised => [
  `${name}${use}${stays}`,
  async () => {
    const set = (await cookiesOfAVisit()).all.filter((cookie) => cookie.name === (named[name] ?? name));
    expect(set.length).toBeGreaterThan(0);
    for (const { seconds } of set) expect(seconds).toBe(lives[stays]);
  },
];

const cookies: Promised[] = [
  [
    "We set only the cookies that the shop needs.",
    async () => {
      const rows = [...(await page("/cookies")).matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
        textOf(/<td.*?<\/td>/s.exec(row ?? "")?.[0] ?? ""),
      );
      const listed = rows.filter(Boolean).map((name) => named[name] ?? name);
      expect(new Set((await cookiesOfAVisit()).all.map(({ name }) => name))).toEqual(new Set(listed));
    },
  ],
  ["There is no advertising, no analytics and no third party, so there is no cookie banner either.", nobodyElse],
  cookieRow("Session", "Keeps you signed in. Gone when you log out.", "30 days"),
  cookieRow(
    "Cart",
    "Remembers your cart before you sign in, and finds the orders that you place without an account.",
    "400 days",
  ),
  cookieRow("mithaas_hint", "Shows your name and the number of items in your cart at the top of each page.", "30 days"),
  cookieRow("mithaas_flash", "Shows a message, such as a welcome, on the next page.", "a minute"),
  cookieRow(
    "mithaas_pincode",
    "Remembers the pincode that you checked, so that you see when and for how much we deliver.",
    "a year",
  ),
  cookieRow(
    "mithaas_return",
    "Remembers your e-mail address, and where you were going, while you choose a new password. Gone when you sign in.",
    "an hour",
  ),
  cookieRow(
    "Known browser",
    "Remembers that this browser has signed in before, so that strangers cannot lock you out.",
    "a year",
  ),
  // tests/api/second-factor.test.ts shows both.
  [
    "Our staff, who may sign in with a code, get two more: one for ten minutes while they enter it, and one for 30 days where they trust their browser.",
    () => expect([LOGIN_SECONDS, TRUST_SECONDS]).toEqual([600, 30 * DAY]),
  ],
  [
    "The day that you choose for your sweets is stored there under the name mithaas:day until you choose today, or come back after it is over.",
    // tests/components/day.test.tsx shows that it is removed.
    () => expect(readFileSync("lib/cart/constants.ts", "utf8")).toContain('DAY_KEY = "mithaas:day"'),
  ],
  [
    "While you order, what you type into the delivery form is stored there under the name mithaas:delivery, so that you find it again when the tab was closed: until the order is placed, until you log out, or until somebody else signs in here.",
    () => {
      const files = ["app", "components", "lib", "public"].flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
      );
      const ours = files.filter((file) => /\.(tsx?|js)$/.test(file));
      const storing = ours.filter((file) => /Storage\.setItem|ui\/storage"/.test(readFileSync(file, "utf8"))).sort();
      // The admin's own drafts, of a sweet and of settings, are no shopper's.
      const ofShoppers = storing.filter((file) => !file.startsWith("components/admin/"));
      const named = [
        "components/cart/left-changes.ts",
        "components/layout/delivery-draft.ts",
        "components/layout/theme.ts",
        "components/stock/day-store.ts",
        "components/ui/storage.ts",
      ];
      expect(ofShoppers).toEqual(named);
    },
  ],
  [
    "After a day it is deleted when you come back.",
    // tests/components/checkout-form.test.tsx lets the day pass.
    () => expect(readFileSync("components/layout/viewer-sync.tsx", "utf8")).toContain("dropOldDraft()"),
  ],
  [
    "A change of your cart that is still on its way when you leave a page is stored in the tab’s session storage under the name mithaas:left-cart until the tab shows your cart again, and at the latest until the tab is closed.",
    // tests/e2e/cart.spec.ts shows what comes of it.
    () =>
      expect(readFileSync("components/cart/left-changes.ts", "utf8")).toContain('STORAGE_KEY = "mithaas:left-cart"'),
  ],
  [
    "A page for when you are offline is stored with its pictures and fonts; nothing of yours is in it.",
    async () => {
      const session = (await cookiesOfAVisit()).session;
      expect(await page("/offline", session)).toBe(await page("/offline"));
    },
  ],
  [
    "You can still look around, but you cannot fill a cart or sign in.",
    async () => {
      for (const path of ["/home", "/products", "/faq", "/cart", "/login"]) await page(path);
    },
  ],
];

const account: Promised[] = [
  [
    "A new password signs you out on your other devices.",
    async () => {
      const person = await aCustomer();
      const [here, elsewhere] = [await aBrowser(person), await aBrowser(person)];
      const values = { currentPassword: person.password, password: "barfi-1985", confirmPassword: "barfi-1985" };
      const fresh = cookieHeader(cookiesOf(await sendForm("/account", "currentPassword", values, here)));
      for (const cookie of [here, elsewhere]) expect((await call("GET", "/auth/me", { cookie })).status).toBe(401);
      expect((await call("GET", "/auth/me", { token: person.token })).status).toBe(401);
      expect((await call("GET", "/auth/me", { cookie: fresh })).status).toBe(200);
    },
  ],
  [
    "Where you are signed in",
    async () => {
      const person = await aCustomer();
      const text = textOf(await page("/account", await aBrowser(person)));
      expect(text).toContain("API token");
      await job("purge expired")();
    },
  ],
  [
    "A copy of all your data (JSON): account, orders, payments, cart, messages and sessions",
    async () => {
      const person = await theOneWithEverything();
      const data = await dataOf(person.cookie);
      expect(data.account).toMatchObject({ name: person.name, email: person.email, role: "customer" });
      expect(data.orders).toMatchObject([
        {
          id: person.order,
          deliveryAddress: person.street,
          notes: person.note,
          personalMessage: person.gift,
          corrections: [{ field: "deliveryAddress", from: person.street }],
        },
      ]);
      expect(data.cart).toEqual({
        items: [{ name: person.sweet.name, pack: "1 piece", quantity: 2, addressHash: null }],
        giftWrap: false,
        personalMessage: person.gift,
        day: null,
      });
      expect(data.enquiries).toMatchObject([
        { kind: "contact", message: person.message, email: person.email, doneAt: null },
      ]);
      expect(data.sessions.map(({ kind }: { kind: string }) => kind).sort()).toEqual(["api", "browser"]);
      expect(JSON.stringify(data)).not.toContain("argon2");
      expect((await fetch(`${base}/account/data`)).status).toBe(401);
    },
  ],
  ["We erase your name, addresses and messages. Your orders stay in our books without them.", deletion],
];

/** What people do, and no program can show; where a comment says so, other tests do. */
const byPeople: Record<string, string[]> = {
  "/privacy": [
    "This page says what that is and what we do with it.",
    "To make, pack and deliver your order, and to tell you how it is coming along.",
    "To answer you, and to put things right when something went wrong.",
    "To do the accounts that the law asks of a food business.",
    "The rider or courier gets the name, address and phone number on the box.",
    "When you pay by UPI, your app and the banks see the number of the order and the amount, as with every payment.",
    "Our mail provider carries our messages to your address, and WhatsApp to your phone number those that we write there.",
    // What is sent, and where to: tests/domain/webhooks.test.ts.
    "Programs that we use for our books and our kitchen may receive your order, over an encrypted connection.",
    "Authorities get what the law obliges us to give.",
    "Whoever has the link can open it, so pass it on only to those who may see that.",
    // tests/domain/privacy.test.ts and tests/faults/retention.test.ts move the clock.
    "The years of an order without an account are counted from the day on which it was completed or cancelled.",
    "Then we remove every name, address, phone number and note from them but the name and GSTIN of a company on its GST invoice, also when you still have an account.",
    // tests/domain/webhooks.test.ts lets 30 days pass.
    "Our record of what was sent to those programs is deleted after 30 days.",
    // tests/domain/privacy.test.ts
    "Only a GST invoice for a company, and a bill or invoice of ₹50,000 or more, keep the buyer’s name and address, because tax law asks for them.",
    "An enquiry that you sent without signing in is not tied to you: ask us, and we delete it.",
    "You may see what we hold about you, have it corrected, have it deleted where no law says otherwise, and withdraw your consent.",
    "Write to our grievance officer at",
    "We answer within 24 hours and settle the matter within a month.",
  ],
  "/cookies": [
    "When you choose the light or the dark theme, your browser remembers it under the name theme in its local storage.",
    "It is never sent to us.",
    "You can delete or block cookies in your browser’s settings.",
    "What we do with the data behind the cookies is in our Privacy Policy, and questions are welcome on the contact page.",
  ],
  "/account": ["Messages that you sent without signing in are not tied to you: ask us to delete those."],
};

/** The sentences of a policy page: of its paragraphs, its list items and the rows of its tables. */
async function sentencesOf(path: string): Promise<string[]> {
  const [article = ""] = /<article\b.*?<\/article>/s.exec(await page(path)) ?? [];
  const body = article.replace(/<thead\b.*?<\/thead>/gs, "");
  return [...body.matchAll(/<(p|li|tr)\b[^>]*>(.*?)<\/\1>/gs)].flatMap(([, tag, html = ""]) =>
    tag === "tr" ? [textOf(html)] : textOf(html).split(/(?<=\.) (?=[A-Z])/),
  );
}

describe.each([
  ["/privacy", privacy],
  ["/cookies", cookies],
] as const)("%s", (path, promises) => {
  test("has no sentence that is not looked at here", async () => {
    const sentences = (await sentencesOf(path)).filter((text) => text && !text.startsWith("Last updated"));
    const known = [...promises.map(([says]) => says), ...(byPeople[path] ?? [])];
    expect(sentences.filter((sentence) => !known.some((says) => sentence.startsWith(says)))).toEqual([]);
    expect(known.filter((says) => !sentences.some((sentence) => sentence.startsWith(says)))).toEqual([]);
  });
});

test("/account says what is looked at here", async () => {
  const text = textOf(await page("/account", await aBrowser(await aCustomer())));
  for (const says of [...account.map(([says]) => says), ...(byPeople["/account"] ?? [])]) expect(text).toContain(says);
});

const shown = Object.entries({ "/privacy": privacy, "/cookies": cookies, "/account": account }).flatMap(
  ([path, promises]) => promises.map(([says, holds]) => [path, says, holds] as const),
);
test.each(shown)("%s: %s", async (_path, _says, holds) => {
  await holds();
});
