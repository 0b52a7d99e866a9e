import { changesBetween } from "@/lib/auth/audit-log";
import type { Changes } from "@/lib/auth/constants";
import { formatRupees } from "@/lib/money";
import { type DetailName, details } from "./facts";
import type { Sweet } from "./responses";

/*
 * What an edit of a sweet has changed, for the audit log.
 */

/** Facts of a sweet that an edit can change, each by the name that people read. */
function factsOf({ details, packs, ...sweet }: Sweet): Record<string, unknown> {
  const { name, category, description, imageAlt, image, featured, sugarFree, giftBox, prepHours, travels, hsn } = sweet;
  const facts = { name, category, description, featured, "sugar-free": sugarFree, "gift box": giftBox };
  const more = { "hours of preparation": prepHours, "travels by courier": travels, HSN: hsn };
  const picture = { picture: image, "description of the picture": imageAlt };
  const ofPacks = packs.flatMap(({ label, price, units, isDefault }) => [
    [`price of ${label}`, price],
    [`units of ${label}`, units],
    [`${label} as the default pack`, isDefault],
  ]);
  return { ...facts, ...more, ...picture, ...details, ...Object.fromEntries(ofPacks) };
}

/** Field by field from what to what; money in rupees. */
export const sweetChanges = (before: Sweet, after: Sweet): Changes => changesBetween(factsOf(before), factsOf(after));

const isPrice = (name: string) => name.startsWith("price of ");

/** "changed the price of Kaju Katli 500 g from ₹679 to ₹699"; of several changes their names. */
export function sweetChangesText(name: string, changes: Changes): string {
  const fields = Object.keys(changes);
  const [field, [from, to] = [null, null]] = Object.entries(changes)[0] ?? [""];
  if (fields.length === 1 && isPrice(field) && typeof from === "number" && typeof to === "number")
    return `changed the price of ${name} ${field.slice("price of ".length)} from ${formatRupees(from)} to ${formatRupees(to)}`;
  const names = fields.map((field) => (field in details ? details[field as DetailName].label.toLowerCase() : field));
  return names.length === 0 ? `saved ${name} without a change` : `changed ${name}: ${names.join(", ")}`;
}
