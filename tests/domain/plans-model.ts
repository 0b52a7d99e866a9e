// The rules of stock and plans in plain arithmetic, written from docs/behaviour.md for tests/domain/plans-property.test.ts. Nothing of lib/ is used
// here. Days are numbers, 0 is the Monday on which it begins, and times are minutes from that day's midnight.

/** The packs that are sold: of which sweet, and how many of its units a pack takes. The first pack of a sweet is its default one. */
export const PACKS = [
  { sweet: 0, units: 1 },
  { sweet: 0, units: 2 },
  { sweet: 1, units: 1 },
  { sweet: 2, units: 1 },
] as const;
/** By when a sweet's days are ordered; the last sweet is not made for the day. */
export const ORDER_BY = [{ days: 0, minute: 12 * 60 }, { days: 1, minute: 20 * 60 }, null] as const;
export const SWEETS = ORDER_BY.length;
export const CARTS = 3;
export const DAYS = 3;
/** The window of each day that orders are moved to and placed for, and how long before it an order must be placed. */
export const WINDOW = { minute: 16 * 60, lead: 2 * 60 };
const DAY = 24 * 60;

export type Source = number | null;
type Status = "Pending" | "Shipped" | "Cancelled";
export type Op =
  | { op: "reserve"; cart: number; pack: number; count: number; day: Source | undefined }
  | { op: "set"; cart: number; pack: number; count: number }
  | { op: "move"; cart: number; day: Source }
  | { op: "order"; cart: number; lines: { pack: number; count: number }[]; day: Source; slot: boolean }
  | { op: "status"; order: number; to: Status }
  | { op: "slot"; order: number; day: number }
  | { op: "items"; order: number; lines: { pack: number; count: number }[] }
  | { op: "batch"; sweet: number; day: number; units: number }
  | { op: "capacity"; sweet: number; day: number; units: number; force: boolean }
  | { op: "restock" | "waste"; sweet: number; units: number }
  | { op: "expire"; sweet: number }
  | { op: "sweep" }
  | { op: "clock"; now: number };

type Day = { capacity: number; above: number; held: number; ordered: number; made: number | null; short: number };
type Line = { pack: number; quantity: number; held: number; day: Source; expired: boolean; heldAt: number };
type Sold = { pack: number; count: number; day: Source };
type Order = { status: Status; left: boolean; returned: boolean; day: Source; slot: Source; lines: Sold[] };
type Cart = { day: Source; lines: Line[] };
export type Answer = { code: string; available?: number };
/** `short`: the sweets that a refusal names. */
type Refusable = Answer & { short?: number[] };
const [ok, invalid]: [Answer, Answer] = [{ code: "ok" }, { code: "invalid" }];

export const packOf = (pack: number) => PACKS[pack] as (typeof PACKS)[number];
export const isPlanned = (sweet: number) => ORDER_BY[sweet] !== null;
const isLive = (line: Line) => line.held > 0 && !line.expired;
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

/** Packs that are wanted beside those that are held. Claims with one key share what is free, each what those before it leave. */
type Claim = { pack: number; count: number; held: number; key: string; free: number };
function lacking<C extends Claim>(claims: readonly C[]): C[] {
  const left = new Map<string, number>();
  return claims
    .toSorted((a, b) => packOf(a.pack).sweet - packOf(b.pack).sweet)
    .filter(({ pack, count, held, key, free }) => {
      const { sweet, units } = packOf(pack);
      const rest = left.get(`${sweet} ${key}`) ?? free;
      const [need, packs] = [Math.max(0, count - held), Math.floor(rest / units)];
      left.set(`${sweet} ${key}`, rest - Math.min(need, packs) * units);
      return need > packs;
    });
}

export class Model {
  now = 9 * 60 + 30;
  state: { stock: number[]; days: Day[][]; carts: Cart[]; orders: Order[] };
  private holds = 0;

  constructor(stock: number, capacity: number) {
    const day = { above: 0, held: 0, ordered: 0, made: null, short: 0 };
    this.state = {
      stock: ORDER_BY.map(() => stock),
      days: ORDER_BY.map((orderBy) =>
        Array.from({ length: DAYS }, () => ({ ...day, capacity: orderBy ? capacity : 0 })),
      ),
      carts: Array.from({ length: CARTS }, () => ({ day: null, lines: [] })),
      orders: [],
    };
  }

