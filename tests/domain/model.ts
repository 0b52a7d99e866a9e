// The shop's stock as a few lines of plain arithmetic: what each call must answer and leave behind, written independently from
// docs/behaviour.md without a look at the code. The property tests compare the real shop with it.
import type { OrderStatus } from "@/lib/orders/constants";

/** One call. Sweets, shoppers and orders are numbers into the world's lists; whoever is out of range wraps around. */
export type Op =
  | { op: "reserve" | "setQuantity"; who: number; sweet: number; packs: number }
  | { op: "expire" | "delete"; sweet: number }
  | { op: "release" }
  | { op: "empty"; who: number }
  | { op: "join"; visitor: number; customer: number }
  | {
      op: "order";
      customer: number;
      lines: { sweet: number; packs: number; shown: number }[];
      wrap: boolean;
      checkout: boolean;
    }
  | { op: "cancel"; customer: number; order: number }
  | { op: "status"; order: number; to: OrderStatus }
  | { op: "purchase"; customer: number; sweet: number; packs: number }
  | { op: "restock"; sweet: number; packs: number }
  | { op: "price"; sweet: number; by: number }
  | { op: "stock"; sweet: number; by: number };

/** What a call answers: `ok`, or the code of its refusal with the packs that are named in it. */
export type Outcome = { code: string; available?: number };

type Line = { quantity: number; held: number; expired: boolean };
type Order = { customer: number; lines: Map<number, number>; total: number; status: OrderStatus; returned: boolean };

const OK: Outcome = { code: "ok" };
const MAX_VISITOR_PACKS = 200;
const GIFT_WRAP = 5000;

/** Shoppers 0 to visitors − 1 are visitors, the others customers. Prices in paise. */
export class Model {
  readonly sweets: { free: number; price: number; deleted: boolean }[];
  readonly carts: Map<number, Line>[];
  readonly orders: Order[] = [];

  constructor(
    sweets: { quantity: number; price: number }[],
    readonly visitors: number,
    customers: number,
  ) {
    this.sweets = sweets.map(({ quantity, price }) => ({ free: quantity, price, deleted: false }));
    this.carts = Array.from({ length: visitors + customers }, () => new Map());
  }

  do(op: Op): Outcome {
    switch (op.op) {
      case "reserve":
        return this.hold(op.who, op.sweet, (this.carts[op.who]?.get(op.sweet)?.quantity ?? 0) + op.packs, false);
      case "setQuantity":
        return this.hold(op.who, op.sweet, op.packs, true);
      case "expire":
        for (const cart of this.carts) {
          const line = cart.get(op.sweet);
          if (line && line.held > 0) line.expired = true;
        }
        return OK;
      case "release":
        for (const sweet of this.sweets.keys()) this.release(sweet);
        return OK;
      case "empty":
        for (const [sweet, line] of this.cart(op.who)) this.sweet(sweet).free += line.held;
        this.cart(op.who).clear();
        return OK;
      case "join":
        return this.join(this.cart(op.visitor), this.cart(op.customer));
      case "order":
        return this.order(op);
      case "cancel": {
        const order = this.orders[op.order];
        if (order?.customer !== op.customer) return { code: "not_found" };
        if (order.status === "Cancelled") return OK;
        return order.status === "Pending" ? this.status(order, "Cancelled") : { code: "conflict" };
      }
      case "status":
        return this.status(this.orders[op.order] as Order, op.to);
      case "purchase": {
        if (this.sweet(op.sweet).deleted) return { code: "not_found" };
        const line = { sweet: op.sweet, packs: op.packs, shown: 0 };
        return this.order({ op: "order", customer: op.customer, lines: [line], wrap: false, checkout: false });
      }
      case "restock":
      case "stock":
      case "price": {
        const sweet = this.sweet(op.sweet);
        if (sweet.deleted) return { code: "not_found" };
        if (op.op === "price") sweet.price = Math.max(1, sweet.price + op.by);
        else {
          const by = op.op === "restock" ? op.packs : op.by;
          if (sweet.free + by < 0) {
            // An edit is whole or none: refused, it gives no hold back either.
            const free = this.expired(op.sweet).reduce((sum, { held }) => sum + held, sweet.free);
            if (free + by < 0) return short(free);
            this.release(op.sweet);
          }
          sweet.free += by;
        }
        return OK;
      }
      case "delete": {
        const sweet = this.sweet(op.sweet);
        if (sweet.deleted) return { code: "not_found" };
        for (const cart of this.carts) {
          const line = cart.get(op.sweet);
          if (!line) continue;
          sweet.free += line.held;
          Object.assign(line, { held: 0, expired: false });
        }
        sweet.deleted = true;
        return OK;
      }
    }
  }

