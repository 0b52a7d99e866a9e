import { packBounds } from "@/db/constants/catalogue";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import { isByWeight, piecesIn } from "@/lib/catalogue/by-weight";
import { details, type Fact, facts } from "@/lib/catalogue/facts";
import { type PackTexts, plainLabel, type SoldBy, shownAmount } from "@/lib/catalogue/pack-form";

export const moneyInput = { type: "number", inputMode: "decimal", step: "0.01", min: "0.01" } as const;
export const countInput = { type: "number", inputMode: "numeric", step: "1" } as const;

/** Failures that loading the latest version resolves: somebody else changed the sweet, or sold the stock in the meantime. */
export const OUTDATED = ["stale_version", "insufficient_stock"];

/** What the field of a fact shows, which `fromText` of lib/catalogue/fact-schemas.ts reads. */
function shownOf({ kind }: Fact, value: unknown): string | boolean {
  if (kind === "mark") return value === true;
  if (kind === "yesOrNo" && typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}
const shownIn = <Facts extends Record<string, Fact>>(facts: Facts, values: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, shownOf(fact, values[name])])) as {
    [N in keyof Facts]: Facts[N]["kind"] extends "mark" ? boolean : string;
  };

export const emptyPack: PackTexts = {
  ...{ packId: "", label: "", grams: "", pieces: "", price: "", units: "", amountWas: "" },
  ...{ active: true, isDefault: false, proposed: true },
};

type Packs = AdminSweet["allPacks"];

/** A sweet is sold by weight when its default pack is. */
const soldByOf = (packs: Packs): SoldBy => {
  const main = packs.find(({ isDefault }) => isDefault);
  return main && isByWeight(main) ? "weight" : "piece";
};

/** A label that only says the weight or the pieces is left empty, so that it follows them. */
const textsOfPack =
  (by: SoldBy) =>
  (pack: Packs[number]): PackTexts => {
    const { id, label, grams, units, price, active, isDefault } = pack;
    // A pack without either is so many of the unit.
    const pieces = piecesIn(label) ?? (grams === null ? units : "");
    const content = { grams: String(grams ?? ""), pieces: String(pieces) };
    return {
      ...{ packId: String(id), ...content, price: String(price), active, isDefault, proposed: false },
      label: label === plainLabel(content, by) ? "" : label,
      units: String(units),
      amountWas: shownAmount(content, by),
    };
  };

/** What the form of a sweet shows, by the paths of its schema, with what was seen of the sweet: its version, its stock, its packs. */
export function valuesOf(sweet: AdminSweet | null) {
  const soldBy = soldByOf(sweet?.allPacks ?? []);
  return {
    ...(sweet && { id: String(sweet.id), version: String(sweet.version), stockWas: String(sweet.quantity) }),
    soldBy,
    name: sweet?.name ?? "",
    category: sweet?.category ?? "",
    description: sweet?.description ?? "",
    quantity: String(sweet?.quantity ?? ""),
    ...shownIn(facts, { ...sweet, ...sweet?.own }),
    details: shownIn(details, sweet?.details),
    packs: sweet
      ? sweet.allPacks.slice(0, packBounds.most).map(textsOfPack(soldBy))
      : [{ ...emptyPack, isDefault: true }],
  };
}
export type SweetValues = ReturnType<typeof valuesOf>;

/** The values as the form sends them. */
export function sentOf(values: SweetValues): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values))
    form.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  return form;
}

/**
 * A stock that was typed while another one was shown, applied to the stock of now: it is changed by the same difference, so that sales
 * in the meantime are not undone.
 */
export function rebasedStock(typed: string, was: string, now: string): string {
  const rebased = Number(typed) + Number(now) - Number(was);
  return typed === "" || was === now || !Number.isInteger(rebased) ? typed : String(Math.max(0, rebased));
}

/** Each field as it was typed, or as it is now when it was not changed. */
const merged = <T extends object>(typed: T, before: T, now: T): T => {
  const changed = Object.entries(typed).filter(([name, text]) => text !== before[name as keyof T]);
  return { ...now, ...Object.fromEntries(changed) };
};

/** What was typed over one version of a sweet, applied to another. Rows that were added or removed stay so. */
export const rebased = (typed: SweetValues, before: SweetValues, now: SweetValues): SweetValues => ({
  ...merged(typed, before, now),
  quantity: rebasedStock(typed.quantity, before.quantity, now.quantity),
  details: merged(typed.details, before.details, now.details),
  packs: rebasedPacks(typed.packs, before.packs, now.packs),
});

function rebasedPacks(typed: PackTexts[], before: PackTexts[], now: PackTexts[]): PackTexts[] {
  const find = (rows: PackTexts[], id: string) => (id === "" ? undefined : rows.find(({ packId }) => packId === id));
  const kept = typed.flatMap((row) => {
    const [old, latest] = [find(before, row.packId), find(now, row.packId)];
    if (!old) return [row];
    if (latest) return [merged(row, old, latest)];
    // Deleted meanwhile: what was changed in it is a new pack.
    const isChanged = JSON.stringify({ ...old, isDefault: row.isDefault }) !== JSON.stringify(row);
    return isChanged ? [{ ...row, packId: "", units: "", amountWas: "" }] : [];
  });
  const added = now.filter(({ packId }) => !find(before, packId) && !find(typed, packId));
  const rows = [...kept, ...added];
  // The one that was chosen here goes before the one that somebody else has chosen.
  const chosen = rows.filter(({ isDefault }) => isDefault);
  const main = chosen.find(({ packId }) => !find(now, packId)?.isDefault) ?? chosen[0] ?? rows[0];
  return rows.map((row) => ({ ...row, isDefault: row === main }));
}
