import type postgres from "postgres";
import { writeDb } from "@/db/client";
import type { OrderStatus } from "@/db/constants/orders";
import { writeAtOnce } from "@/db/write-slots";
import type { Customer, May, StaffMember } from "@/lib/auth/actor";
import { emptyCart, reserve, updateCart } from "@/lib/cart/commands";
import { restock, throwAway } from "@/lib/catalogue/commands";
import { addDays, indiaDay, isoWeekday } from "@/lib/dates";
import { markEnquiry, sendContact, sendCustomOrder } from "@/lib/enquiries/commands";
import { AppError } from "@/lib/errors";
import { setPacked } from "@/lib/kitchen/commands";
import { correctOrder } from "@/lib/orders/correction-commands";
import { askPaymentGateway, receiveCallback } from "@/lib/orders/online-payments";
import { placeOrder } from "@/lib/orders/place";
import { takeOrder } from "@/lib/orders/purchase";
import { askForRefund, sendRefunds } from "@/lib/orders/refund-commands";
import { orderInput } from "@/lib/orders/schema";
import { cancelOrder, setOrderStatus } from "@/lib/orders/status-commands";
import { takenOrderInput } from "@/lib/orders/taken-schema";
import { claimPayment, confirmPayment, rejectPayment } from "@/lib/payments/commands";
import { openCheckout } from "@/lib/payments/online-commands";
import { callbackForm } from "@/lib/payments/schema";
import { festivalState, momentOf, startOf, windowsOn } from "@/lib/settings/calendar";
import { currentSettings } from "@/lib/settings/queries";
import { enterBatch } from "@/lib/stock/batch-commands";
import { setDays } from "@/lib/stock/plan-commands";
import { weekUnits } from "@/lib/stock/plan-rules";
import type { RazorpayStandIn } from "@/tests/support/razorpay";

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** `packs`: their ids, that of the default one first. `week`: units by weekday, Monday first; null when it is not made for the day. */
type Sweet = { id: number; travels: boolean; packs: number[]; week: number[] | null };
type Planned = Sweet & { week: number[] };

/** An order that was placed, and what is drawn for it. Rupees. */
type Placed = Record<"id" | "total" | "at" | "due" | "fate" | "luck", number> & {
  method: "cod" | "upi" | "online";
  by: Customer | null;
};

/**
 * Who does what, and when: from the first day to a moment of the last one, so many orders on an ordinary day. Without the stand-in of the
 * gateway nobody pays online.
 */
export type Span = {
  owner: StaffMember & May<"plans:write"> & May<"refunds:write"> & May<"stock:write">;
  kitchen: StaffMember & May<"kitchen:write"> & May<"plans:write">;
  counter: StaffMember & May<"messages:write"> & May<"orders:write"> & May<"payments:write">;
  customers: readonly Customer[];
  from: string;
  until: Date;
  ordersPerDay: number;
  seed: number;
  gateway?: RazorpayStandIn;
};

/** Pays back by the gateway what was paid online, and records anything else as paid back. */
export async function refund(owner: Span["owner"], id: number, amount: number, reason: string) {
  const asked = await askForRefund(owner, id, { amount, reason }, writeDb());
  await sendRefunds(asked, writeAtOnce);
}

/** Pseudo-random numbers from a seed (mulberry32): the same days for the same seed, on every machine. */
function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T;
  return { next, below, pick, chance: (part: number) => next() < part };
}

/**
 * Lives the days of a shop by its own commands, one after the other in the order of their time: orders by pages, programs, telephone and at
 * the till, what becomes of them and of their payments, batches, what is thrown away, enquiries. `setTime` moves the clocks, as that of
 * `withMovedClock` does. What the shop refuses is a part of its days; the answer is how often it did, by the code.
 */
