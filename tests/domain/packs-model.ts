// Sweets in packs as a few lines of plain arithmetic in grams: whatever unit the shop counts a tray in, this much of it is free. Written
// independently from docs/behaviour.md without a look at the code. packs-property.test.ts compares the real shop with it.
import type { OrderStatus } from "@/db/constants/orders";

/** The owner's new list of packs, by their grams. `unit`: the grams of a unit of the stock; the default stays without one. */
export type Edit = {
  op: "edit";
  sweet: number;
  packs: { size: number; active: boolean }[];
  unit: number;
  chosen: number | null;
  byId: boolean;
};

type Packs = { sweet: number; pack: number | null; count: number };
/** One call. Sweets, shoppers and orders are numbers into the world's lists; a pack is its grams, null for the default pack. */
export type Op =
  | ({ op: "reserve" | "setQuantity"; who: number } & Packs)
  | { op: "expire" | "delete"; sweet: number }
  | { op: "release" }
  | { op: "empty"; who: number }
  | { op: "join"; visitor: number; customer: number }
  | { op: "order"; customer: number; lines: (Packs & { shown: number })[]; wrap: boolean; checkout: boolean }
  | { op: "cancel"; customer: number; order: number }
  | { op: "status"; order: number; to: OrderStatus }
  | ({ op: "purchase"; customer: number } & Packs)
  | ({ op: "restock" } & Packs)
  | { op: "price" | "stock"; sweet: number; by: number }
  | { op: "stockTo"; sweet: number; count: number }
  | Edit;

/** What a call answers: `ok`, or the code of its refusal with the packs that are named in it. */
export type Outcome = { code: string; available?: number; short?: number[] };

type Pack = { size: number; price: number; active: boolean; isDefault: boolean };
export type Sweet = { free: number; unit: number; deleted: boolean; packs: Pack[] };
type Line = { sweet: number; size: number; quantity: number; held: number; expired: boolean };
type Sold = { sweet: number; size: number; count: number };
type Order = { customer: number; lines: Sold[]; total: number; status: OrderStatus; returned: boolean };

const [OK, NOT_FOUND]: [Outcome, Outcome] = [{ code: "ok" }, { code: "not_found" }];
const MAX_VISITOR_PACKS = 200;
const GIFT_WRAP = 5000;

/** What one of so many grams costs before anybody changes it, in paise. */
export const firstPrice = (size: number) => size * 80 + 335;

/** Shoppers 0 to visitors − 1 are visitors, the others customers. Prices in paise. */
export class Model {
  readonly carts: Line[][];
  readonly orders: Order[] = [];

  constructor(
    readonly sweets: Sweet[],
    readonly visitors: number,
    customers: number,
  ) {
    this.carts = Array.from({ length: visitors + customers }, () => []);
  }

  do(op: Op): Outcome {
    switch (op.op) {
      case "reserve":
        return this.hold(op.who, op.sweet, op.pack, op.count, false);
      case "setQuantity":
        return this.hold(op.who, op.sweet, op.pack, op.count, true);
      case "expire":
        for (const line of this.linesOf(op.sweet)) line.expired = line.held > 0;
        return OK;
      case "release":
        for (const i of this.sweets.keys()) this.release(i);
        return OK;
      case "empty":
        this.giveBack(this.cart(op.who));
        this.carts[op.who] = [];
        return OK;
      case "join":
        return this.join(op.visitor, op.customer);
      case "order":
        return this.order(op);
      case "cancel": {
        const order = this.orders[op.order];
        if (order?.customer !== op.customer) return NOT_FOUND;
        if (order.status === "Cancelled") return OK;
        return order.status === "Pending" ? this.status(order, "Cancelled") : { code: "conflict" };
      }
      case "status":
        return this.status(this.orders[op.order] as Order, op.to);
      case "purchase": {
        if (this.sweet(op.sweet).deleted || !this.pack(op.sweet, op.pack)?.active) return NOT_FOUND;
        const lines = [{ sweet: op.sweet, pack: op.pack, count: op.count, shown: 0 }];
        const how = { wrap: false, checkout: false };
        const { code, available } = this.order({ op: "order", customer: op.customer, lines, ...how });
        return available === undefined ? { code } : { code, available };
      }
      case "restock": {
        const [sweet, pack] = [this.sweet(op.sweet), this.pack(op.sweet, op.pack)];
        if (sweet.deleted || !pack) return NOT_FOUND;
        sweet.free += op.count * pack.size;
        return OK;
      }
      case "price":
      case "stock":
      case "stockTo": {
        const sweet = this.sweet(op.sweet);
        if (sweet.deleted) return NOT_FOUND;
        const pack = this.pack(op.sweet, null) as Pack;
        if (op.op === "price") pack.price = Math.max(1, pack.price + op.by);
        else if (op.op === "stockTo") {
          // As many as there are leaves the rest of a pack where it is.
          if (op.count !== packsIn(sweet.free, pack)) sweet.free = op.count * pack.size;
        } else {
          const by = op.by * pack.size;
          if (sweet.free + by < 0) {
            // An edit is whole or none: refused, it gives no hold back either.
            const expired = this.linesOf(op.sweet).filter((line) => line.expired);
            const free = expired.reduce((sum, { held, size }) => sum + held * size, sweet.free);
            if (free + by < 0) return short(packsIn(free, pack));
            this.release(op.sweet);
          }
          sweet.free += by;
        }
        return OK;
      }
      case "delete":
        if (this.sweet(op.sweet).deleted) return NOT_FOUND;
        this.giveBack(this.linesOf(op.sweet));
        this.sweet(op.sweet).deleted = true;
        return OK;
      case "edit":
        return this.edit(op);
    }
  }

