import { type SwitchableKind, switchableKinds } from "@/db/constants/messages";
import type { Section } from "@/db/constants/settings";
import { instantInIndia } from "@/lib/date-time-fields";
import { formatShortDate, formatShortDateTime } from "@/lib/dates";
import { rowsAt, type Texts, textAt, withoutRow, withRow } from "@/lib/forms/texts";
import type { Area } from "@/lib/settings/schema";
import { messageNames, weekdayName } from "./constants";

/* The settings as the texts of their forms (lib/forms/texts.ts): how fields are called, new rows of the lists, and changes in words. */

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
  },
  tax: { gstin: "GSTIN", prefix: "Prefix of invoices" },
  messages: Object.fromEntries(switchableKinds.map((kind) => [kind, messageNames[kind]])) as Record<
    SwitchableKind,
    string
  >,
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

/** The empty row of each list, by the list's path without indexes, with the field that gets the focus. */
const newRows: Record<string, { focus: string; row: Record<string, Texts> }> = {
  "shop value.hours": { focus: "fromDay", row: { fromDay: "1", toDay: "6", opens: "", closes: "" } },
  "shop value.social": { focus: "name", row: { name: "", url: "" } },
  "shop value.team": { focus: "post", row: { post: "", about: "" } },
  "shop value.awards": { focus: "year", row: { year: "", title: "", by: "" } },
  "festivals value": { focus: "name", row: { name: "" } },
  "areas value": { focus: "name", row: { kind: "local", leadMinutes: "0", active: "on" } },
  "tax value.rates": { focus: "hsn", row: { hsn: "", rate: "", from: "" } },
  "windows value.week": { focus: "from", row: { from: "", to: "", capacity: "" } },
  "windows value.dates": { focus: "date", row: { date: "" } },
  "windows value.dates.windows": { focus: "from", row: { from: "", to: "", capacity: "" } },
};

/** What a button sends that adds a row to a list. A window of the week is added to a weekday. */
export const addIntent = (list: string, weekday?: number) => `add ${list}${weekday ? ` ${weekday}` : ""}`;
/** What a button sends that removes a row. */
export const removeIntent = (row: string) => `remove ${row}`;

/**
 * The texts of the form's rows after a button that adds or removes one. `focus`: the name of the field, or what the button sends, that gets
 * the focus; null when nothing has changed.
 */
export function rowsAfterButton(section: Section, texts: Texts, intent: string) {
  const [verb, path = "", weekday] = intent.split(" ");
  if (verb === "add") {
    const known = newRows[`${section} ${path.replace(/\.\d+/g, "")}`];
    if (!known) return { texts, focus: null };
    const row = weekday ? { weekday, ...known.row } : known.row;
    return { texts: withRow(texts, path, row), focus: `${path}.${rowsAt(texts, path).length}.${known.focus}` };
  }
  const list = path.slice(0, path.lastIndexOf("."));
  if (verb !== "remove" || rowsAt(texts, list).length === 0) return { texts, focus: null };
  const day = Number(textAt(texts, `${path}.weekday`));
  return { texts: withoutRow(texts, path), focus: addIntent(list, day || undefined) };
}

const windowText = (window: Texts) =>
  `${textAt(window, "from")}-${textAt(window, "to")} (${textAt(window, "capacity") || "?"})`;

/** What a row of each list says: what it is about, and what about it. */
const rowTexts: Record<string, (row: Texts) => [label: string, text: string]> = {
  hours: (row) => {
    const [from, to] = [textAt(row, "fromDay"), textAt(row, "toDay")];
    const days = from === to ? weekdayName(from) : `${weekdayName(from)} to ${weekdayName(to)}`;
    return [`Hours, ${days}`, `${textAt(row, "opens")}-${textAt(row, "closes")}`];
  },
  social: (row) => [textAt(row, "name"), textAt(row, "url")],
  team: (row) => [`Team, ${textAt(row, "post")}`, textAt(row, "about")],
  awards: (row) => [`Award of ${textAt(row, "year")}`, `${textAt(row, "title")}, ${textAt(row, "by")}`],
  week: (row) => [`${weekdayName(textAt(row, "weekday"))}, window from ${textAt(row, "from")}`, windowText(row)],
  rates: (row) => [`Rate of ${textAt(row, "hsn")} from ${textAt(row, "from")}`, `${textAt(row, "rate")} %`],
  dates: (row) => {
    const date = textAt(row, "date");
    const windows = rowsAt(row, "windows").map(windowText);
    const label = /^\d{4}-\d\d-\d\d$/.test(date) ? formatShortDate(date) : date;
    return [label, windows.length > 0 ? windows.join(", ") : "Day off"];
  },
};