  do(op: Op): Answer {
    switch (op.op) {
      case "reserve":
        return this.all(() => this.hold(op, (now) => now + op.count, op.day), [packOf(op.pack).sweet]);
      case "set":
        return this.all(() => this.hold(op, () => op.count, undefined, true), [packOf(op.pack).sweet]);
      case "move":
        return this.all(() => this.move(op.cart, op.day), "short");
      case "order":
        return this.all(
          () => this.order(op),
          op.lines.map(({ pack }) => packOf(pack).sweet),
        );
      case "status":
        return this.all(() => this.status(this.state.orders[op.order] as Order, op.to), "short");
      case "slot":
        return this.all(() => this.slot(this.state.orders[op.order] as Order, op.day));
      case "items":
        return this.all(() => this.items(this.state.orders[op.order] as Order, op.lines), "short");
      case "batch":
        return this.all(() => this.batch(op));
      case "capacity":
        return this.all(() => this.capacity(op));
      case "restock":
        this.add(op.sweet, op.units);
        return this.fill();
      case "waste":
        return this.all(() => {
          this.release([op.sweet]);
          const stock = this.stock(op.sweet);
          if (op.units > stock) return { code: "insufficient_stock", available: stock };
          this.add(op.sweet, -op.units);
          return ok;
        }, [op.sweet]);
      case "expire":
        for (const { lines } of this.state.carts)
          for (const line of lines) line.expired ||= line.held > 0 && packOf(line.pack).sweet === op.sweet;
        return ok;
      case "sweep":
        this.release(ORDER_BY.map((_, sweet) => sweet));
        return ok;
      case "clock":
        this.now = op.now;
        return ok;
    }
  }

  /** What a shopper sees of a cart: the day while it can be booked, and of each line where it comes from and what it holds there. */
  seen({ day, lines }: Cart) {
    const valid = this.bookable(day);
    return {
      day: valid,
      lines: lines.map((line) => {
        const source = isPlanned(packOf(line.pack).sweet) ? valid : null;
        return {
          pack: line.pack,
          quantity: line.quantity,
          day: source,
          held: isLive(line) && line.day === source ? line.held : 0,
        };
      }),
    };
  }

  private get today() {
    return Math.floor(this.now / DAY);
  }
  private bookable = (day: Source): Source => (day !== null && day >= this.today ? day : null);
  private isOpen(sweet: number, day: number) {
    const orderBy = ORDER_BY[sweet];
    const isInTime = orderBy ? this.now < (day - orderBy.days) * DAY + orderBy.minute : false;
    return isInTime && day >= this.today && this.day(sweet, day).made === null;
  }
  private isClosed = (sweet: number, source: Source) => source !== null && !this.isOpen(sweet, source);

  private stock = (sweet: number) => this.state.stock[sweet] as number;
  private day = (sweet: number, day: number) => this.state.days[sweet]?.[day] as Day;
  private left = (sweet: number, day: number) => {
    const { capacity, held, ordered } = this.day(sweet, day);
    return Math.max(0, capacity - held - ordered);
  };
  /** Units that a shopper can have. */
  private free(sweet: number, source: Source): number {
    if (source === null) return this.stock(sweet);
    return this.isOpen(sweet, source) ? this.left(sweet, source) : 0;
  }
  /** Units that an order can have again: the owner is not bound by order-by times, and after the first batch a day lives in stock. */
  private forOwner(sweet: number, source: Source): { key: string; free: number } {
    const isOfStock = source === null || this.day(sweet, source).made !== null;
    return isOfStock ? { key: "stock", free: this.stock(sweet) } : { key: `${source}`, free: this.left(sweet, source) };
  }
  private aside(sweet: number, day: number) {
    const { made, held, ordered, short } = this.day(sweet, day);
    return made === null ? 0 : held + ordered - short;
  }

