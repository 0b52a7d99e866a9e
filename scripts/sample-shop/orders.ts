import { methodOf, poolOf } from "@/lib/delivery/fulfilment";
import { areaOf, feeOf } from "@/lib/delivery/rules";
import { GIFT_WRAP_PAISE, toPaise } from "@/lib/money";
import { retention } from "@/lib/privacy/constants";
import { windowsOn } from "@/lib/settings/calendar";
import type { Area, SettingValues } from "@/lib/settings/schema";
import { type Bill, paymentState, SampleDocuments } from "./documents";
import type { SampleStock, SoldLine, Sweet } from "./stock";
import { DAY_MS, type Demand, dayAt, dayText, HOUR_MS, instantOf, MINUTE_MS, type OrderDemand } from "./stream";
import { type Tables, timeOf } from "./tables";

export type Buyer = { id: number; name: string; address: string; phone: string };
type Payment = { id: number; amount: number; state: string; reason: string | null; since: number; at: number };
type Order = OrderDemand<Sweet> & {
  id: number;
  by: Buyer | null;
  sold: SoldLine[];
  slot: { date: string; from: string; to: string } | null;
  area: Area | null;
  fee: number;
  total: number;
  status: string;
  payments: Payment[];
  bill: Bill | null;
  packedAt: number | null;
  changedAt: number;
  /** Steps that are still to come. */
  steps: number;
};
type Step = {
  kind: "Processing" | "packed" | "Shipped" | "Completed" | "Cancelled" | "claim" | "confirm" | "reject" | "refund";
  at: number;
  order: Order;
};

export type World = {
  tables: Tables;
  stock: SampleStock;
  settings: SettingValues;
  buyers: readonly Buyer[];
  /** The owner, who confirms and ships. */
  staff: number | null;
  /** The present: nothing happens after it. */
  until: number;
  /** The last ids and the last number of each series that are taken: they grow. */
  ids: { orders: number; history: number; payments: number; invoices: number };
  series: Map<string, number>;
  /** Orders that hold a place, by date, time and pool. */
  places: Map<string, number>;
};

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Orders, their payments and documents from the demand to the last step, in memory; what has ended, or has no step before the present, is rows. */
export class SampleOrders {
  private readonly coming = new Map<number, Step[]>();
  private queue: (Demand<Sweet> | Step)[] = [];
  private cursor = 0;
  private today = 0;
  private readonly documents: SampleDocuments;
  constructor(private readonly world: World) {
    this.documents = new SampleDocuments(world);
  }

  /** All that happens on a day, in the order of its time. */
  live(day: number, demands: readonly Demand<Sweet>[]) {
    const { stock, until } = this.world;
    this.today = day;
    this.queue = [...demands, ...(this.coming.get(day) ?? [])].sort((a, b) => a.at - b.at);
    this.coming.delete(day);
    for (this.cursor = 0; this.cursor < this.queue.length; this.cursor++) {
      const event = this.queue[this.cursor] as Demand<Sweet> | Step;
      // Somebody who looks before six in the morning sees the batches of the night.
      const at = event.kind === "batch" && event.part <= 1 ? Math.min(event.at, until) : event.at;
      if (at > until) continue;
      if (event.kind === "batch") stock.bake(event.sweet, day, event.part, at);
      else if (event.kind === "waste") stock.throwAway(event.sweet, event.part, at);
      else if (event.kind === "order") this.place(event);
      else this.go(event);
    }
  }

