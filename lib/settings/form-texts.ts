import type { Section } from "@/db/constants/settings";
import { instantInIndia } from "@/lib/date-time-fields";
import { formatShortDate, formatShortDateTime } from "@/lib/dates";
import type { Texts } from "@/lib/forms/values";
import type { Area } from "@/lib/settings/schema";
import { messageNames, weekdayName } from "./constants";
import { defaultSettings } from "./defaults";
import { settingControl, textsOfSection } from "./form-values";
import { seedFacts } from "./samples";

/* The settings as their forms show them: how fields are called, and changes in words. */

export const areaKindNames: Record<Area["kind"], string> = { local: "Our riders", courier: "Courier" };

/** What a field is called, by its path without the indexes of rows. */
export const fieldLabels = {
  shop: {
    legalName: "Legal name",
    "address.street": "Street",
    "address.city": "City",
    "address.region": "State",
    "address.postalCode": "Pincode",
    "phones.shop": "Shop telephone",
    "phones.tollFree": "Toll-free number",
    "emails.hello": "General e-mail",
    "emails.orders": "E-mail for orders",
    "emails.support": "E-mail for support",
    fssai: "FSSAI licence number",
    "grievance.name": "Grievance officer",
    "grievance.post": "Grievance officer's post",
    "grievance.email": "Grievance officer's e-mail",
    "grievance.phone": "Grievance officer's telephone",
    accepted: "Samples that are ours",
  },
  areas: {
    name: "Name",
    kind: "Brought by",
    pincodes: "Pincodes",
    fee: "Fee (₹)",
    freeFrom: "Free from (₹)",
    minimum: "Minimum order (₹)",
    leadMinutes: "Lead time (minutes)",
    estimate: "Estimate",
    active: "Deliver to this area",
  },
  windows: { bookableDays: "Days that can be booked", pickupCapacity: "Pickups per window" },
  pause: { paused: "Orders paused", until: "Until", reason: "Reason" },
  notice: { text: "Text", link: "Link", from: "From", to: "To" },
  payments: {
    upiId: "UPI ID",
    payeeName: "Payee name",
    remindAfterHours: "Remind after (hours)",
    "cod.active": "Offer payment on delivery",
    "cod.upTo": "Up to (₹)",
    "online.active": "Offer to pay online",
    "online.holdMinutes": "Minutes to pay",
  },
  tax: { gstin: "GSTIN", prefix: "Prefix of invoices" },
  messages: messageNames,
  festivals: {
    name: "Name",
    slug: "Address",
    text: "Text",
    days: "Days of delivery",
    opensAt: "Orders open",
    closesAt: "Orders close",
    sweets: "Sweets",
  },
  security: { requireSecondFactor: "Everybody who works here needs a second factor" },
} as const satisfies Record<Section, Record<string, string>>;

/** A row of any list. */
type Row = Record<
  "fromDay" | "toDay" | "opens" | "closes" | "name" | "url" | "post" | "about" | "year" | "title" | "by",
  string
> &
  Record<"weekday" | "from" | "to" | "capacity" | "hsn" | "rate" | "date", string> & { windows: Row[] };

const windowText = ({ from, to, capacity }: Row) => `${from}-${to} (${capacity || "?"})`;
const dayText = (date: string) => (/^\d{4}-\d\d-\d\d$/.test(date) ? formatShortDate(date) : date);

/** What a row of each list says: what it is about, and what about it. */
const rowTexts: Record<string, (row: Row) => [label: string, text: string]> = {
  hours: ({ fromDay: from, toDay: to, opens, closes }) => [
    `Hours, ${from === to ? weekdayName(from) : `${weekdayName(from)} to ${weekdayName(to)}`}`,
    `${opens}-${closes}`,
  ],
  social: ({ name, url }) => [name, url],
  team: ({ post, about }) => [`Team, ${post}`, about],
  awards: ({ year, title, by }) => [`Award of ${year}`, `${title}, ${by}`],
  week: (row) => [`${weekdayName(row.weekday)}, window from ${row.from}`, windowText(row)],
  rates: ({ hsn, from, rate }) => [`Rate of ${hsn} from ${from}`, `${rate} %`],
  dates: ({ date, windows }) => [dayText(date), windows.map(windowText).join(", ") || "Day off"],
};

