import type { Changes } from "@/db/constants/auth";
import type { Section } from "@/db/constants/settings";
import { recordedSlotText } from "@/lib/delivery/texts";
import { itemsChangeText } from "@/lib/orders/texts";
import { settingChanges } from "@/lib/settings/form-texts";

/** Changes that a sentence about the settings names. */
const MOST_NAMED = 3;

/** What was changed in a section of the settings, in a sentence that names a few. */
function sectionText(section: Section, values: [unknown, unknown]): string {
  const changes = settingChanges(section, values);
  const named = changes.slice(0, MOST_NAMED).map((one) => `${one.label} from “${one.from}” to “${one.to}”`);
  const more = changes.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

/** The fields of an order that can be corrected, whose values are a person's. */
export const fieldNames: Record<string, string> = {
  recipientName: "the recipient",
  deliveryAddress: "the address",
  phoneNumber: "the telephone number",
};

/**
 * What follows the name of who did it, for a row of an order's history or of the settings'.
 * @param changes of one field
 */
export function historyText(action: string, nounId: string, changes: Changes): string {
  const [field = "", [from, to] = [null, null]] = Object.entries(changes)[0] ?? [];
  if (action === "set status")
    return from === null ? `took order #${nounId}` : `set order #${nounId} from ${from} to ${to}`;
  if (action === "move") {
    const [before, now] = [from === null ? "no window" : recordedSlotText(String(from)), recordedSlotText(String(to))];
    return `moved order #${nounId} from ${before} to ${now}`;
  }
  if (action === "change sweets") return `changed the sweets of order #${nounId}: ${itemsChangeText(from, to)}`;
  if (action === "correct") return `corrected ${fieldNames[field] ?? field} of order #${nounId}`;
  const what = sectionText(nounId as Section, [from, to]);
  return `changed the settings ‘${nounId}’${what && `: ${what}`}`;
}
