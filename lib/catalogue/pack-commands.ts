import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { packBounds } from "@/db/constants/catalogue";
import { cartLines, orderLines, packs, sweets } from "@/db/schema";
import { together } from "@/db/transaction";
import { invalid } from "@/lib/errors";
import { toPaise } from "@/lib/money";
import { loadPlans } from "@/lib/stock/load-plans";
import { type Move, moveStock } from "@/lib/stock/moves";
import { countPlansAnew } from "@/lib/stock/plan-commands";
import { noHold, returnHolds } from "@/lib/stock/plan-moves";
import { setAsideOf } from "@/lib/stock/plan-rules";
import type { PackInput } from "./pack-schema";

/** The statement that gives packs, whose sweets the caller has locked, other prices, in paise. Default packs take their sweets along. */
export const updatePrices = (tx: Executor, prices: readonly { id: number; price: number }[]) =>
  tx
    .update(packs)
    .set({ price: sql`listed.price` })
    .from(sql`jsonb_to_recordset(${JSON.stringify(prices)}::text::jsonb) as listed(id int, price bigint)`)
    .where(eq(packs.id, sql`listed.id`));

type StoredPack = { id: number; label: string; units: number; active: boolean; isDefault: boolean; isUsed: boolean };
/** A pack of the new list, with the stored one that it is. */
type MatchedPack = Omit<PackInput, "id" | "isDefault"> & { stored: StoredPack | undefined; isDefault: boolean };

/** All packs of a sweet, whose row the caller has locked. A pack is used once a line of a cart or of an order names it. */
const readPacks = (tx: Executor, sweetId: number): Promise<StoredPack[]> =>
  tx
    .select({
      id: packs.id,
      label: packs.label,
      units: packs.units,
      active: packs.active,
      isDefault: packs.isDefault,
      isUsed: sql<boolean>`(exists (select from ${cartLines} l where l.pack_id = ${packs}.id)
        or exists (select from ${orderLines} l where l.sweet_id = ${packs}.sweet_id and l.pack_id = ${packs}.id)
        or (${packs}.id = line_pack(null, ${packs}.sweet_id)
          and exists (select from ${orderLines} l where l.sweet_id = ${packs}.sweet_id and l.pack_id is null)))`,
    })
    .from(packs)
    .where(eq(packs.sweetId, sweetId))
    .orderBy(packs.id);

/** The new list beside the stored packs: each is found by its id, else by its label. Exactly one is the default. */
function matchPacks(input: readonly PackInput[], stored: readonly StoredPack[]): MatchedPack[] {
  const taken = new Set(input.flatMap(({ id }) => id ?? []));
  const edited = input.map(({ id, isDefault: _, ...pack }, at) => {
    const own = stored.find((candidate) =>
      id === undefined
        ? !taken.has(candidate.id) && candidate.label.toLowerCase() === pack.label.toLowerCase()
        : candidate.id === id,
    );
    if (id !== undefined && !own) throw invalid(`packs.${at}.id`, "This sweet has no such pack");
    return { ...pack, stored: own, isDefault: false };
  });
  const chosen = input.findIndex(({ isDefault }) => isDefault);
  const present = edited.findIndex(
    ({ stored: own, active }, at) => own?.isDefault && active && input[at]?.isDefault !== false,
  );
  const first = edited.findIndex(({ active }) => active);
  const at = [chosen, present, first].find((index) => index >= 0) ?? 0;
  return edited.map((pack, index) => ({ ...pack, isDefault: index === at }));
}

/**
 * How many new units the present unit of the stock is. A pack that takes as many units as before says that the unit is the same. Else
 * all change: by a pack that was sold or is in a cart, which keeps what it contains, else by the default pack. When no pack stays, the
 * new default pack takes the place of the old one.
 */
function unitRatio(edited: readonly MatchedPack[], stored: readonly StoredPack[]): { now: number; before: number } {
  const kept = edited.filter(({ stored: own }) => own);
  if (kept.some((pack) => pack.stored?.units === pack.units)) return { now: 1, before: 1 };
  const anchor = kept.find((pack) => pack.stored?.isUsed) ?? kept.find((pack) => pack.stored?.isDefault) ?? kept[0];
  if (anchor?.stored) return { now: anchor.units, before: anchor.stored.units };
  const before = stored.find(({ isDefault }) => isDefault);
  const now = edited.find(({ isDefault }) => isDefault);
  return { now: now?.units ?? 1, before: before?.units ?? 1 };
}

/** What a pack that is no longer listed, but is used, takes in the new unit. */
function scaledUnits({ label, units }: StoredPack, { now, before }: { now: number; before: number }): number {
  const scaled = (units * now) / before;
  if (!Number.isInteger(scaled) || scaled > packBounds.units.max)
    throw invalid("packs", `${label} was sold or is in a cart: its part of the stock cannot be counted in this unit`);
  return scaled;
}

/**
 * Replaces the packs of a sweet, whose row the caller has locked. What was used and is no longer listed is switched off; the holds of packs
 * that are switched off go back to where they came from. Returns the default pack. Throws `invalid` with the field.
 */