  private add(sweet: number, units: number) {
    this.state.stock[sweet] = this.stock(sweet) + units;
  }
  private take(sweet: number, source: Source, kind: "held" | "ordered", units: number) {
    if (source !== null) this.day(sweet, source)[kind] += units;
    if (source === null || this.day(sweet, source).made !== null) this.add(sweet, -units);
  }
  /** What was set aside goes back to stock; what is short gets it in `fill`. */
  private give(sweet: number, source: Source, kind: "held" | "ordered", units: number) {
    if (source === null) return this.add(sweet, units);
    const [day, aside] = [this.day(sweet, source), this.aside(sweet, source)];
    day[kind] -= units;
    const promised = day.held + day.ordered;
    if (day.made === null) day.above = Math.max(0, Math.min(day.above, promised - day.capacity));
    else {
      const back = Math.min(units, aside);
      day.short = promised - (aside - back);
      this.add(sweet, back);
    }
  }
  /** What is in stock fills what is short, the earliest day first. */
  private fill(): Answer {
    for (const [sweet, days] of this.state.days.entries())
      for (const day of days) {
        const units = Math.min(day.short, this.stock(sweet));
        day.short -= units;
        this.add(sweet, -units);
      }
    return ok;
  }
  /** Ends expired holds of sweets; how many there were. */
  private release(sweets: readonly number[]): number {
    const expired = this.state.carts
      .flatMap(({ lines }) => lines)
      .filter(({ pack, expired }) => expired && sweets.includes(packOf(pack).sweet));
    for (const line of expired) this.end(line);
    this.fill();
    return expired.length;
  }
  private end(line: Line) {
    const { sweet, units } = packOf(line.pack);
    this.give(sweet, line.day, "held", line.held * units);
    Object.assign(line, { held: 0, expired: false });
  }

  /** All of it or nothing. When units lacked, expired holds of these sweets, or of those that the refusal names, end all the same. */
  private all(work: () => Refusable, ends: readonly number[] | "short" = []): Answer {
    const before = structuredClone(this.state);
    const { short = [], ...answer } = work();
    if (answer.code === "ok") return this.fill();
    this.state = before;
    if (["insufficient_stock", "day_short"].includes(answer.code)) this.release(ends === "short" ? short : ends);
    return answer;
  }

  private cart = (at: number) => this.state.carts[at] as Cart;

  private hold(
    { cart: at, pack }: { cart: number; pack: number },
    wantedOf: (now: number) => number,
    asked: Source | undefined,
    canLower = false,
  ): Answer {
    const [cart, { sweet, units }] = [this.cart(at), packOf(pack)];
    if (asked != null && this.bookable(asked) === null) return invalid;
    const stored = this.bookable(cart.day);
    const day = asked === undefined ? stored : asked;
    if (day !== stored && cart.lines.length > 0) return { code: "other_day" };
    const source = isPlanned(sweet) ? day : null;
    const isClosed = this.isClosed(sweet, source);
    const line = cart.lines.find((one) => one.pack === pack) ?? {
      ...{ pack, quantity: 0, held: 0, day: source, expired: false, heldAt: 0 },
    };
    const wanted = wantedOf(line.quantity);
    const look = () => {
      const isLost = line.day !== source || (isClosed && !isLive(line));
      return { isLost, held: isLost ? 0 : line.held, free: Math.floor(this.free(sweet, source) / units) };
    };
    let { isLost, held, free } = look();
    if (wanted - held > free && this.release([sweet]) > 0) ({ isLost, held, free } = look());
    const need = canLower && wanted < line.quantity ? Math.min(wanted - held, free) : wanted - held;
    if (need > free) {
      if (isClosed) return { code: "day_closed" };
      return { code: "insufficient_stock", available: Math.max(0, free + held - line.quantity) };
    }
    if (isLost) this.give(sweet, line.day, "held", line.held * units);
    if (need > 0) this.take(sweet, source, "held", need * units);
    else this.give(sweet, source, "held", -need * units);
    Object.assign(line, { quantity: wanted, held: held + need, day: source, expired: false });
    // What is held of a closed day is not prolonged.
    if (!isClosed) line.heldAt = ++this.holds;
    cart.lines = cart.lines.filter((one) => one !== line || wanted > 0);
    if (wanted > 0 && !cart.lines.includes(line)) cart.lines.push(line);
    cart.day = cart.lines.length > 0 ? day : null;
    return ok;
  }

