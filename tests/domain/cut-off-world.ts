// Commands over a connection that is cut off, for cut-off.test.ts and cut-off-everywhere.test.ts.
import { afterAll, expect, vi } from "vitest";
import type { Executor } from "@/db/client";
import { emptyCart, joinCarts, reserve, setQuantity, updateCart } from "@/lib/cart/commands";
import { restock, updateSweet } from "@/lib/catalogue/commands";
import { sendContact } from "@/lib/enquiries/commands";
import { isDatabaseUnavailable } from "@/lib/errors";
import { moveOrder } from "@/lib/orders/correction-commands";
import { placeOrder } from "@/lib/orders/place";
import { purchase } from "@/lib/orders/purchase";
import { refundOrder } from "@/lib/orders/refund-commands";
import { cancelOrder, setOrderStatus } from "@/lib/orders/status-commands";
import { recordPayment } from "@/lib/payments/commands";
import { saveSettings } from "@/lib/settings/commands";
import { defaultSettings } from "@/lib/settings/defaults";
import { currentSettings, forgetSettings } from "@/lib/settings/queries";
import { releaseExpiredHolds } from "@/lib/stock/expired";
import { expectPlacesRight, expectStockRight, expireHolds } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, aVisitor } from "../support/factories";
import { proxiedConnection } from "../support/proxied";
import { saveWindows } from "../support/settings";
import { pool, sql } from "../support/sql";

// Monday, 9:30 in India.
vi.mock("@/lib/clock", () => ({ shopNow: () => new Date("2026-11-23T04:00:00Z") }));

const [admin, buyer] = [await anAdmin(), await aCustomer()];
await saveWindows({ week: defaultSettings.windows.week.map((slot) => ({ ...slot, capacity: 1000 })) });
afterAll(async () => {
  await expectStockRight();
  await expectPlacesRight();
});

const window = { date: "2026-11-25", from: "10:00" };
const delivered = (sweet: { id: number }) => anOrder([[sweet, 2]], { delivery: { pincode: "400028", slot: window } });
const anOrderFor = async (sweet: { id: number }) => placeOrder(buyer, delivered(sweet), { channel: "web" }, pool);

/** Prepares what it needs and gives the command. */
type Command = () => Promise<(db: Executor) => Promise<unknown>>;