  private later(order: Order, at: number, kind: Step["kind"]) {
    if (at > this.world.until) return;
    order.steps++;
    const step = { at, order, kind };
    if (dayAt(at) > this.today) {
      const steps = this.coming.get(dayAt(at));
      if (steps) steps.push(step);
      else this.coming.set(dayAt(at), [step]);
      return;
    }
    let [low, high] = [this.cursor + 1, this.queue.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.queue[middle]?.at ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    this.queue.splice(low, 0, step);
  }

  /** A place in the window that was asked for, or in one after it on the same day. */
  private findSlot({ at, method, day, window }: OrderDemand<Sweet>): Order["slot"] {
    const { settings, places } = this.world;
    if (day === null || method === null || method === "courier") return null;
    const offered = windowsOn(settings.windows, dayText(day)).filter(
      ({ from }) => instantOf(day, minutesOf(from)) > at + 3 * HOUR_MS,
    );
    for (const { date, from, to, capacity } of offered.slice(Math.floor(offered.length * window))) {
      const key = `${date} ${from} ${poolOf(method)}`;
      const taken = places.get(key) ?? 0;
      if (taken >= (method === "pickup" ? settings.windows.pickupCapacity : capacity)) continue;
      places.set(key, taken + 1);
      return { date, from, to };
    }
    return null;
  }

  private place(demand: OrderDemand<Sweet>) {
    const { ids, buyers, settings, stock } = this.world;
    const { at, channel } = demand;
    const isTill = channel === "counter";
    const slot = this.findSlot(demand);
    const area =
      (slot || demand.method === "courier") && demand.pincode ? areaOf(settings.areas, demand.pincode) : null;
    const by = isTill ? null : (buyers[Math.floor(buyers.length * demand.buyer)] ?? null);
    const day = demand.day !== null && demand.day > this.today ? demand.day : null;
    const order: Order = {
      ...{ ...demand, id: ++ids.orders, by, slot, area, day, method: area ? methodOf(area) : slot && demand.method },
      ...{
        sold: [],
        fee: 0,
        total: 0,
        status: "Pending",
        payments: [],
        bill: null,
        packedAt: null,
        changedAt: at,
        steps: 1,
      },
    };
    const of = { order: order.id, day, at, buyer: by?.id ?? null, isTill, held: channel === "web" };
    order.sold = demand.lines.flatMap((line) => stock.take(line, of) ?? []);
    if (order.sold.length === 0) order.sold = [demand.spare].flatMap((line) => stock.take(line, of) ?? []);
    const value = order.sold.reduce((sum, { pack, quantity }) => sum + pack.price * quantity, 0);
    order.fee = area ? toPaise(feeOf(area, value / 100)) : 0;
    order.total = value + order.fee + (demand.giftWrap ? GIFT_WRAP_PAISE : 0);
    this.enter(order, at, null);
    if (isTill) {
      this.pay(order, at, "received");
      this.complete(order, at);
    } else this.plan(order);
    this.end(order);
  }

  /** When the order and its payment go on. */
  private plan(order: Order) {
    const { at, slot, day, fate, payment, payBy, method, cancelAfter } = order;
    const start = slot ? instantOf(Math.max(day ?? 0, this.today), minutesOf(slot.from)) : 0;
    // One of fifty is late.
    const due = (slot ? start : instantOf(Math.max(day ?? 0, this.today + 1), 840)) + (fate > 0.98 ? 40 * HOUR_MS : 0);
    if (payBy === "upi" && payment < 0.94) {
      const answer = at + 20 * MINUTE_MS + payment * 12 * HOUR_MS;
      this.later(order, at + 10 * MINUTE_MS, "claim");
      // One of twenty is not found, and comes again.
      this.later(order, answer, payment < 0.05 ? "reject" : "confirm");
      if (payment < 0.05) {
        this.later(order, answer + HOUR_MS, "claim");
        this.later(order, answer + 2 * HOUR_MS, "confirm");
      }
    }
    // What is not paid within a day is cancelled, but for a few that somebody has to look at.
    if (payBy === "upi" && payment >= 0.94 && payment < 0.995)
      return this.later(order, Math.floor(at + Math.min(28 * HOUR_MS, (due - at) * 0.7)), "Cancelled");
    if (cancelAfter !== null) return this.later(order, Math.floor(at + (due - at) * cancelAfter), "Cancelled");
    const begins = Math.min(at + (1 + 5 * fate) * HOUR_MS, due - 100 * MINUTE_MS);
    const onTheWay = (method === "courier" ? 24 + 48 * fate : 1 + 3 * fate) * HOUR_MS;
    this.later(order, Math.floor(Math.max(at + 5 * MINUTE_MS, begins)), "Processing");
    this.later(order, Math.floor(due - (10 + 80 * payment) * MINUTE_MS), "packed");
    this.later(order, Math.floor(due + fate * HOUR_MS), "Shipped");
    this.later(order, Math.floor(due + fate * HOUR_MS + onTheWay), "Completed");
  }

  private go({ order, kind, at }: Step) {
    const claim = order.payments.at(-1);
    if (kind === "packed") order.packedAt = at;
    else if (kind === "claim") this.pay(order, at, "claimed");
    else if (kind === "confirm" || kind === "reject") {
      if (claim) Object.assign(claim, { at, state: kind === "confirm" ? "received" : "failed" });
      if (claim && kind === "reject") claim.reason = "Not in the account";
      this.tell(
        kind === "confirm" ? "payment_received" : "payment_rejected",
        claim?.id ?? 0,
        order,
        claim?.id ?? null,
        at,
      );
      if (kind === "confirm" && order.status === "Cancelled") this.later(order, at + 40 * MINUTE_MS, "refund");
    } else if (kind === "refund") this.refund(order, at);
    else if (kind === "Cancelled") this.cancel(order, at);
    else if (kind === "Completed") this.complete(order, at);
    else {
      this.enter(order, at, kind);
      if (kind === "Shipped") this.documents.invoice(order, at);
    }
    order.changedAt = at;
    this.end(order);
  }

  /** Enters a status in the history; null: the order is new. */
  private enter(order: Order, at: number, to: Step["kind"] | null) {
    const { tables, ids, staff } = this.world;
    const id = ++ids.history;
    const user = to === null || to === "Cancelled" ? (order.by?.id ?? staff) : staff;
    tables.order_status_history.add(id, order.id, to && order.status, to ?? order.status, user, timeOf(at));
    order.status = to ?? order.status;
    if (order.channel === "counter" || to === "Processing") return;
    if (to) return this.tell(`order_${to.toLowerCase()}`, id, order, null, at);
    this.tell("order_received", order.id, order, null, at);
    this.tell("new_order", order.id, order, null, at);
  }

  private tell(kind: string, event: number, order: Order, payment: number | null, at: number) {
    if (at < this.world.until - retention.messageDays * DAY_MS) return;
    const [time, state] = [timeOf(at), order.id % 997 === 0 ? "failed" : "sent"];
    this.world.tables.messages.add(kind, `${kind}:${event}`, order.id, payment, state, 1, time, time, time);
  }

  private pay(order: Order, at: number, state: string, amount = order.total, reason: string | null = null) {
    const id = ++this.world.ids.payments;
    order.payments.push({ id, amount, state, reason, since: at, at });
    const kind = state === "claimed" ? "upi_claimed" : state === "refunded" ? "refund" : "payment_received";
    if (order.channel !== "counter") this.tell(kind, id, order, id, at);
  }

  private complete(order: Order, at: number) {
    this.enter(order, at, "Completed");
    this.documents.invoice(order, at);
    if (order.payBy === "cod" && order.payment < 0.97) this.pay(order, at, "received");
    if (order.channel !== "counter" && order.fate < 0.015) this.later(order, at + 20 * HOUR_MS, "refund");
  }

  private cancel(order: Order, at: number) {
    const { stock, places } = this.world;
    const user = order.by?.id ?? null;
    for (const line of order.sold) stock.giveBack(line, { order: order.id, user, at });
    const key = order.slot && `${order.slot.date} ${order.slot.from} ${poolOf(order.method)}`;
    if (key) places.set(key, (places.get(key) ?? 1) - 1);
    this.enter(order, at, "Cancelled");
    if (order.fate < 0.85) this.later(order, at + 40 * MINUTE_MS, "refund");
  }

  /** All of a cancelled order, or a part of what was received for one that was not right. */
  private refund(order: Order, at: number) {
    const paid = order.payments.reduce((sum, { state, amount }) => sum + (state === "received" ? amount : 0), 0);
    if (paid === 0 || order.payments.some(({ state }) => state === "refunded")) return;
    const isPart = order.status !== "Cancelled" && order.fate > 0.004;
    const amount = isPart ? Math.min(paid, order.sold[0]?.pack.price ?? paid) : paid;
    const reason = order.status === "Cancelled" ? "Order cancelled" : isPart ? "A box was damaged" : "Returned";
    this.pay(order, at, "refunded", amount, reason);
    this.documents.credit(order, at, amount, reason);
  }

  /** After a step: the rows of an order for which no other comes. */
  private end(order: Order) {
    if (--order.steps > 0) return;
    const { tables, staff } = this.world;
    const { id, by, slot, area, day, method, total } = order;
    const sum = (state: string) => order.payments.reduce((all, one) => all + (one.state === state ? one.amount : 0), 0);
    const [received, refunded, claimed] = [sum("received"), sum("refunded"), sum("claimed")];
    const isCancelled = order.status === "Cancelled";
    tables.orders.add(
      ...[id, by?.id ?? staff, order.status, order.channel, total, order.giftWrap],
      order.giftWrap ? "With love from all of us" : null,
      ...(by ? [by.name, by.address, by.phone] : [null, null, null]),
      ...[id % 9 === 0 && by ? "Leave with the watchman" : null, method, method && order.pincode],
      ...[area?.name ?? null, area?.kind ?? null, order.fee, slot?.date ?? null, slot?.from ?? null, slot?.to ?? null],
      ...[day === null ? null : dayText(day), order.payBy, received, refunded, claimed],
      paymentState(total, received, refunded, claimed),
      ...[order.packedAt && !isCancelled ? timeOf(order.packedAt) : null, isCancelled],
      ...[timeOf(order.at), timeOf(order.changedAt)],
    );
    for (const { sweet, pack, quantity, from } of order.sold) {
      const ofDay = from === null ? null : dayText(from);
      tables.order_lines.add(id, sweet.id, pack.id, sweet.name, pack.label, pack.grams, pack.price, quantity, ofDay);
    }
    for (const payment of order.payments) {
      const isOwn = payment.state === "claimed";
      const utr = order.payBy === "upi" && payment.state !== "refunded" ? String(600_000_000_000 + payment.id) : null;
      tables.payments.add(
        ...[payment.id, id, order.payBy, payment.amount, payment.state, utr, payment.reason],
        ...[timeOf(payment.since), timeOf(payment.at), isOwn ? (by?.id ?? null) : staff],
      );
    }
    if (id % 97 === 0 && by) {
      const typed = `${by.phone.slice(0, 9)}0`;
      tables.order_corrections.add(id, "phoneNumber", typed, by.phone, timeOf(order.at + HOUR_MS));
    }
  }
}
