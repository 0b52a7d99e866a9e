import { asc, desc, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { images, orderLines, packs, sweets } from "@/db/schema";
import { type ImageView, mediaUrl } from "@/lib/images/urls";
import { toRupees } from "@/lib/money";
import type { AdminSort } from "./constants";
import { type AsRead, type DetailName, detailNames, type FactName, factNames, type facts, ruleFacts } from "./facts";
import { ONE_PIECE, type PackRow, packsToSell, type Rules, toPacks } from "./packs";
import type { Sweet } from "./responses";

/** A sweet with its picture's size and blur, for pages. */
export type SweetWithPicture = Sweet & { picture: ImageView | null };

// The compiler names a fact that has no column here, and nowhere else.
sweets satisfies Record<FactName | DetailName, unknown>;

/** The columns of some facts, by their names. */
const columnsOf = <Name extends FactName | DetailName>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, sweets[name as keyof typeof sweets]])) as {
    [N in Name]: N extends keyof typeof sweets ? (typeof sweets)[N] : SQL.Aliased<never>;
  };

/** How many default packs there are. Tables are written out because in a select of one table Drizzle names columns without theirs. */
export const defaultPacksLeft = sql<number>`(${sweets}.quantity / ${sweets}.default_units)`.as("packs_left");

/** The packs on sale as `toPacks` takes them, the smallest first. */
export const packsOnSale = sql<PackRow[]>`(
  select json_agg(json_build_object('id', p.id, 'label', p.label, 'grams', p.grams, 'units', p.units, 'price', p.price,
    'isDefault', p.is_default) order by p.units, p.id)
  from ${packs} p where p.sweet_id = ${sweets}.id and p.active)`.as("packs_on_sale");

/** Whether a pack on sale fits into what is left. It need not be the default pack. */
export const anyPackLeft = sql<boolean>`exists (
  select from ${packs} p where p.sweet_id = ${sweets}.id and p.active and p.units <= ${sweets}.quantity)`;

/** What rules of a sale read of a sweet: selected by lists, live stock, holds, other days of carts, carts that join, and orders. */
export const ruleColumns = {
  stock: sweets.stock,
  defaultUnits: sweets.defaultUnits,
  largestUnits: sweets.largestUnits,
  ...columnsOf(ruleFacts),
};

/** What decides how much of a sweet can be sold, and what it costs, for `toSellable`. */
export const sellableColumns = { price: sweets.price, packs: packsOnSale, ...ruleColumns };
type SellableRow = Rules & { defaultUnits: number; price: number; packs: PackRow[] };

/** What can be sold of a sweet, by its default pack and by each, and what it costs, price in rupees. */
export const toSellable = (row: SellableRow) => ({
  quantity: packsToSell({ units: row.defaultUnits }, row),
  price: toRupees(row.price),
  packs: toPacks(row.packs, (pack) => packsToSell(pack, row)),
});

/**
 * What an order's line sold, as `withPack` writes it: "Kaju Katli, 250 g". A line from before there were packs has its name alone. The
 * table is written out because in a select of one table Drizzle names columns without theirs.
 */
export const lineName = sql<string>`(coalesce(nullif(${orderLines}.name, ''), 'Product ' || ${orderLines}.sweet_id)
  || case when ${orderLines}.pack_label <> ${sql.raw(`'${ONE_PIECE}'`)} then ', ' || ${orderLines}.pack_label else '' end)`;

/** What lists can be sorted by, and with which ties are broken. */
export type Sortable = Record<"id" | "name" | "price" | "createdAt", SQLWrapper>;

/** The order of a list. The indexes on sweets are made for these. Ties are broken by id, so that pages never overlap. */
export function orderOf(sort: AdminSort | "createdAt:asc", by: Sortable): SQL[] {
  const [name, direction] = sort.split(":") as ["name" | "price" | "createdAt" | "stock", "asc" | "desc"];
  const order = direction === "asc" ? asc : desc;
  const value = name === "name" ? sql`lower(${by.name})` : name === "stock" ? defaultPacksLeft : by[name];
  return [order(value), order(by.id)];
}

/** The columns of a sweet as the API shows it, for `toSweet`. */
export const sweetColumns = {
  id: sweets.id,
  name: sweets.name,
  slug: sweets.slug,
  description: sweets.description,
  category: sweets.category,
  ...sellableColumns,
  imageId: sweets.imageId,
  createdAt: sweets.createdAt,
  updatedAt: sweets.updatedAt,
  ...columnsOf(factNames),
  details: columnsOf(detailNames),
};

/** The same with what pages need of the picture, for `toSweetWithPicture`. The query joins `images`. */
export const sweetWithPictureColumns = {
  ...sweetColumns,
  picture: { width: images.width, height: images.height, blur: images.blur },
};

/** Its price is in paise. */
type SweetRow = Omit<Sweet, "image" | "isAvailable" | "quantity" | "packs"> & SellableRow & { imageId: string | null };
type PictureRow = { [Part in "width" | "height" | "blur"]: ImageView[Part] | null };
export type SweetWithPictureRow = SweetRow & { picture: PictureRow | null };

/** The facts of a row or of a sweet, alone. A loop, because Object.fromEntries() took a fifth of the time of a list's JSON. */
export function factsIn(row: AsRead<typeof facts>) {
  const found: Partial<Record<FactName, unknown>> = {};
  for (const name of factNames) found[name] = row[name];
  return found as AsRead<typeof facts>;
}

/** A row of `sweetColumns` as a sweet: its price in rupees, and the URL path of its picture. */
export function toSweet(row: SweetRow): Sweet {
  const { quantity, price, packs } = toSellable(row);
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    price,
    category: row.category,
    quantity,
    image: row.imageId && mediaUrl(row.imageId, 960, "webp"),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    ...factsIn(row),
    isAvailable: quantity > 0,
    packs,
    details: row.details,
  };
}

/** The same for a row of `sweetWithPictureColumns`. */
export function toSweetWithPicture(row: SweetWithPictureRow): SweetWithPicture {
  const { imageId } = row;
  const { width = null, height = null, blur = null } = row.picture ?? {};
  const isWhole = imageId !== null && width !== null && height !== null && blur !== null;
  return { ...toSweet(row), picture: isWhole ? { id: imageId, width, height, blur } : null };
}

/** The sweet of the API: without what only pages need. */
export const toApiSweet = ({ picture: _, ...sweet }: SweetWithPicture): Sweet => sweet;