export async function savePacks(
  tx: Executor,
  sweetId: number,
  input: readonly PackInput[],
  userId: number,
): Promise<Pick<PackInput, "price" | "grams">> {
  const stored = await readPacks(tx, sweetId);
  const edited = matchPacks(input, stored);
  const ratio = unitRatio(edited, stored);
  for (const [at, { stored: own, units }] of edited.entries())
    if (own?.isUsed && units * ratio.before !== own.units * ratio.now)
      throw invalid(
        `packs.${at}.units`,
        "This pack was sold or is in a cart, so it keeps its part of the stock. Switch it off and add another one.",
      );
  const unlisted = stored.filter(({ id }) => !edited.some(({ stored: own }) => own?.id === id));
  const off = unlisted.filter(({ isUsed }) => isUsed).map((pack) => ({ ...pack, units: scaledUnits(pack, ratio) }));
  if (off.some(({ label }) => edited.some((pack) => pack.label.toLowerCase() === label.toLowerCase())))
    throw invalid("packs", "A pack that was sold has this label. List it too, or choose another label.");

  const switchedOff = [...off, ...edited.flatMap(({ stored: own, active }) => (own && !active ? [own] : []))];
  await releaseHolds(
    tx,
    sweetId,
    switchedOff.map(({ id }) => id),
    userId,
  );
  await countAnew(tx, sweetId, edited, ratio, userId);
  await writePacks(
    tx,
    sweetId,
    edited,
    off,
    unlisted.filter(({ isUsed }) => !isUsed),
  );
  const chosen = edited.find(({ isDefault }) => isDefault);
  if (!chosen) throw new Error("a list of packs has no default");
  return chosen;
}

/**
 * Counts the stock in another unit, with what carts hold of it: their holds are released in the old unit and taken again in the new one. The
 * plans follow, and in the ledger what was made and set aside for each of their days.
 */
async function countAnew(
  tx: Executor,
  sweetId: number,
  edited: readonly MatchedPack[],
  { now, before }: { now: number; before: number },
  userId: number,
): Promise<void> {
  if (now === before) return;
  const [[sweet], holds, plans] = await Promise.all([
    tx.select({ stock: sweets.stock }).from(sweets).where(eq(sweets.id, sweetId)),
    readHolds(tx, sweetId),
    loadPlans(tx, [sweetId], "1900-01-01", "9999-12-31"),
  ]);
  const released = holds.flatMap(({ day, cartId, units }): Move[] =>
    day === null ? [{ sweetId, cartId, userId, delta: units, reason: "release" }] : [],
  );
  const all = (sweet?.stock ?? 0) + unitsOf(released);
  const counted = (all * now) / before;
  if (!Number.isInteger(counted) && edited.some(({ stored }) => stored))
    throw invalid(
      "packs",
      `The stock of ${all} units cannot be counted in units that are ${before / now} times as large. Correct the stock first.`,
    );
  await countPlansAnew(tx, sweetId, { now, before });
  const more = (units: number) => (units * now) / before - units;
  const ofDays = [...(plans.get(sweetId)?.days.values() ?? [])].flatMap((day): Move[] => {
    const entry = { sweetId, userId, day: day.day, note: "Counted in another unit" };
    return [
      { ...entry, delta: more(day.made ?? 0), reason: "made" },
      { ...entry, delta: -more(setAsideOf(day)), reason: "promised" },
    ];
  });
  await together(
    ...moveStock(tx, [
      ...released,
      ...ofDays,
      { sweetId, delta: Math.floor(counted) - all - unitsOf(ofDays), reason: "unit_change", userId },
      ...released.map((move) => ({ ...move, delta: (-move.delta * now) / before, reason: "hold" as const })),
    ]),
  );
}

const isHold = (sweetId: number, isOfPacks?: SQL) =>
  and(eq(cartLines.sweetId, sweetId), isOfPacks, gt(cartLines.held, 0));

/** Locks the lines of carts that hold something of a sweet, or of some of its packs; returns the units that they hold. */
const readHolds = (tx: Executor, sweetId: number, isOfPacks?: SQL) =>
  tx
    .select({
      cartId: cartLines.cartId,
      day: cartLines.day,
      units: sql<number>`${cartLines.held} * ${packs.units}`,
    })
    .from(cartLines)
    .innerJoin(packs, eq(packs.id, cartLines.packId))
    .where(isHold(sweetId, isOfPacks))
    .orderBy(cartLines.cartId, cartLines.packId)
    .for("update", { of: cartLines });

const unitsOf = (moves: readonly { delta: number }[]) => moves.reduce((sum, { delta }) => sum + delta, 0);

/**
 * Gives back what carts hold of some packs of a sweet, whose row the caller has locked, or of all, to stock or to the plans of their days.
 * Lines stay, so that shoppers see what is no longer sold.
 */
export async function releaseHolds(
  tx: Executor,
  sweetId: number,
  packIds: number[] | "all",
  userId: number,
): Promise<void> {
  const isOfPacks = packIds === "all" ? undefined : inArray(cartLines.packId, packIds);
  const holds = await readHolds(tx, sweetId, isOfPacks);
  await tx.update(cartLines).set(noHold).where(isHold(sweetId, isOfPacks));
  await returnHolds(
    tx,
    holds.map((hold) => ({ ...hold, sweetId, userId, reason: "release" })),
  );
}

async function writePacks(
  tx: Executor,
  sweetId: number,
  edited: readonly MatchedPack[],
  off: readonly StoredPack[],
  unused: readonly StoredPack[],
): Promise<void> {
  const unusedIds = unused.map(({ id }) => id);
  await together(
    // Labels are unique at every moment, and two packs may exchange theirs.
    tx
      .update(packs)
      .set({ isDefault: false, label: sql`'pack ' || ${packs.id}` })
      .where(eq(packs.sweetId, sweetId)),
    unused.length > 0 && tx.delete(packs).where(inArray(packs.id, unusedIds)),
    ...off.map(({ id, label, units }) => tx.update(packs).set({ label, units, active: false }).where(eq(packs.id, id))),
    ...edited.map(({ stored: own, price, ...pack }) => {
      const row = { ...pack, price: toPaise(price) };
      return own ? tx.update(packs).set(row).where(eq(packs.id, own.id)) : tx.insert(packs).values({ ...row, sweetId });
    }),
  );
}