/** A sweet, also one that was deleted, as a festival's editor names it. */
export type SweetName = { id: number; name: string; deleted: boolean };

/** A fact that was a sample, by its name: "FSSAI licence number", "Award of 2009". */
function factText(name: string): string {
  const [list = "", at] = name.split(".");
  const rows: unknown = seedFacts[list as keyof typeof seedFacts];
  const row = Array.isArray(rows) ? rows[Number(at)] : undefined;
  return row ? (rowTexts[list]?.(row)[0] ?? name) : ((fieldLabels.shop as Record<string, string>)[name] ?? name);
}

function fieldText(section: Section, path: string, shown: Texts | undefined, sweets: readonly SweetName[]): string {
  if (typeof shown === "boolean") return shown ? "Yes" : "No";
  if (Array.isArray(shown) && section === "shop") return (shown as string[]).map(factText).join(", ");
  if (Array.isArray(shown))
    return shown.map((id) => sweets.find((sweet) => String(sweet.id) === id)?.name ?? id).join(", ");
  if (typeof shown !== "string" || shown === "") return "";
  if (path.endsWith(".kind")) return areaKindNames[shown as Area["kind"]] ?? shown;
  if (/\.(pincodes|days)$/.test(path)) return shown.split("\n").filter(Boolean).join(", ");
  const { type, inputMode } = settingControl(section, path);
  // Its label says that it is rupees.
  if (inputMode === "decimal" && Number(shown)) return Number(shown).toLocaleString("en-IN");
  const at = type === "datetime-local" && instantInIndia(shown);
  return at ? formatShortDateTime(at) : shown;
}

/** One thing that the settings say, by a key that it has before and after a change. */
type Entry = [key: string, said: { label: string; text: string }];
type Shown = { [name: string]: Texts };

const shownAt = (texts: Shown, path: string) =>
  path.split(".").reduce<Texts | undefined>((part, name) => (part as Shown | undefined)?.[name], texts);

/** What a section's form says, an entry for each thing that can change. */
function entriesOf(section: Section, value: Texts, sweets: readonly SweetName[]): Entry[] {
  const fields = (texts: Shown, at: string) =>
    Object.entries<string>(fieldLabels[section]).map(([name, label]) => ({
      name,
      label,
      text: fieldText(section, `${at}.${name}`, shownAt(texts, name), sweets),
    }));
  if (Array.isArray(value))
    return (value as Record<string, string>[]).flatMap((row, index) =>
      fields(row, "value.0").map(({ name, label, text }): Entry => {
        const whose = row.name || `New ${section === "areas" ? "area" : "festival"}`;
        return [`${row.id || row.slug || `new ${index}`} ${name}`, { label: `${whose}: ${label}`, text }];
      }),
    );
  const lists = Object.entries(rowTexts).flatMap(([list, textsOf]) =>
    (((value as Shown)[list] ?? []) as unknown as Row[]).map((row): Entry => {
      const [label, text] = textsOf(row);
      // A year has several awards: one with another text is another award.
      return [`${list} ${label} ${list === "awards" ? text : ""}`, { label, text }];
    }),
  );
  return [...fields(value as Shown, "value").map(({ name, ...said }): Entry => [name, said]), ...lists];
}

/** A change in words; an empty text is none. */
export type SettingChange = { label: string; from: string; to: string };

/** What differs between two versions of a section, both as its form shows them. */
export function changesInSection(section: Section, from: Texts, to: Texts, sweets: readonly SweetName[] = []) {
  const before = new Map(entriesOf(section, from, sweets));
  const after = new Map(entriesOf(section, to, sweets));
  return [...new Map([...after, ...before])]
    .map(([key, said]): SettingChange => {
      const { label } = after.get(key) ?? said;
      return { label, from: before.get(key)?.text ?? "", to: after.get(key)?.text ?? "" };
    })
    .filter((change) => change.from !== change.to);
}

/** The same of two values as they were stored; null stands for what the shop began with. */
export function settingChanges(section: Section, values: readonly [unknown, unknown], sweets?: readonly SweetName[]) {
  const [from = "", to = ""] = values.map((value) => textsOfSection(section, value ?? defaultSettings[section]));
  return changesInSection(section, from, to, sweets);
}
