import { packBounds } from "@/db/constants/catalogue";
import { type EditedPack, formatWeight, ONE_PIECE, unitPrice } from "@/lib/catalogue/packs";
import { numberIn } from "@/lib/digits";

/*
 * The packs of a sweet as the texts of the owner's form. A field's name is `pack-KEY-name`. One row is the main one: its price and weight
 * are the form's own fields Price and Net weight, so that nothing is asked twice.
 */

const names = ["id", "label", "grams", "units", "price", "active"] as const;
export type PackFieldName = (typeof names)[number];
/** A row; `active` is "on" or empty. */
export type PackTexts = Record<PackFieldName, string>;

/** The rows, by index the main one, and the one that is chosen as the default. They differ only in what was posted without JavaScript. */
export type PackForm = { rows: PackTexts[]; main: number; chosen: number };

export const packField = (key: number | string, name: PackFieldName) => `pack-${key}-${name}`;

/** How a pack of a weight is called that nobody has named, as pack_label() of db/functions/packs.sql says it. */
export function weightLabel(text: string): string {
  const grams = numberIn(text);
  if (!Number.isInteger(grams) || grams < 1) return ONE_PIECE;
  return formatWeight(grams);
}

export const emptyPack: PackTexts = { id: "", label: "", grams: "", units: "", price: "", active: "on" };

/** A label that only says the weight is left empty, so that it follows the weight. */
function textsOfPack({ id, label, grams, units, price, active }: EditedPack): PackTexts {
  const weight = String(grams ?? "");
  return {
    id: String(id),
    label: label === weightLabel(weight) ? "" : label,
    grams: weight,
    units: String(units),
    price: String(price),
    active: active ? "on" : "",
  };
}

/** The packs of a sweet, those on sale first; of a new sweet its only one. */
export function packFormOf(sweet: { allPacks: EditedPack[] } | null): PackForm {
  if (!sweet) return { rows: [{ ...emptyPack, units: "1" }], main: 0, chosen: 0 };
  const listed = sweet.allPacks.slice(0, packBounds.most);
  const main = Math.max(
    0,
    listed.findIndex(({ isDefault }) => isDefault),
  );
  return { rows: listed.map(textsOfPack), main, chosen: main };
}

/** Whether nothing of a pack was typed into a row. */
export const isBlankPack = ({ label, grams, price }: PackTexts) => `${label}${grams}${price}`.trim() === "";

const textIn = (fields: Record<string, unknown>, name: string) => {
  const value = fields[name];
  return typeof value === "string" ? value : "";
};

/** The rows of a form that was sent: the main one first, then the others without the blank ones. Null when it has none. */
export function packsOfFields(fields: Record<string, unknown>): PackForm | null {
  const keys = Object.keys(fields).flatMap((name) => /^pack-(\d{1,4})-units$/.exec(name)?.[1] ?? []);
  const main = textIn(fields, "mainPack");
  if (!keys.includes(main)) return null;
  const form: PackForm = { rows: [], main: 0, chosen: 0 };
  // More than the schema allows, so that it can say so.
  for (const key of [main, ...keys.filter((key) => key !== main)].slice(0, 2 * packBounds.most)) {
    const row = Object.fromEntries(names.map((name) => [name, textIn(fields, packField(key, name))])) as PackTexts;
    if (key === main) Object.assign(row, { price: textIn(fields, "price"), grams: textIn(fields, "netWeightGrams") });
    else if (isBlankPack(row)) continue;
    if (key === textIn(fields, "defaultPack")) form.chosen = form.rows.length;
    form.rows.push(row);
  }
  return form;
}

/**
 * The packs of a form that was sent, for the schema to check, and the index of the default one. Null when the sweet has one pack that
 * nobody has named: the form then says all of it by its price and net weight.
 */
export function packsTyped(fields: Record<string, unknown>): { packs: object[]; chosen: number } | null {
  const form = packsOfFields(fields);
  const [first] = form?.rows ?? [];
  if (!form || !first) return null;
  const isPlain = first.label.trim() === "" && numberIn(first.units) === 1 && first.active === "on";
  if (form.rows.length === 1 && isPlain && Number(textIn(fields, "packsWere")) <= 1) return null;
  const packs = form.rows.map(({ id, label, grams, units, price, active }, index) => ({
    id: id === "" ? undefined : Number(id),
    label: packName({ label, grams }),
    grams: grams.trim() === "" ? null : numberIn(grams),
    units: numberIn(units),
    price: numberIn(price),
    active: active === "on",
    isDefault: index === form.chosen,
  }));
  return { packs, chosen: form.chosen };
}

/** "₹136 per 100 g" for what is typed; empty when it is sold by the piece or not yet a price. */
export function pricePer100g(typed: Pick<PackTexts, "grams" | "price">): string {
  const [grams, price] = [numberIn(typed.grams), numberIn(typed.price)];
  return grams > 0 && price > 0 ? (unitPrice({ label: "", units: 1, grams, price }) ?? "") : "";
}

export const packName = ({ label, grams }: Pick<PackTexts, "label" | "grams">) => label.trim() || weightLabel(grams);

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/**
 * What each pack takes when weights decide: 250 g takes 1, 500 g 2, 1 kg 4. Null when a pack is sold by the piece, when a weight divides
 * the others only in too many units, or when the rows say the same already.
 */
export function unitsByWeight(rows: readonly PackTexts[]): number[] | null {
  const weights = rows.map(({ grams }) => numberIn(grams));
  if (rows.length < 2 || weights.some((grams) => !Number.isInteger(grams) || grams < 1)) return null;
  const unit = weights.reduce(divisor);
  const units = weights.map((grams) => grams / unit);
  if (units.some((count) => count > packBounds.units.max)) return null;
  return units.every((count, index) => count === numberIn(rows[index]?.units ?? "")) ? null : units;
}

/**
 * What was typed over one version of the packs, applied to another: fields that were not changed show the other version, rows that were
 * added or removed stay so.
 */
export function rebasePacks(typed: PackForm, before: PackForm, now: PackForm): PackForm {
  if (JSON.stringify(typed) === JSON.stringify(before)) return now;
  const find = ({ rows }: PackForm, id: string) => (id === "" ? undefined : rows.find((row) => row.id === id));
  const rebased = typed.rows.flatMap((row) => {
    const [old, latest] = [find(before, row.id), find(now, row.id)];
    if (!old) return [{ row, typed: row }];
    // Deleted meanwhile: what was changed in it is a new pack.
    if (!latest) return JSON.stringify(old) === JSON.stringify(row) ? [] : [{ row: { ...row, id: "" }, typed: row }];
    const merged = names.map((name) => [name, row[name] === old[name] ? latest[name] : row[name]]);
    return [{ row: Object.fromEntries(merged) as PackTexts, typed: row }];
  });
  const added = now.rows.filter(({ id }) => !find(before, id) && !find(typed, id)).map((row) => ({ row, typed: row }));
  const all = [...rebased, ...added];
  const [chosen, was, latest] = [typed.rows[typed.chosen], before.rows[before.chosen], now.rows[now.chosen]];
  const isMoved = chosen?.id === "" || chosen?.id !== was?.id;
  const at = all.findIndex(({ row, typed }) => (isMoved ? typed === chosen : row.id === latest?.id));
  const main = Math.max(0, at);
  return { rows: all.map(({ row }) => row), main, chosen: main };
}