  private sweet(i: number) {
    return this.sweets[i] as Model["sweets"][number];
  }

  private cart(i: number) {
    return this.carts[i] as Map<number, Line>;
  }

  private expired(sweet: number) {
    return this.carts.flatMap((cart) => cart.get(sweet) ?? []).filter((line) => line.expired);
  }

  private release(sweet: number) {
    for (const line of this.expired(sweet)) {
      this.sweet(sweet).free += line.held;
      Object.assign(line, { held: 0, expired: false });
    }
  }

  private hold(who: number, i: number, wanted: number, set: boolean): Outcome {
    const [sweet, cart] = [this.sweet(i), this.cart(who)];
    if (sweet.deleted) {
      if (!set || wanted > 0) return { code: "not_found" };
      cart.delete(i);
      return OK;
    }
    const line = cart.get(i) ?? { quantity: 0, held: 0, expired: false };
    if (wanted - line.held > sweet.free) this.release(i);
    const lowered = set && wanted < line.quantity;
    const need = lowered ? Math.min(wanted - line.held, sweet.free) : wanted - line.held;
    if (need > sweet.free) return short(Math.max(0, sweet.free + line.held - line.quantity));
    const others = [...cart].reduce((sum, [other, { quantity }]) => (other === i ? sum : sum + quantity), 0);
    if (who < this.visitors && wanted > line.quantity && others + wanted > MAX_VISITOR_PACKS)
      return { code: "invalid" };
    sweet.free -= need;
    if (wanted === 0) cart.delete(i);
    else cart.set(i, { quantity: wanted, held: line.held + need, expired: false });
    return OK;
  }

  private join(guest: Map<number, Line>, mine: Map<number, Line>): Outcome {
    for (const [sweet, line] of guest) {
      const own = mine.get(sweet) ?? { quantity: 0, held: 0, expired: false };
      const live = [line, own].some(({ held, expired }) => held > 0 && !expired);
      const held = own.held + line.held;
      mine.set(sweet, { quantity: own.quantity + line.quantity, held, expired: held > 0 && !live });
    }
    guest.clear();
    return OK;
  }

  private order({ customer, lines, wrap, checkout }: Extract<Op, { op: "order" }>): Outcome {
    const cart = this.cart(customer);
    const wanted = new Map<number, number>();
    for (const { sweet, packs } of lines) wanted.set(sweet, (wanted.get(sweet) ?? 0) + packs);
    const ids = [...wanted.keys()].sort((a, b) => a - b);
    if (ids.some((i) => this.sweet(i).deleted)) return { code: "unavailable" };
    if (lines.some(({ sweet, shown }) => shown < 0 && this.sweet(sweet).price + shown < this.sweet(sweet).price))
      return { code: "price_changed" };
    const available = (i: number) => this.sweet(i).free + (cart.get(i)?.held ?? 0);
    const lacking = () => ids.find((i) => (wanted.get(i) as number) > available(i));
    if (lacking() !== undefined) for (const i of ids) this.release(i);
    const missing = lacking();
    if (missing !== undefined) return short(available(missing));
    let total = wrap ? GIFT_WRAP : 0;
    for (const [i, packs] of wanted) {
      const line = cart.get(i);
      const fromHold = Math.min(line?.held ?? 0, packs);
      this.sweet(i).free -= packs - fromHold;
      total += this.sweet(i).price * packs;
      if (!line) continue;
      if (line.quantity <= packs) cart.delete(i);
      else {
        const held = line.held - fromHold;
        cart.set(i, { quantity: line.quantity - packs, held, expired: held > 0 && line.expired });
      }
    }
    if (checkout) for (const i of [...cart.keys()]) if (this.sweet(i).deleted) cart.delete(i);
    this.orders.push({ customer, lines: wanted, total, status: "Pending", returned: false });
    return OK;
  }

  private status(order: Order, to: OrderStatus): Outcome {
    if (order.status === to) return OK;
    const lines = [...order.lines].sort(([a], [b]) => a - b);
    if (order.status === "Cancelled" && order.returned) {
      for (const [i, packs] of lines) if (this.sweet(i).free < packs) this.release(i);
      const missing = lines.find(([i, packs]) => this.sweet(i).free < packs);
      if (missing) return short(this.sweet(missing[0]).free);
      for (const [i, packs] of lines) this.sweet(i).free -= packs;
      order.returned = false;
    } else if (to === "Cancelled" && (order.status === "Pending" || order.status === "Processing")) {
      for (const [i, packs] of lines) this.sweet(i).free += packs;
      order.returned = true;
    }
    order.status = to;
    return OK;
  }
}

const short = (available: number): Outcome => ({ code: "insufficient_stock", available });