export async function live(sql: postgres.Sql, setTime: (at: number) => Promise<void>, span: Span) {
  const { owner, kitchen, counter, customers, from, gateway } = span;
  const until = span.until.getTime();
  const { next, below, pick, chance } = randomOf(span.seed);
  // Those that sell most come first.
  const sweets = await sql<Sweet[]>`
    select s.id, s.travels, pl.week, array_agg(p.id order by p.is_default desc, p.id) as packs
    from sweets s join packs p on p.sweet_id = s.id and p.active left join plans pl on pl.sweet_id = s.id
    where s.deleted_at is null group by s.id, pl.week order by s.slug <> 'kaju-katli', s.featured desc, s.id`;
  const planned = sweets.filter((sweet): sweet is Planned => sweet.week !== null);
  let count = 0;
  const refused: Record<string, number> = {};
  const steps: { at: number; work: () => Promise<unknown> }[] = [];

  const later = (at: number, work: () => Promise<unknown>) => {
    if (at <= until) steps.splice(steps.findLastIndex((step) => step.at <= at) + 1, 0, { at: Math.floor(at), work });
  };
  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused[error.code] = (refused[error.code] ?? 0) + 1;
      return undefined;
    }
  }

  /** At most so many lines, of the first sweets most often. */
  function basket(choice: readonly Sweet[], most: number) {
    const lines = Array.from({ length: 1 + below(most) }, () => {
      const { id, packs } = choice[Math.floor(choice.length * next() ** 1.5)] as Sweet;
      const packId = chance(0.7) ? packs[0] : pick(packs);
      return { productId: id, packId: packId as number, quantity: 1 + Math.floor(4 * next() ** 2) };
    });
    return [...new Map(lines.map((line) => [line.packId, line])).values()];
  }

  function sell() {
    const sale = { items: basket(sweets, 2), payment: pick(["cash", "cash", "upi", "card"]) };
    return takeOrder(counter, takenOrderInput.parse(sale), writeDb());
  }

  async function order(today: string, at: number) {
    const { festivals, windows } = (await currentSettings()).values;
    const open = chance(0.25) ? festivals.find((one) => festivalState(one, new Date(at)) === "open") : undefined;
    // Who asks in the evening gets nothing on the same day.
    const lead = at > momentOf(today, "17:00") ? 1 + below(3) : Math.floor(7 * next() ** 1.3);
    const date = open ? pick(open.days) : addDays(today, lead);
    const day = date > today ? date : null;
    const method = pick([...Array(5).fill("delivery"), "pickup", "pickup", "courier", null] as const);
    const offered = windowsOn(windows, date).filter((window) => startOf(window) > at + 3 * HOUR);
    const slot = method && method !== "courier" && offered.length > 0 ? pick(offered) : undefined;
    const pincode = String((method === "courier" ? 560_001 : chance(0.85) ? 400_001 : 400_601) + below(15));
    const buyer = customers[Math.floor(customers.length * next() ** 2)] as Customer;
    const channel = pick(["counter", "api", ...Array(18).fill("web")] as const);
    // Evenly spread, so that a few hundred orders have of everything.
    const [fate = 0, luck = 0, pay = 0] = [0.8191725, 0.6710436, 0.5497005].map((part) => (part * count) % 1);
    count++;
    const isOnline = gateway && channel !== "counter" && pay > 0.8;
    const paidBy = isOnline ? "online" : pay < 0.35 ? "upi" : "cod";
    const choice = sweets.filter(
      ({ id, travels }) => (!open || open.sweets.includes(id)) && (method !== "courier" || travels),
    );
    if (choice.length === 0) return;
    let items = basket(choice, 4);
    if (channel === "web") {
      const held: typeof items = [];
      for (const item of items) if (await attempt(() => reserve(buyer, { ...item, day }, writeDb()))) held.push(item);
      items = held;
      // Some look at another day and come back.
      if (day && chance(0.25))
        for (const other of [addDays(day, 1), day]) await attempt(() => updateCart(buyer, { day: other }, writeDb()));
    }
    if (items.length === 0) return;
    const delivery = {
      method,
      recipientName: buyer.name,
      deliveryAddress: `${1 + below(300)} Sample Road, Mumbai`,
      phoneNumber: `982${String(buyer.id * 7919).padStart(7, "0")}`,
      notes: chance(0.1) ? "Leave with the watchman" : null,
      ...(method && method !== "pickup" && { pincode }),
      ...(slot ? { slot: { date: slot.date, from: slot.from } } : { day }),
    };
    const input = { items, delivery, giftWrap: chance(0.1), payment: paidBy };
    const placed = await attempt<{ id: number; total: number }>(() =>
      channel === "counter"
        ? takeOrder(counter, takenOrderInput.parse(input), writeDb())
        : placeOrder(buyer, orderInput.parse(input), { channel }, writeDb()),
    );
    if (channel === "web") await emptyCart(buyer, writeDb());
    const due = slot ? startOf(slot) : momentOf(day ?? addDays(today, 1), "14:00");
    if (placed) follow({ ...placed, at, due, method: paidBy, fate, luck, by: channel === "counter" ? null : buyer });
  }

  async function payOnline(by: Customer, id: number, goesWell: boolean) {
    const { orderId } = await openCheckout(by, id, writeAtOnce);
    const payment = gateway?.pay(orderId, { status: goesWell ? "captured" : "failed" });
    if (payment) await receiveCallback(callbackForm.parse(gateway?.callbackFields(payment)), writeAtOnce);
  }

  /** What becomes of an order and of its payment. */
  function follow({ id, total, at, due, method, fate, luck, by }: Placed) {
    const setStatus = (time: number, status: OrderStatus, money = {}) =>
      later(time, () => setOrderStatus(counter, id, status, writeDb(), money));
    const payBack = (time: number, amount: number, reason: string) =>
      later(time, () => refund(owner, id, amount, reason));
    const payer = method !== "cod" && luck < 0.94 ? by : null;
    // One of twenty is not found or fails, and comes again.
    const answers = luck < 0.05 ? [false, true] : [true];
    if (method === "online") {
      for (const [i, goesWell] of answers.entries())
        if (payer) later(at + (2 + 3 * i) * MINUTE, () => payOnline(payer, id, goesWell));
      later(at + 31 * MINUTE, askPaymentGateway);
      // The shop has cancelled it by itself.
      if (!payer) return;
    } else if (payer)
      for (const [i, isThere] of answers.entries()) {
        const time = at + (1 + 2 * i) * HOUR;
        later(time, () => claimPayment(payer, id, { utr: String(600_000_000_000 + 10 * id + i) }, writeDb()));
        later(time + 12 * MINUTE + luck * 90 * MINUTE, async () => {
          const [claim] = await sql`select id from payments where order_id = ${id} and state = 'claimed'`;
          const ids = { orderId: id, paymentId: claim?.id ?? 0 };
          if (isThere) await confirmPayment(counter, ids, { force: false }, writeDb());
          else await rejectPayment(counter, ids, { reason: "Not in the account" }, writeDb());
        });
      }
    if (fate > 0.4 && fate < 0.43)
      later(at + HOUR, () => correctOrder(counter, id, { phoneNumber: "9820000000" }, writeDb()));
    // What is not paid within a day is cancelled, but for a few that somebody has to look at.
    if (method === "upi" && !payer && luck < 0.97)
      return setStatus(at + Math.min(28 * HOUR, (due - at) * 0.7), "Cancelled");
    if (fate > 0.94) {
      const time = at + (due - at) * (0.1 + luck * 0.6);
      later(time, () => (by ? cancelOrder(by, id, writeDb()) : setOrderStatus(counter, id, "Cancelled", writeDb())));
      if (payer && fate < 0.97) payBack(Math.max(time, at + 6 * HOUR) + 40 * MINUTE, total, "Order cancelled");
      return;
    }
    const received = method === "cod" && luck < 0.97 ? total : undefined;
    // One of fifty is late.
    const out = due + fate * HOUR + (fate > 0.92 ? 40 * HOUR : 0);
    setStatus(Math.max(at + 5 * MINUTE, Math.min(at + (1 + 5 * fate) * HOUR, due - 100 * MINUTE)), "Processing");
    later(due - (10 + 80 * luck) * MINUTE, () => setPacked(kitchen, { ids: [id], packed: true }, writeDb()));
    setStatus(out, "Shipped");
    setStatus(out + (1 + 3 * fate) * HOUR, "Completed", { received });
    if (fate < 0.01) payBack(out + 24 * HOUR, total, "Returned");
    else if (fate < 0.04) payBack(out + 24 * HOUR, Math.ceil(total / 4), "A box was damaged");
  }

  /** A batch: a part of what is planned for the day; a negative one corrects. */
  async function bake(day: string, sweet: Planned, part: number) {
    const [own] = await sql`select capacity from plan_days where sweet_id = ${sweet.id} and day = ${day}`;
    const units = Math.ceil(part * (own?.capacity ?? weekUnits(sweet, day)));
    if (units !== 0) await enterBatch(kitchen, { productId: sweet.id, day, units }, writeDb());
  }

  async function waste({ id }: Sweet) {
    const [left] = await sql`select quantity / default_units as packs from sweets where id = ${id}`;
    const isAll = chance(0.7);
    const quantity = isAll ? left?.packs : Math.floor(left?.packs / 2);
    const reason = isAll ? "Past its best" : "Fell while it was packed";
    if (quantity > 0) await throwAway(owner, id, { quantity, reason }, writeDb());
  }

  /** What does not come from the kitchen is bought when it runs low. */
  async function buy() {
    for (const { id } of await sql`
      select id from sweets where low and deleted_at is null and id not in (select sweet_id from plans) order by id`)
      await restock(owner, id, { quantity: 60 }, writeDb());
  }

  async function ask(day: string, at: number) {
    const { name, email } = pick(customers);
    const person = { name, email, phone: "9820011223", message: "Do you deliver to Pune on Sundays?" };
    const wedding = { occasion: "Wedding", eventDate: addDays(day, 30), quantity: `${5 + below(40)} kg`, budget: null };
    const nobody = { kind: "visitor", cartToken: null } as const;
    const { id } = chance(0.35)
      ? await sendCustomOrder(nobody, { ...person, ...wedding }, writeDb())
      : await sendContact(nobody, { ...person, subject: "A question" }, writeDb());
    later(at + 60 * HOUR, () => markEnquiry(counter, id, true, writeDb()));
  }

  function draw(day: string, isRush: boolean) {
    const time = (clock: string) => momentOf(day, clock);
    for (const [i, sweet] of planned.entries()) {
      // Who looks at the shop before that sees the batches of the night.
      const night = Math.min(time("04:30") + i * MINUTE, until);
      const how = next();
      // In parts; or with a nought too many, which is found at once; or most of the tray was burnt.
      later(night, () => bake(day, sweet, how < 0.8 ? 1 : how < 0.85 ? 10 : 0.1));
      if (how > 0.8 && how < 0.85) later(night, () => bake(day, sweet, -9));
      if (how > 0.9) later(time("14:30"), () => bake(day, sweet, 0.9));
      if (chance(0.4)) later(time("22:15") + i * MINUTE, () => waste(sweet));
    }
    later(time("07:00"), buy);
    const noon = time("12:00");
    later(noon, () => ask(day, noon));
    const busy = (isoWeekday(day) > 5 ? 1.3 : 0.9) * (isRush ? 1.2 : 0.9);
    for (let left = Math.round(span.ordersPerDay * busy); left > 0; left--) {
      // Between 8 and 22 o'clock, most around 15.
      const at = time("08:00") + Math.floor(((next() + next()) / 2) * 14 * HOUR);
      later(at, chance(0.2) ? sell : () => order(day, at));
    }
  }

  await setTime(momentOf(from, "00:00"));
  const { festivals } = (await currentSettings()).values;
  // The owner has planned more for the festivals.
  for (const festival of festivals) {
    const days = festival.days.filter((day) => day > from);
    const numbers = planned
      .filter(({ id }) => festival.sweets.includes(id))
      .flatMap((sweet) => days.map((day) => ({ productId: sweet.id, day, capacity: 3 * weekUnits(sweet, day) })));
    if (numbers.length > 0) await setDays(owner, numbers, false, writeDb());
  }
  for (let day = from; day <= indiaDay(span.until); day = addDays(day, 1)) {
    const noon = new Date(momentOf(day, "12:00"));
    draw(
      day,
      festivals.some((festival) => festivalState(festival, noon) === "open"),
    );
    for (let step = steps[0]; step && step.at < momentOf(addDays(day, 1), "00:00"); step = steps[0]) {
      steps.shift();
      await setTime(step.at);
      await attempt(step.work);
    }
  }
  return refused;
}