  private move(at: number, day: Source): Refusable {
    const cart = this.cart(at);
    if (day !== null && this.bookable(day) === null) return invalid;
    const look = () => {
      const lines = cart.lines.filter(({ pack }) => isPlanned(packOf(pack).sweet));
      return lines.map((line) => {
        const { sweet } = packOf(line.pack);
        const isKept = line.day === day && (!this.isClosed(sweet, day) || isLive(line));
        // What the move brings back into stock is free for it.
        const back = lines.map((one) =>
          day === null && one.day !== null && packOf(one.pack).sweet === sweet
            ? Math.min(one.held * packOf(one.pack).units, this.aside(sweet, one.day))
            : 0,
        );
        const free = this.free(sweet, day) + sum(back);
        return {
          ...{ line, isKept, pack: line.pack, key: "" },
          count: line.quantity,
          held: isKept ? line.held : 0,
          free,
        };
      });
    };
    let claims = look();
    if (lacking(claims).length > 0 && this.release(cart.lines.map(({ pack }) => packOf(pack).sweet)) > 0)
      claims = look();
    const short = lacking(claims).map(({ pack }) => packOf(pack).sweet);
    if (short.length > 0)
      return { code: short.some((sweet) => this.isClosed(sweet, day)) ? "day_closed" : "day_short", short };
    for (const { line, isKept } of claims) if (!isKept) this.end(line);
    const heldAt = ++this.holds;
    for (const { line, isKept } of claims) {
      if (isKept && line.held === line.quantity) continue;
      const { sweet, units } = packOf(line.pack);
      this.take(sweet, day, "held", (line.quantity - line.held) * units);
      Object.assign(line, { held: line.quantity, day, expired: false, heldAt });
    }
    cart.day = cart.lines.length > 0 ? day : null;
    return ok;
  }

  private order({ cart: at, lines, day: asked, slot }: Extract<Op, { op: "order" }>): Refusable {
    const cart = this.cart(at);
    if (asked !== null && this.bookable(asked) === null) return invalid;
    const hasSlot = slot && asked !== null;
    if (hasSlot && asked * DAY + WINDOW.minute - WINDOW.lead <= this.now) return invalid;
    // Who names today's window alone orders from stock.
    const day = hasSlot && asked === this.today ? null : asked;
    const look = () =>
      lines.map(({ pack, count }) => {
        const { sweet } = packOf(pack);
        const line = cart.lines.find((one) => one.pack === pack);
        const isOfStock = line?.day === null && line.held >= count;
        const source = isOfStock || !isPlanned(sweet) ? null : day;
        const isUsed = line && line.day === source && (!this.isClosed(sweet, source) || isLive(line));
        const held = isUsed ? line.held : 0;
        return { pack, count, line, source, held, key: `${source}`, free: this.free(sweet, source) };
      });
    let claims = look();
    if (lacking(claims).length > 0 && this.release(lines.map(({ pack }) => packOf(pack).sweet)) > 0) claims = look();
    const short = lacking(claims);
    if (short.length > 0) {
      if (claims.every(({ source }) => source === null)) return { code: "insufficient_stock" };
      const isClosed = short.some(({ pack, source }) => this.isClosed(packOf(pack).sweet, source));
      return { code: isClosed ? "day_closed" : "day_short" };
    }
    for (const { pack, count, line, source, held } of claims) {
      const { sweet, units } = packOf(pack);
      // The packs that leave the cart: the held ones first. They are the ordered ones where they come from the same place.
      const quantity = line ? Math.max(0, line.quantity - count) : 0;
      const gone = line ? line.held - (quantity === 0 ? 0 : Math.max(0, line.held - count)) : 0;
      const used = Math.min(held, count);
      if (source !== null) {
        this.day(sweet, source).held -= used * units;
        this.day(sweet, source).ordered += used * units;
      }
      this.take(sweet, source, "ordered", (count - used) * units);
      if (!line) continue;
      this.give(sweet, line.day, "held", (gone - (line.day === source ? used : 0)) * units);
      Object.assign(line, { quantity, held: line.held - gone });
      if (line.held === 0) line.expired = false;
    }
    cart.lines = cart.lines.filter(({ quantity }) => quantity > 0);
    if (cart.lines.length === 0) cart.day = null;
    const sold = claims.map(({ pack, count, source }) => ({ pack, count, day: source }));
    this.state.orders.push({
      ...{ status: "Pending", left: false, returned: false, day, slot: hasSlot ? asked : null },
      lines: sold.sort((a, b) => a.pack - b.pack),
    });
    return ok;
  }

