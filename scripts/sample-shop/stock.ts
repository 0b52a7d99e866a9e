import type { Festival } from "@/lib/settings/schema";
import { dayAt, dayText, instantOf, type Line, MINUTE_MS, type Sold, weekdayOf } from "./stream";
import { type Tables, timeOf } from "./tables";

type Day = {
  capacity: number;
  isOwn: boolean;
  ordered: number;
  made: number | null;
  firstMadeAt: number;
  short: number;
};
export type Sweet = Sold & { stock: number; days: Map<number, Day>; short: Set<number> };
/** A line that was sold, from the plan for a day or, with null, from stock. */
export type SoldLine = Line<Sweet> & { from: number | null };
type Entry = { user?: number | null; order?: number; cart?: number; day?: number; note?: string };

/** Default packs that are bought when a sweet that is not planned runs out. */
const RESTOCK = 60;

/** Stock and plans as the shop keeps them, in memory; each change of stock is a row of the ledger. Orders of a day close the evening before. */
export class SampleStock {
  constructor(
    private readonly tables: Tables,
    private readonly festivals: readonly Festival[],
    /** The owner, who enters batches. */
    private readonly staff: number | null,
  ) {}

  private move(sweet: Sweet, delta: number, reason: string, at: number, { user, order, cart, day, note }: Entry) {
    if (delta === 0) return;
    sweet.stock += delta;
    const ofDay = day === undefined ? null : dayText(day);
    this.tables.stock_ledger.add(sweet.id, delta, reason, user, order, cart, ofDay, note, timeOf(at));
  }

  private festivalsOf(sweet: Sweet, day: number) {
    return this.festivals.filter(({ days, sweets }) => days.includes(dayText(day)) && sweets.includes(sweet.id));
  }

  dayOf(sweet: Sweet, day: number): Day {
    const known = sweet.days.get(day);
    if (known) return known;
    // The owner has planned more for a festival.
    const isOwn = this.festivalsOf(sweet, day).length > 0;
    const capacity = (sweet.week?.[weekdayOf(day) - 1] ?? 0) * (isOwn ? 2 : 1);
    const added: Day = { capacity, isOwn, ordered: 0, made: null, firstMadeAt: 0, short: 0 };
    sweet.days.set(day, added);
    return added;
  }

  /** What is free first fills what is short, the earliest day first. */
  private fillShort(sweet: Sweet, at: number, user: number | null) {
    for (const number of [...sweet.short].sort((a, b) => a - b)) {
      const day = this.dayOf(sweet, number);
      const units = Math.min(day.short, sweet.stock);
      day.short -= units;
      this.move(sweet, -units, "promised", at, { user, day: number });
      if (day.short === 0) sweet.short.delete(number);
    }
  }

  /** A batch: a part of the day's capacity. A negative one takes from what is free. */
  bake(sweet: Sweet, day: number, part: number, at: number) {
    const plan = this.dayOf(sweet, day);
    const wanted = part < 0 ? Math.round(part * plan.capacity) : Math.ceil(part * plan.capacity);
    const units = Math.max(wanted, -sweet.stock, -(plan.made ?? 0));
    if (units === 0) return;
    if (plan.made === null) {
      [plan.firstMadeAt, plan.short] = [at, plan.ordered];
      sweet.short.add(day);
    }
    plan.made = (plan.made ?? 0) + units;
    this.move(sweet, units, "made", at, { user: this.staff, day });
    this.fillShort(sweet, at, this.staff);
  }

  throwAway(sweet: Sweet, part: number, at: number) {
    const note = part < 1 ? "Fell while it was packed" : "Past its best";
    this.move(sweet, -Math.floor(sweet.stock * part), "waste", at, { user: this.staff, note });
  }

  /** Units that a day can still promise at a time. */
  left(sweet: Sweet, day: number, at: number): number {
    const plan = this.dayOf(sweet, day);
    const own = this.festivalsOf(sweet, day);
    const open = own.some(({ opensAt, closesAt }) => Date.parse(opensAt) <= at && at < Date.parse(closesAt));
    const isOpen = at < instantOf(day - 1, 1200) && (own.length > 0 ? open : day < dayAt(at) + 7);
    return isOpen && plan.made === null ? plan.capacity - plan.ordered : 0;
  }

  /** Takes a line for an order, from the plan of its day or from stock. Undefined when there is not enough. */
  take(
    { sweet, pack, quantity }: Line<Sweet>,
    of: { order: number; day: number | null; at: number; buyer: number | null; isTill: boolean; held: boolean },
  ): SoldLine | undefined {
    const { order, day, at, buyer } = of;
    const units = pack.units * quantity;
    const line = { sweet, pack, quantity };
    if (day !== null && sweet.week) {
      if (this.left(sweet, day, at) < units) return undefined;
      this.dayOf(sweet, day).ordered += units;
      return { ...line, from: day };
    }
    if (sweet.stock < units) {
      if (sweet.week) return undefined;
      const some = RESTOCK * Math.max(...sweet.packs.map((one) => (one.isDefault ? one.units : 1)));
      this.move(sweet, some + units, "restock", at - 9 * MINUTE_MS, { user: this.staff });
    }
    if (of.held && buyer) {
      this.move(sweet, -units, "hold", at - 5 * MINUTE_MS, { user: buyer, cart: buyer });
      this.move(sweet, units, "release", at, { user: buyer, cart: buyer });
    }
    this.move(sweet, -units, of.isTill ? "purchase" : "order", at, { user: buyer ?? this.staff, order });
    return { ...line, from: null };
  }

  /** Gives a line of a cancelled order back to where it came from. */
  giveBack(
    { sweet, pack, quantity, from }: SoldLine,
    { order, user, at }: { order: number; user: number | null; at: number },
  ) {
    const units = pack.units * quantity;
    if (from === null) this.move(sweet, units, "cancel", at, { user, order });
    else {
      const plan = this.dayOf(sweet, from);
      const aside = plan.made === null ? 0 : plan.ordered - plan.short;
      const back = Math.min(units, aside);
      plan.ordered -= units;
      if (plan.made !== null) plan.short = plan.ordered - (aside - back);
      if (plan.short > 0) sweet.short.add(from);
      this.move(sweet, back, "cancel", at, { user, order, day: from });
    }
    this.fillShort(sweet, at, user);
  }
}
