import { type Slot, startOf } from "@/lib/settings/calendar";
import type { Area } from "@/lib/settings/schema";

/*
 * The rules of delivery as functions of the settings: which area a pincode is in, what a delivery costs, and when a window can still
 * be reached. They read no clock and no database. What needs both is in queries.ts and fulfilment.ts.
 */

/** The pincodes that a line covers: 400028, 400001-400104, 56*, or *. Both ends are included. */
function rangeOf(line: string): { from: number; to: number } {
  if (line.endsWith("*")) {
    const prefix = line.slice(0, -1);
    return { from: Number(prefix.padEnd(6, "0")), to: Number(prefix.padEnd(6, "9")) };
  }
  const [from = "", to = from] = line.split("-");
  return { from: Number(from), to: Number(to) };
}

/** The area that serves a pincode: of all lines that cover it, the one that covers the fewest decides. Null when none does. */
export function areaOf(areas: readonly Area[], pincode: string): Area | null {
  const number = Number(pincode);
  const [best] = areas
    .filter(({ active }) => active)
    .flatMap((area) => area.pincodes.map((line) => ({ area, ...rangeOf(line) })))
    .filter(({ from, to }) => from <= number && number <= to)
    .sort((a, b) => a.to - a.from - (b.to - b.from));
  return best?.area ?? null;
}

/** The fee in rupees for sweets of a value in rupees. An order is charged the same (lib/orders/place-rules.ts). */
export const feeOf = ({ fee, freeFrom }: Pick<Area, "fee" | "freeFrom">, subtotal: number): number =>
  freeFrom !== null && subtotal >= freeFrom ? 0 : fee;

/**
 * Minutes that are left for the preparation of an order until a window begins, after the way to the area. A sweet can still be in it
 * when its preparation takes less.
 */
export const prepMinutesFor = (window: Omit<Slot, "to">, leadMinutes: number, now: Date): number =>
  Math.ceil((startOf(window) - now.getTime()) / 60_000 - leadMinutes);
