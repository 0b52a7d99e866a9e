import type { Changes } from "@/db/constants/auth";
import { changesBetween } from "@/lib/auth/audit-log";
import { formatRupees } from "@/lib/money";
import { auditNameOf } from "./facts";
import { priceField } from "./price-rules";
import type { Sweet } from "./responses";
import { factsIn } from "./select";

/* What an edit of a sweet has changed, for the audit log. */

/** What an edit of a sweet can change, by the names that the API has for it. A price is that of a pack. */
function fieldsOf({ name, category, description, image, details, packs, ...sweet }: Sweet): Record<string, unknown> {
  const ofPacks = packs.flatMap(({ label, price, units, isDefault }) => [
    [priceField(label), price],
    [`units of ${label}`, units],
    [`${label} as the default pack`, isDefault],
  ]);
  return { name, category, description, image, ...factsIn(sweet), ...details, ...Object.fromEntries(ofPacks) };
}

/** Field by field from what to what; money in rupees. */
export const sweetChanges = (before: Sweet, after: Sweet): Changes => changesBetween(fieldsOf(before), fieldsOf(after));

const isPrice = (name: string) => name.startsWith(priceField(""));

/** "changed the price of Kaju Katli 500 g from ₹679 to ₹699"; of several changes their names. */
export function sweetChangesText(name: string, changes: Changes): string {
  const fields = Object.keys(changes);
  const [field, [from, to] = [null, null]] = Object.entries(changes)[0] ?? [""];
  if (fields.length === 1 && isPrice(field) && typeof from === "number" && typeof to === "number")
    return `changed the price of ${name} ${field.slice(priceField("").length)} from ${formatRupees(from)} to ${formatRupees(to)}`;
  const names = fields.map(auditNameOf).join(", ");
  return names === "" ? `saved ${name} without a change` : `changed ${name}: ${names}`;
}
