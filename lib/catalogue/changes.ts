import { formatRupees } from "@/lib/money";
import type { Sweet } from "./responses";

/*
 * What an edit of a sweet has changed, for the audit log.
 */

type Changes = Record<string, [from: unknown, to: unknown]>;

/** Facts of a sweet that an edit can change, each by the name that people read. */
function factsOf({ details, packs, ...sweet }: Sweet): Map<string, unknown> {
  const { name, category, description, imageAlt, image, featured, sugarFree, giftBox, prepHours, travels, hsn } = sweet;
  const facts = { name, category, description, featured, "sugar-free": sugarFree, "gift box": giftBox };
  const more = { "hours of preparation": prepHours, "travels by courier": travels, HSN: hsn };
  const picture = { picture: image, "description of the picture": imageAlt };
  return new Map<string, unknown>([
    ...Object.entries({ ...facts, ...more, ...picture, ...details }),
    ...packs.flatMap(({ label, price, units, isDefault }): [string, unknown][] => [
      [`price of ${label}`, price],
      [`units of ${label}`, units],
      [`${label} as the default pack`, isDefault],
    ]),
  ]);
}

/** Field by field from what to what; money in rupees. */
export function sweetChanges(before: Sweet, after: Sweet): Changes {
  const [from, to] = [factsOf(before), factsOf(after)];
  const names = [...new Set([...from.keys(), ...to.keys()])];
  return Object.fromEntries(
    names
      .map((name) => [name, [from.get(name) ?? null, to.get(name) ?? null]] as const)
      .filter(([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is)),
  ) as Changes;
}

const isPrice = (name: string) => name.startsWith("price of ");

/** "changed the price of Kaju Katli 500 g from ₹679 to ₹699"; of several changes their names. */
export function sweetChangesText(name: string, changes: Changes): string {
  const fields = Object.keys(changes);
  const [field, [from, to] = [null, null]] = Object.entries(changes)[0] ?? [""];
  if (fields.length === 1 && isPrice(field) && typeof from === "number" && typeof to === "number")
    return `changed the price of ${name} ${field.slice("price of ".length)} from ${formatRupees(from)} to ${formatRupees(to)}`;
  return fields.length === 0 ? `saved ${name} without a change` : `changed ${name}: ${fields.join(", ")}`;
}