const dateTime = (text: string) => {
  const at = instantInIndia(text);
  return at ? formatShortDateTime(at) : text;
};

/** Their labels say that they are rupees. */
const amounts = ["fee", "freeFrom", "minimum", "cod.upTo"];
const instants = ["until", "from", "to", "opensAt", "closesAt"];

function fieldText(name: string, text: string): string {
  if (name === "active" || name === "paused" || name === "cod.active" || name in messageNames)
    return text === "on" ? "Yes" : "No";
  if (name === "kind") return areaKindNames[text as Area["kind"]] ?? text;
  if (name === "pincodes" || name === "days") return text.split("\n").filter(Boolean).join(", ");
  if (amounts.includes(name) && Number(text)) return Number(text).toLocaleString("en-IN");
  return instants.includes(name) ? dateTime(text) : text;
}

/** One thing that the settings say. Two entries with one key are the same thing before and after a change. */
type Entry = { key: string; label: string; text: string };

/** A sweet, also one that was deleted, as a festival's editor names it. */
export type SweetName = { id: number; name: string; deleted: boolean };

/** The fields of an object that have a label. */
const fieldEntries = (section: Section, texts: Texts, sweets: readonly SweetName[]): Entry[] =>
  Object.entries<string>(fieldLabels[section]).map(([name, label]) => ({
    key: name,
    label,
    text:
      name === "sweets"
        ? rowsAt(texts, name)
            .map((id) => sweets.find((sweet) => String(sweet.id) === id)?.name ?? id)
            .join(", ")
        : fieldText(name, textAt(texts, name)),
  }));

/** What identifies a row of a section that is a list, and how one without a name is called. */
const rowsOf: Partial<Record<Section, { id: string; unnamed: string }>> = {
  areas: { id: "id", unnamed: "New area" },
  festivals: { id: "slug", unnamed: "New festival" },
};

/** What a section's form says, an entry for each thing that can change. */
function entriesOf(section: Section, value: Texts, sweets: readonly SweetName[]): Entry[] {
  const rows = rowsOf[section];
  if (rows)
    return (Array.isArray(value) ? value : []).flatMap((row, index) =>
      fieldEntries(section, row, sweets).map(({ key, label, text }) => ({
        key: `${textAt(row, rows.id) || `new ${index}`} ${key}`,
        label: `${textAt(row, "name") || rows.unnamed}: ${label}`,
        text,
      })),
    );
  const lists = Object.entries(rowTexts).flatMap(([list, textsOf]) =>
    rowsAt(value, list).map((row) => {
      const [label, text] = textsOf(row);
      // A year has several awards: one with another text is another award.
      return { key: `${list} ${label} ${list === "awards" ? text : ""}`, label, text };
    }),
  );
  return [...fieldEntries(section, value, sweets), ...lists];
}

/** A change in words; an empty text is none. */
export type SettingChange = { label: string; from: string; to: string };

/** What differs between two versions of a section, both as the texts of its form. */
export function changesInSection(
  section: Section,
  from: Texts,
  to: Texts,
  sweets: readonly SweetName[] = [],
): SettingChange[] {
  const before = new Map(entriesOf(section, from, sweets).map((entry) => [entry.key, entry]));
  const after = new Map(entriesOf(section, to, sweets).map((entry) => [entry.key, entry]));
  const changes = [...after.values()].map(({ key, label, text }) => ({
    label,
    from: before.get(key)?.text ?? "",
    to: text,
  }));
  const removed = [...before.values()].filter(({ key }) => !after.has(key));
  return [...changes, ...removed.map(({ label, text }) => ({ label, from: text, to: "" }))].filter(
    (change) => change.from !== change.to,
  );
}