  /** What lacks of lines that are to be ordered again, once expired holds have ended when that helps. */
  private lackingOf(
    lines: readonly Sold[],
    ends: readonly Sold[],
    free: (line: Sold) => { key: string; free: number },
  ) {
    const look = () => lacking(lines.map((line) => ({ ...line, held: 0, ...free(line) })));
    const short = look();
    return short.length > 0 && this.release(ends.map(({ pack }) => packOf(pack).sweet)) > 0 ? look() : short;
  }

  private status(order: Order, to: Status): Refusable {
    if (order.status === to) return ok;
    // What has left the shop once is ordered for good.
    const lines = order.lines.filter(({ day }) => day === null || !order.left);
    if (to === "Cancelled" && order.status === "Pending") {
      for (const { pack, day, count } of lines)
        this.give(packOf(pack).sweet, day, "ordered", count * packOf(pack).units);
      order.returned = true;
    } else if (order.status === "Cancelled" && order.returned) {
      const short = this.lackingOf(lines, lines, ({ pack, day }) => this.forOwner(packOf(pack).sweet, day));
      if (short.length > 0) {
        const code = short.some(({ day }) => day !== null) ? "day_short" : "insufficient_stock";
        return { code, short: short.map(({ pack }) => packOf(pack).sweet) };
      }
      for (const { pack, day, count } of lines)
        this.take(packOf(pack).sweet, day, "ordered", count * packOf(pack).units);
      order.returned = false;
    }
    order.status = to;
    order.left ||= to === "Shipped";
    return ok;
  }

  private slot(order: Order, day: number): Refusable {
    if (order.slot === day) return ok;
    const isOther = day >= this.today && (order.day ?? order.slot) !== day;
    const moving = order.lines.filter((line) => isOther && !order.left && line.day !== null && line.day !== day);
    if (!order.returned && moving.length > 0) {
      const unitsOf = ({ pack, count }: Sold) => count * packOf(pack).units;
      const short = this.lackingOf(moving, order.lines, ({ pack }) => {
        const { sweet } = packOf(pack);
        const back = moving
          .filter((line) => packOf(line.pack).sweet === sweet)
          .map((line) => Math.min(unitsOf(line), this.aside(sweet, line.day ?? 0)));
        const { key, free } = this.forOwner(sweet, day);
        return { key, free: free + (key === "stock" ? sum(back) : 0) };
      });
      if (short.length > 0) return { code: "day_short" };
      for (const line of moving) this.give(packOf(line.pack).sweet, line.day, "ordered", unitsOf(line));
      for (const line of moving) this.take(packOf(line.pack).sweet, day, "ordered", unitsOf(line));
    }
    for (const line of moving) line.day = day;
    order.day = order.day !== null || day > this.today ? day : null;
    order.slot = day;
    return ok;
  }

