import type { Changes } from "@/db/constants/auth";
import type { Section } from "@/db/constants/settings";
import { auditNameOf, factOf } from "@/lib/catalogue/facts";
import { formatWeight } from "@/lib/catalogue/packs";
import { formatShortDateTime, fullDayText } from "@/lib/dates";
import { recordedSlotText } from "@/lib/delivery/texts";
import { formatRupees } from "@/lib/money";
import { kindTexts } from "@/lib/people/staff-texts";
import { weekdayNames } from "@/lib/settings/constants";
import { type SweetName, settingChanges } from "@/lib/settings/form-texts";
import type { AuditRow } from "./responses";
import { fieldNames } from "./texts";

/** A change in words. Null: its values are not in the log, since they are a person's. */
export type ChangeText = { label: string; from: string | null; to: string | null };

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);
const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

const labels: Record<string, string> = {
  ...fieldNames,
  slot: "window",
  staff: "role",
  active: "switched on",
  quantity: "default packs in stock",
  week: "each week",
  url: "address",
};

const labelOf = (field: string) =>
  isDay(field) ? fullDayText(field) : capitalised(labels[field] ?? auditNameOf(field));

/** How the values of some fields are read. All others are by what they are. */
function wordsOf(field: string, value: number | string): string | undefined {
  const fact = factOf(field);
  if (field === "netWeightGrams") return formatWeight(Number(value));
  if (fact?.kind === "wholeNumber") return `${value} ${value === 1 ? fact.unit.replace(/s$/, "") : fact.unit}`;
  if (field.startsWith("price of ")) return formatRupees(Number(value));
  if (field === "slot") return recordedSlotText(String(value));
  if (field === "staff") return kindTexts[value as keyof typeof kindTexts]?.name;
  return undefined;
}

function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value))
    return field === "week" ? value.map((units, day) => `${weekdayNames[day]} ${units}`).join(", ") : value.join(", ");
  if (typeof value === "number") return wordsOf(field, value) ?? value.toLocaleString("en-IN");
  if (typeof value !== "string") return JSON.stringify(value);
  if (isDay(value)) return fullDayText(value);
  return wordsOf(field, value) ?? (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? formatShortDateTime(value) : value);
}

function changeText(field: string, [from, to]: Changes[string]): ChangeText {
  const label = labelOf(field);
  if (from === null && to === null) return { label, from, to };
  // The address of a picture says nothing to people.
  if (field === "image" || field === "picture")
    return { label, from: from ? "A picture" : "", to: to ? (from ? "Another picture" : "A picture") : "" };
  return { label, from: valueText(field, from), to: valueText(field, to) };
}

/** Whether the sentence about a single change says what it was and is; of a person's data it has no more than the name. */
const isSaid = (sentence: string, { label, from, to }: ChangeText) =>
  from === null
    ? sentence.includes(label.toLowerCase())
    : / took order #\d+$/.test(sentence) ||
      sentence.includes(`from ${from} to ${to}`) ||
      sentence.includes(`from “${from}” to “${to}”`);

/**
 * What an entry of the audit log has changed, as people read it: money, days, weights, and settings by the fields of their forms. Empty when
 * its sentence has said it: 'set order #812 from Pending to Processing'.
 * @param sweets those that a festival may name
 */
export function changesOf({ noun, changes, text }: AuditRow, sweets: readonly SweetName[] = []): ChangeText[] {
  const fields = Object.entries(changes);
  const found =
    noun === "settings" || noun === "opening"
      ? fields.flatMap(([section, pair]): ChangeText[] => settingChanges(section as Section, pair, sweets))
      : fields.map(([field, pair]) => changeText(field, pair));
  return found.length === 1 && found[0] && isSaid(text, found[0]) ? [] : found;
}