  /** A pack by its grams, whether it is on sale or not; the default pack without grams. */
  pack(i: number, size: number | null): Pack | undefined {
    return this.sweet(i).packs.find((pack) => (size === null ? pack.isDefault : pack.size === size));
  }

  private sweet(i: number) {
    return this.sweets[i] as Sweet;
  }

  private cart(i: number) {
    return this.carts[i] as Line[];
  }

  private linesOf = (i: number) => this.carts.flat().filter(({ sweet }) => sweet === i);

  private giveBack(lines: Line[]) {
    for (const line of lines) {
      this.sweet(line.sweet).free += line.held * line.size;
      Object.assign(line, { held: 0, expired: false });
    }
  }

  private release = (i: number) => this.giveBack(this.linesOf(i).filter(({ expired }) => expired));

  private remove(who: number, gone: (line: Line) => boolean) {
    this.carts[who] = this.cart(who).filter((line) => !gone(line));
  }

  private sold(customer: number, lines: Sold[], wrap: boolean): Outcome {
    let total = wrap ? GIFT_WRAP : 0;
    for (const { sweet, size, count } of lines) total += count * (this.pack(sweet, size)?.price ?? 0);
    const sorted = lines
      .map(({ sweet, size, count }) => ({ sweet, size, count }))
      .sort((a, b) => a.sweet - b.sweet || a.size - b.size);
    this.orders.push({ customer, lines: sorted, total, status: "Pending", returned: false });
    return OK;
  }

  private hold(who: number, i: number, asked: number | null, count: number, set: boolean): Outcome {
    const [sweet, pack] = [this.sweet(i), this.pack(i, asked)];
    const isLine = (line: Line) => line.sweet === i && line.size === pack?.size;
    if (sweet.deleted || !pack?.active) {
      if (!set || count > 0) return NOT_FOUND;
      this.remove(who, isLine);
      return OK;
    }
    const known = this.cart(who).find(isLine);
    const line = known ?? { sweet: i, size: pack.size, quantity: 0, held: 0, expired: false };
    const wanted = set ? count : line.quantity + count;
    if (wanted - line.held > packsIn(sweet.free, pack)) this.release(i);
    const free = packsIn(sweet.free, pack);
    const need = set && wanted < line.quantity ? Math.min(wanted - line.held, free) : wanted - line.held;
    if (need > free) return short(Math.max(0, free + line.held - line.quantity));
    const others = this.cart(who).reduce((sum, other) => (isLine(other) ? sum : sum + other.quantity), 0);
    if (who < this.visitors && wanted > line.quantity && others + wanted > MAX_VISITOR_PACKS)
      return { code: "invalid" };
    sweet.free -= need * pack.size;
    Object.assign(line, { quantity: wanted, held: line.held + need, expired: false });
    if (wanted === 0) this.remove(who, isLine);
    else if (!known) this.cart(who).push(line);
    return OK;
  }

  private join(visitor: number, customer: number): Outcome {
    const mine = this.cart(customer);
    for (const line of this.cart(visitor)) {
      const own = mine.find(({ sweet, size }) => sweet === line.sweet && size === line.size);
      const live = [line, own].some((one) => one && one.held > 0 && !one.expired);
      const held = (own?.held ?? 0) + line.held;
      if (!own) mine.push(line);
      else Object.assign(own, { quantity: own.quantity + line.quantity, held, expired: held > 0 && !live });
    }
    this.carts[visitor] = [];
    return OK;
  }

