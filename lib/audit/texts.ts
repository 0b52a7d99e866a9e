import type { Changes } from "@/lib/auth/constants";
import type { Section } from "@/lib/settings/constants";
import { defaultSettings } from "@/lib/settings/defaults";
import { textsOfSection } from "@/lib/settings/form-schema";
import { changesBetween } from "@/lib/settings/form-texts";
import type { SettingValues } from "@/lib/settings/schema";

/** Changes that a sentence about the settings names. */
const MOST_NAMED = 3;

/** Field by field what was changed in a section of the settings, in words. */
function sectionText(section: Section, [from, to]: [unknown, unknown]): string {
  const textsOf = (value: unknown) =>
    textsOfSection(section, (value ?? defaultSettings[section]) as SettingValues[Section]);
  const changes = changesBetween(section, textsOf(from), textsOf(to));
  const named = changes.slice(0, MOST_NAMED).map((one) => `${one.label} from “${one.from}” to “${one.to}”`);
  const more = changes.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

const fieldNames: Record<string, string> = {
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
  if (action === "move") return `moved order #${nounId} from ${from ?? "no window"} to ${to}`;
  if (action === "correct") return `corrected ${fieldNames[field] ?? field} of order #${nounId}`;
  const what = sectionText(nounId as Section, [from, to]);
  return `changed the settings ‘${nounId}’${what && `: ${what}`}`;
}