/** What changes stock, money and orders. */
export const guarded: Record<string, Command> = {
  "a hold": async () => {
    const [customer, sweet] = [await aCustomer(), await aSweet()];
    return (db) => reserve(customer, { productId: sweet.id, quantity: 2 }, db);
  },
  "a smaller quantity": async () => {
    const sweet = await aSweet();
    await reserve(buyer, { productId: sweet.id, quantity: 5 }, pool);
    return (db) => setQuantity(buyer, sweet.id, { quantity: 1 }, db);
  },
  "a cart that is emptied": async () => {
    const [customer, sweet] = [await aCustomer(), await aSweet()];
    await reserve(customer, { productId: sweet.id, quantity: 2 }, pool);
    return (db) => emptyCart(customer, db);
  },
  "a hold that takes expired units": async () => {
    const sweet = await aSweet({ quantity: 3 });
    await reserve(await aCustomer(), { productId: sweet.id, quantity: 3 }, pool);
    await expireHolds(sweet.id);
    return (db) => reserve(buyer, { productId: sweet.id, quantity: 2 }, db);
  },
  "the release of expired holds": async () => {
    await releaseExpiredHolds(); // those of the rounds before
    const sweet = await aSweet();
    await reserve(await aCustomer(), { productId: sweet.id, quantity: 3 }, pool);
    await expireHolds(sweet.id);
    return (db) => releaseExpiredHolds(db);
  },
  "a cart that is joined at the login": async () => {
    const [visitor, customer, sweet] = [aVisitor(), await aCustomer(), await aSweet()];
    await reserve(visitor, { productId: sweet.id, quantity: 2 }, pool);
    return (db) => joinCarts(customer, visitor.cartToken, db);
  },
  "a checkout": async () => {
    const [sweet, other] = [await aSweet({ quantity: 2 }), await aSweet()];
    await reserve(buyer, { productId: sweet.id, quantity: 2 }, pool);
    await reserve(buyer, { productId: other.id, quantity: 1 }, pool);
    return (db) => placeOrder(buyer, delivered(sweet), { channel: "web", checkout: true }, db);
  },
  "a sale at the till": async () => {
    const sweet = await aSweet({ quantity: 2 });
    return (db) => purchase(admin, sweet.id, { quantity: 2, payment: "cash" }, db);
  },
  "a customer's cancellation": async () => {
    const order = await anOrderFor(await aSweet());
    return (db) => cancelOrder(buyer, order.id, db);
  },
  "an order that leaves Cancelled": async () => {
    const order = await anOrderFor(await aSweet());
    await setOrderStatus(admin, order.id, "Cancelled", pool);
    return (db) => setOrderStatus(admin, order.id, "Pending", db);
  },
  "an order that is shipped, with its invoice": async () => {
    const order = await anOrderFor(await aSweet());
    return (db) => setOrderStatus(admin, order.id, "Shipped", db);
  },
  "an invoiced order that is cancelled and refunded": async () => {
    const order = await anOrderFor(await aSweet());
    await recordPayment(admin, order.id, { method: "cash", amount: 100, reference: null, force: false }, pool);
    await setOrderStatus(admin, order.id, "Shipped", pool);
    const refund = { amount: 100, reason: "A box was damaged" };
    return (db) => setOrderStatus(admin, order.id, "Cancelled", db, { refund });
  },
  "a refund of a part": async () => {
    const order = await anOrderFor(await aSweet());
    await recordPayment(admin, order.id, { method: "cash", amount: 100, reference: null, force: false }, pool);
    await setOrderStatus(admin, order.id, "Shipped", pool);
    return (db) => refundOrder(admin, order.id, { amount: 10, reason: "A box was damaged" }, db);
  },
  "an order that is moved to another window": async () => {
    const order = await anOrderFor(await aSweet());
    return (db) => moveOrder(admin, order.id, { date: "2026-11-26", from: "10:00", force: false }, db);
  },
  "a restock": async () => {
    const sweet = await aSweet();
    return (db) => restock(admin, sweet.id, { quantity: 5 }, db);
  },
  "an edit of a sweet and its stock": async () => {
    const sweet = await aSweet();
    return (db) => updateSweet(admin, sweet.id, { description: "Made of cashews.", stock: 3 }, null, db);
  },
};

export const others: Record<string, Command> = {
  "gift options": async () => (db) => updateCart(buyer, { giftWrap: true, personalMessage: crypto.randomUUID() }, db),
  settings: async () => {
    const { versions } = await currentSettings();
    const { notice: version } = versions;
    return (db) => saveSettings(admin, "notice", { version, value: defaultSettings.notice }, db);
  },
  "an enquiry": async () => {
    const contact = { name: "Asha", email: "asha@example.com", phone: "9820000000", subject: "Ghee" };
    return (db) => sendContact(buyer, { ...contact, message: "Do you make sweets without ghee?" }, db);
  },
};

const TABLES =
  `carts cart_lines sweets stock_ledger orders order_lines order_status_history order_corrections order_totals sweet_sales
  slot_places messages payments invoices invoice_lines invoice_series settings settings_history enquiries`.split(/\s+/);

/** All rows that the commands write, as one text. */
async function state(): Promise<string> {
  const parts = TABLES.map((table) => `select md5(string_agg(t::text, '' order by t::text)) as part from ${table} t`);
  return (await sql.unsafe(parts.join(" union all "))).map((row) => row.part).join();
}

type Count = Awaited<ReturnType<typeof proxiedConnection>>["count"];
/** Does a command on a new connection that is cut there; whether its caller is told that the database is away, and whether anything changed. */
export async function cutOff(prepare: Command, at?: Parameters<Count>[1]) {
  const command = await prepare();
  const connection = await proxiedConnection();
  // Of the same age each time: old ones are read anew, and what is sent meanwhile is a round trip more.
  forgetSettings();
  await currentSettings();
  const before = await state();
  const { trips, commits } = await connection.count(command, at).catch((error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
    return { trips: undefined, commits: undefined };
  });
  await connection.end();
  // Until the server has noticed the end, nothing can be said.
  const isOver = async () => {
    const [left] = await sql`
      select count(*)::int as transactions from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and xact_start is not null and pid <> pg_backend_pid()`;
    expect(left?.transactions).toBe(0);
  };
  await vi.waitFor(isOver, { interval: 5, timeout: 10_000 });
  return { trips, commits, isCut: trips === undefined, isChanged: (await state()) !== before };
}