  private order({ customer, lines, wrap, checkout }: Extract<Op, { op: "order" }>): Outcome {
    const wanted: (Sold & { line?: Line; pack: Pack })[] = [];
    for (const { sweet, pack: asked, count } of lines) {
      const pack = this.pack(sweet, asked);
      if (this.sweet(sweet).deleted || !pack?.active) return { code: "unavailable" };
      const same = wanted.find((one) => one.pack === pack);
      const line = this.cart(customer).find((one) => one.sweet === sweet && one.size === pack.size);
      if (same) same.count += count;
      else wanted.push({ sweet, size: pack.size, count, line, pack });
    }
    if (lines.some(({ shown }) => shown < 0)) return { code: "price_changed" };
    const place = ({ sweet, pack }: { sweet: number; pack: Pack }) => this.sweet(sweet).packs.indexOf(pack);
    wanted.sort((a, b) => a.sweet - b.sweet);
    for (const { sweet } of this.lacking(wanted).length > 0 ? wanted : []) this.release(sweet);
    const missing = this.lacking(wanted);
    if (missing.length > 0) return shortOf(missing);
    wanted.sort((a, b) => a.sweet - b.sweet || place(a) - place(b));
    for (const { sweet, count, line, pack } of wanted) {
      const fromHold = Math.min(line?.held ?? 0, count);
      this.sweet(sweet).free -= (count - fromHold) * pack.size;
      if (!line) continue;
      line.quantity -= count;
      line.held -= fromHold;
      line.expired = line.expired && line.held > 0;
    }
    this.remove(customer, ({ quantity }) => quantity <= 0);
    if (checkout)
      this.remove(customer, ({ sweet, size }) => this.sweet(sweet).deleted || !this.pack(sweet, size)?.active);
    return this.sold(customer, wanted, wrap);
  }

  /** The lines of which there are too few packs beside the lines before them, which take what they can. */
  private lacking(lines: (Sold & { line?: Line })[]) {
    const left = this.sweets.map(({ free }) => free);
    return lines.flatMap(({ sweet, size, count, line }) => {
      const [free, held] = [left[sweet] as number, line?.held ?? 0];
      const available = held + packsIn(Math.max(0, free), { size });
      left[sweet] = free - Math.max(0, Math.min(available, count) - held) * size;
      return count > available ? [{ sweet, available }] : [];
    });
  }

  private status(order: Order, to: OrderStatus): Outcome {
    if (order.status === to) return OK;
    const move = (sign: number) => {
      for (const { sweet, size, count } of order.lines) this.sweet(sweet).free += sign * size * count;
      order.returned = sign > 0;
    };
    if (order.status === "Cancelled" && order.returned) {
      for (const { sweet } of this.lacking(order.lines)) this.release(sweet);
      const missing = this.lacking(order.lines);
      if (missing.length > 0) return shortOf(missing);
      move(-1);
    } else if (to === "Cancelled" && (order.status === "Pending" || order.status === "Processing")) move(1);
    order.status = to;
    return OK;
  }

  private edit({ sweet: i, packs: listed, unit, chosen }: Edit): Outcome {
    const [sweet, lines] = [this.sweet(i), this.linesOf(i)];
    if (sweet.deleted) return NOT_FOUND;
    const isUsed = (size: number) =>
      lines.some((line) => line.size === size) ||
      this.orders.some((order) => order.lines.some((line) => line.sweet === i && line.size === size));
    const unlisted = sweet.packs.filter(({ size }) => !listed.some((pack) => pack.size === size));
    const off = unlisted.filter(({ size }) => isUsed(size));
    const all = lines.reduce((sum, { held, size }) => sum + held * size, sweet.free);
    if ([...off.map(({ size }) => size), all].some((grams) => grams % unit !== 0)) return { code: "invalid" };
    const present = listed.find(({ size, active }) => active && size === this.pack(i, null)?.size);
    const isDefault = chosen ?? (present ?? listed.find(({ active }) => active))?.size;
    sweet.packs = sweet.packs.filter((pack) => off.includes(pack) || !unlisted.includes(pack));
    for (const { size, active } of listed) {
      const pack = this.pack(i, size);
      if (pack) pack.active = active;
      else sweet.packs.push({ size, active, price: firstPrice(size), isDefault: false });
    }
    for (const pack of off) pack.active = false;
    for (const pack of sweet.packs) pack.isDefault = pack.size === isDefault;
    this.giveBack(lines.filter(({ size }) => !this.pack(i, size)?.active));
    sweet.unit = unit;
    return OK;
  }
}

/** How many of a pack there are in so many grams. */
const packsIn = (grams: number, { size }: { size: number }) => Math.floor(grams / size);
const short = (available: number): Outcome => ({ code: "insufficient_stock", available });
const shortOf = (lines: { available: number }[]): Outcome => ({
  ...short(lines[0]?.available ?? 0),
  short: lines.map(({ available }) => available),
});
