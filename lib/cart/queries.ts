import { asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { type Executor, readDb } from "@/db/client";
import { cartLines, carts, images, packs, sweets } from "@/db/schema";
import { built, run, type Statement } from "@/db/transaction";
import { type Actor, isCustomer, type Shopper } from "@/lib/auth/actor";
import { ownerOf } from "@/lib/auth/tokens";
import { packsToSell, type Rules } from "@/lib/catalogue/packs";
import { stockAndDays } from "@/lib/catalogue/queries";
import { ruleColumns } from "@/lib/catalogue/select";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { scopeOf } from "@/lib/http/idempotency";
import { mediaUrl } from "@/lib/images/urls";
import { GIFT_WRAP_PAISE, toRupees } from "@/lib/money";
import { currentSettings } from "@/lib/settings/queries";
import { loadPlans } from "@/lib/stock/load-plans";
import type { Source } from "@/lib/stock/plan-moves";
import { availableUnits } from "@/lib/stock/plan-rules";
import { type CartDay, validDay } from "./cart-day";
import type { cartResponse } from "./responses";
import { type Claim, countPacks, shareStock } from "./rules";

/** No row without a cart. One statement for users and one for visitors: each has an index of its own. */
function byOwner<One extends Statement>(build: (db: Executor, isOwner: SQL) => One) {
  const ofUser = built((db, { userId }: { userId: number }) => build(db, eq(carts.userId, userId)));
  const ofVisitor = built((db, { tokenHash }: { tokenHash: string }) => build(db, eq(carts.tokenHash, tokenHash)));
  return async (actor: Shopper, db: Executor) => {
    const { userId, tokenHash } = ownerOf(actor);
    if (userId !== null) return run(ofUser(db, { userId }));
    return tokenHash === null ? [] : run(ofVisitor(db, { tokenHash }));
  };
}

/** One row for each line, or a single one without a line for an empty cart. */
const selectLines = byOwner((db, isOwner) =>
  db
    .select({
      cart: {
        giftWrap: carts.giftWrap,
        personalMessage: carts.personalMessage,
        checkoutKey: carts.checkoutKey,
        day: carts.day,
      },
      line: {
        quantity: cartLines.quantity,
        held: cartLines.held,
        expiresAt: cartLines.expiresAt,
        day: cartLines.day,
        shownPrice: cartLines.shownPrice,
      },
      isExpired: sql<boolean>`coalesce(${cartLines.expiresAt} <= now(), false)`,
      sweet: {
        id: sweets.id,
        name: sweets.name,
        slug: sweets.slug,
        ...ruleColumns,
        deletedAt: sweets.deletedAt,
        imageAlt: sweets.imageAlt,
      },
      pack: getTableColumns(packs),
      picture: { id: images.id, width: images.width, height: images.height, blur: images.blur },
    })
    .from(carts)
    .leftJoin(cartLines, eq(cartLines.cartId, carts.id))
    .leftJoin(sweets, eq(sweets.id, cartLines.sweetId))
    .leftJoin(packs, eq(packs.id, cartLines.packId))
    .leftJoin(images, eq(images.id, sweets.imageId))
    .where(isOwner)
    .orderBy(asc(cartLines.createdAt), asc(sweets.id), asc(packs.units), asc(packs.id)),
);
type LineRow = Awaited<ReturnType<typeof selectLines>>[number];

/** The cart of a shopper who has none yet. */
const EMPTY = { giftWrap: false, personalMessage: "", checkoutKey: null, day: null };

/** A sweet that was deleted and a pack that is switched off are not sold. */
const isSold = ({ sweet, pack }: LineRow) => sweet?.deletedAt === null && pack?.active === true;

/** Where a cart's sweets come from on its day, and what is left there. */
type Sources = {
  /** The plan's day for what is made for the day, null for what comes from stock. */
  of: (sweetId: number) => Source;
  /** Units of a sweet that are free there. */
  free: (sweetId: number, stock: number) => number;
};
const STOCK: Sources = { of: () => null, free: (_, stock) => stock };

async function sourcesOn(day: Source, { values, now }: Omit<CartDay, "day">, rows: readonly LineRow[], db: Executor) {
  if (day === null) return STOCK;
  const ids = [...new Set(rows.flatMap(({ sweet }) => sweet?.id ?? []))];
  const plans = await loadPlans(db, ids, day);
  const planOf = (sweetId: number) => (plans.get(sweetId)?.plan ? plans.get(sweetId) : undefined);
  return {
    of: (sweetId: number) => (planOf(sweetId) ? day : null),
    free: (sweetId: number, stock: number) => {
      const plan = planOf(sweetId);
      return plan ? availableUnits(plan, day, values, now) : stock;
    },
  };
}

/** What is held right now where the line comes from: an expired hold counts as free before it is released. */
const heldOf = ({ line, isExpired, sweet }: LineRow, sources: Sources) =>
  line && sweet && !isExpired && line.day === sources.of(sweet.id) ? line.held : 0;

/** How many packs each line can have, by pack; none of what is not sold. Lines of one sweet share what is left of it. */
function packsAvailable(rows: readonly LineRow[], sources: Sources): Map<number, number> {
  const sweetsOf = new Map<number, { sweet: Rules; claims: Claim[] }>();
  for (const row of rows) {
    const { line, sweet, pack } = row;
    if (!line || !sweet || !pack || !isSold(row)) continue;
    const held = heldOf(row, sources);
    const stock = sources.free(sweet.id, sweet.stock);
    const shared = sweetsOf.get(sweet.id) ?? { sweet: { ...sweet, stock }, claims: [] };
    if (row.isExpired && line.day === sources.of(sweet.id)) shared.sweet.stock += line.held * pack.units;
    shared.claims.push({ packId: pack.id, units: pack.units, quantity: line.quantity, held });
    sweetsOf.set(sweet.id, shared);
  }
  return new Map([...sweetsOf.values()].flatMap(({ sweet, claims }) => [...shareStock(claims, sweet, packsToSell)]));
}

function toLines(row: LineRow, available: Map<number, number>, sources: Sources) {
  const { line, sweet, pack, picture } = row;
  if (!line || !sweet || !pack) return [];
  const held = heldOf(row, sources);
  return [
    {
      productId: sweet.id,
      name: sweet.name,
      slug: sweet.slug,
      packId: pack.id,
      packLabel: pack.label,
      price: toRupees(pack.price),
      /** What the shopper was shown before; null when it is the same. */
      priceBefore: line.shownPrice === null || line.shownPrice === pack.price ? null : toRupees(line.shownPrice),
      image: picture && mediaUrl(picture.id, 960, "webp"),
      imageAlt: sweet.imageAlt,
      picture,
      quantity: line.quantity,
      minimumQuantity: sweet.minimumQuantity,
      day: sources.of(sweet.id),
      held,
      expiresAt: held > 0 ? line.expiresAt : null,
      isAvailable: isSold(row),
      /** Whether the sweet's page shows this pack first. */
      isDefaultPack: pack.isDefault,
      /** Packs that this shopper can have now, the held ones with them. What the sweet's lines before this one need is not among them. */
      available: available.get(pack.id) ?? 0,
    },
  ];
}
export type PageLine = ReturnType<typeof toLines>[number];

/** The actor's cart with what pages need, such as pictures and available packs. An empty one when there is none yet. */
export async function readCart(actor: Shopper, db: Executor = readDb()) {
  const rows = await selectLines(actor, db);
  const stored = rows[0]?.cart ?? EMPTY;
  const { values } = await currentSettings();
  const now = shopNow();
  const cart = { ...stored, day: validDay(stored.day, values, now) };
  const sources = await sourcesOn(cart.day, { values, now }, rows, db);
  const available = packsAvailable(rows, sources);
  const items = rows.flatMap((row) => toLines(row, available, sources));
  const paise = rows.reduce(
    (sum, row) => sum + (row.line && row.pack && isSold(row) ? row.pack.price * row.line.quantity : 0),
    0,
  );
  return {
    items,
    total: toRupees(paise + (cart.giftWrap && items.length > 0 ? GIFT_WRAP_PAISE : 0)),
    itemsCount: countPacks(items),
    ...cart,
  };
}

type Cart = Awaited<ReturnType<typeof readCart>>;

/** The cart as the API shows it. */
export function toApiCart({ checkoutKey: _, items, ...cart }: Cart): z.infer<typeof cartResponse> {
  const lines = items.map((item) => {
    const { picture, imageAlt, isDefaultPack, available, minimumQuantity, priceBefore, ...line } = item;
    return line;
  });
  return { items: lines, ...cart };
}

/** The cart with what the shop's own pages need in the browser; of two of them the one with the later `readAt` is the newer cart. */
export async function readCartState(actor: Shopper) {
  const readAt = new Date().toISOString(); // before the cart is read: what it shows is never older than that
  const cart = await readCart(actor);
  const ids = [...new Set(cart.items.map(({ productId }) => productId))];
  const nothing = { today: indiaDay(shopNow()), days: [], next: null, sweets: [] };
  const { sweets, ...shop } = ids.length > 0 ? await stockAndDays(ids) : nothing;
  return {
    ...cart,
    readAt,
    signedIn: actor.kind === "user",
    /** For whom forms of it are made; see lib/http/made-for.ts. */
    madeFor: scopeOf(actor),
    /** The shop's day, the days that the cart can be for, and after the last window the next one. */
    ...shop,
    /** Whether a sweet of it is made for the day, so that it matters for which day the cart is. */
    isPlanned: sweets.some((sweet) => "days" in sweet),
  };
}
export type CartState = Awaited<ReturnType<typeof readCartState>>;

const selectPackCount = byOwner((db, isOwner) =>
  db
    .select({ packs: sql<number>`coalesce(sum(${cartLines.quantity}), 0)::int` })
    .from(carts)
    .innerJoin(cartLines, eq(cartLines.cartId, carts.id))
    .where(isOwner),
);

/** Packs in the actor's cart, for the badge; 0 for admins, who have no cart. */
export async function countItems(actor: Actor, db: Executor = readDb()): Promise<number> {
  if (actor.kind !== "visitor" && !isCustomer(actor)) return 0;
  const [row] = await selectPackCount(actor, db);
  return row?.packs ?? 0;
}