  private items(order: Order, lines: readonly { pack: number; count: number }[]): Refusable {
    if (order.status !== "Pending" || order.left) return { code: "conflict" };
    const wanted = (pack: number) => sum(lines.filter((line) => line.pack === pack).map(({ count }) => count));
    const kept = order.lines.map((line) => ({ ...line, was: line.count, count: wanted(line.pack) }));
    const added = lines
      .filter(({ pack }) => order.lines.every((line) => line.pack !== pack))
      .map((line) => ({ ...line, was: 0, day: isPlanned(packOf(line.pack).sweet) ? order.day : null }));
    const after = [...kept, ...added.sort((a, b) => a.pack - b.pack)];
    // Units more or less of each source.
    const sources = [...new Set(after.map(({ pack, day }) => `${packOf(pack).sweet} ${day}`))].map((key) => {
      const of = after.filter(({ pack, day }) => `${packOf(pack).sweet} ${day}` === key);
      const [{ pack, day } = { pack: 0, day: null }] = of;
      const units = sum(of.map(({ pack, count, was }) => (count - was) * packOf(pack).units));
      return { sweet: packOf(pack).sweet, day, of, units };
    });
    const look = () =>
      [...new Set(sources.map(({ sweet, day }) => `${sweet} ${this.forOwner(sweet, day).key}`))].flatMap((pool) => {
        const ofPool = sources.filter(({ sweet, day }) => `${sweet} ${this.forOwner(sweet, day).key}` === pool);
        const coming = ofPool.filter(({ units }) => units > 0);
        const back = ofPool
          .filter(({ units }) => units < 0)
          .map(({ sweet, day, units }) => (day === null ? -units : Math.min(-units, this.aside(sweet, day))));
        const [first] = coming;
        if (!first) return [];
        const free = this.forOwner(first.sweet, first.day).free + sum(back);
        const need = sum(coming.map(({ units }) => units));
        if (need <= free) return [];
        const claims = after
          .filter((line) => coming.some(({ of }) => of.includes(line)))
          .toSorted((a, b) => Number(a.count > a.was) - Number(b.count > b.was));
        let left = sum(claims.map(({ pack, count }) => count * packOf(pack).units)) - (need - free);
        return claims.filter(({ pack, count }) => {
          const packs = Math.floor(left / packOf(pack).units);
          left -= Math.min(packs, count) * packOf(pack).units;
          return count > packs;
        });
      });
    let short = look();
    const all = [...order.lines, ...lines].map(({ pack }) => packOf(pack).sweet);
    if (short.length > 0 && this.release(all) > 0) short = look();
    if (short.length > 0) {
      const code = short.some(({ day }) => day !== null) ? "day_short" : "insufficient_stock";
      return { code, short: short.map(({ pack }) => packOf(pack).sweet) };
    }
    for (const { sweet, day, units } of sources) if (units < 0) this.give(sweet, day, "ordered", -units);
    for (const { sweet, day, units } of sources) if (units > 0) this.take(sweet, day, "ordered", units);
    order.lines = after.filter(({ count }) => count > 0).map(({ pack, count, day }) => ({ pack, count, day }));
    return ok;
  }

  private batch({ sweet, day: at, units }: Extract<Op, { op: "batch" }>): Answer {
    if (Math.abs(at - this.today) > 1) return invalid;
    this.release([sweet]);
    const day = this.day(sweet, at);
    const taken = Math.max(0, -units - this.stock(sweet));
    const gone = this.state.orders
      .filter(({ left }) => left)
      .flatMap(({ lines }) => lines)
      .filter((line) => packOf(line.pack).sweet === sweet && line.day === at)
      .map(({ pack, count }) => count * packOf(pack).units);
    if ((day.made ?? 0) + units < 0) return { code: "conflict" };
    if (day.made === null && units > 2 * day.capacity) return { code: "above_plan" };
    if (taken > 0 && taken > this.aside(sweet, at) - sum(gone)) return { code: "conflict" };
    if (day.made === -units && sum(gone) === 0) {
      // What was set aside goes back to the plan, and the day is as before its first batch.
      this.add(sweet, units + this.aside(sweet, at));
      Object.assign(day, { made: null, short: 0, above: Math.max(0, day.held + day.ordered - day.capacity) });
      return ok;
    }
    day.short = day.made === null ? day.held + day.ordered : day.short + taken;
    day.made = (day.made ?? 0) + units;
    this.add(sweet, units + taken);
    this.fill();
    const held = this.state.carts
      .flatMap(({ lines }) => lines)
      .filter((line) => packOf(line.pack).sweet === sweet && line.day === at && line.held > 0)
      .sort((a, b) => b.heldAt - a.heldAt || a.pack - b.pack);
    for (const line of held) {
      if (day.short === 0) break;
      const promised = line.held * packOf(line.pack).units;
      const missing = Math.min(day.short, promised);
      day.held -= promised;
      day.short -= missing;
      this.add(sweet, promised - missing);
      line.held = 0;
    }
    return ok;
  }

  private capacity({ sweet, day: at, units, force }: Extract<Op, { op: "capacity" }>): Answer {
    if (at < this.today) return invalid;
    this.release([sweet]);
    const day = this.day(sweet, at);
    const promised = day.held + day.ordered;
    if (day.made === null && promised > units && units < day.capacity && !force) return { code: "below_promised" };
    day.capacity = units;
    if (day.made === null) day.above = Math.max(0, promised - units);
    return ok;
  }
}
