import { driver, type Executor, writeDb } from "@/db/client";
import { type Actor, type Admin, assertAdmin } from "@/lib/auth/actor";
import { AppError, notFound, shortStock } from "@/lib/errors";
import type { Derived } from "@/lib/images/pipeline";
import { storeImage } from "@/lib/images/server";
import { toPaise } from "@/lib/money";
import { withinStockLimit } from "@/lib/stock/server";
import type { CreateSweetInput, UpdateSweetInput } from "./schema";
import { findSweet, type SweetWithPicture } from "./server";

const MISSING = "Sweet not found.";

/** The name as a part of an address: `Kaju Katli (250 g)` → `kaju-katli-250-g`. */
export const slugOf = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "") // è is an e, and no place to break
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replace(/^-+|-+$/g, "") || "sweet";

// Columns of the fields that were sent; what was not sent is left out.
function columnsOf(input: Partial<CreateSweetInput> | UpdateSweetInput) {
  const { details } = input;
  const columns = {
    name: input.name,
    description: input.description,
    category: input.category,
    price: input.price === undefined ? undefined : toPaise(input.price),
    featured: input.featured,
    sugar_free: input.sugarFree,
    gift_box: input.giftBox,
    image_alt: input.imageAlt,
    net_weight_grams: details?.netWeightGrams,
    ingredients: details?.ingredients,
    allergens: details?.allergens,
    shelf_life_days: details?.shelfLifeDays,
    storage: details?.storage,
    vegetarian: details?.vegetarian,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

async function move(db: Executor, sweetId: number, delta: number, reason: "initial" | "adjustment", actor: Admin) {
  await driver(db)`select move_stock(${sweetId}, ${delta}, ${reason}, ${actor.id})`;
}

/** Adds a sweet, with its first stock in the ledger, and its picture. Admins only. */
export async function createSweet(
  actor: Actor,
  input: CreateSweetInput,
  picture: Derived | null = null,
  db: Executor = writeDb(),
): Promise<SweetWithPicture> {
  assertAdmin(actor);
  const slug = slugOf(input.name);
  return db.transaction(async (tx) => {
    const imageId = picture && (await storeImage(tx, picture));
    let id: number | undefined;
    for (let n = 1; id === undefined; n++) {
      const row = { ...columnsOf(input), slug: n === 1 ? slug : `${slug}-${n}`, quantity: 0, image_id: imageId };
      [{ id } = { id: undefined }] = await driver(tx)<{ id: number }[]>`
        insert into sweets ${driver(tx)(row)} on conflict (slug) do nothing returning id`;
    }
    await move(tx, id, input.stock ?? input.quantity ?? 0, "initial", actor);
    return (await findSweet(id, tx)) as SweetWithPicture;
  });
}

/**
 * Changes what was sent. With `stockWas` the difference typed is applied, so that a sale meanwhile is not undone.
 * Throws `not_found`; `stale_version` when `version` is not today's; `insufficient_stock` when the difference would
 * take out more than is there; `invalid` when it would bring the free units over 1,00,000. Admins only.
 */
export async function updateSweet(
  actor: Actor,
  id: number,
  input: UpdateSweetInput,
  picture: Derived | null = null,
  db: Executor = writeDb(),
): Promise<SweetWithPicture> {
  assertAdmin(actor);
  return db.transaction(async (tx) => {
    const [now] = await driver(
      tx,
    )`select quantity, version from sweets where id = ${id} and deleted_at is null for no key update`;
    if (!now) throw notFound(MISSING);
    if (input.version !== undefined && input.version !== now.version)
      throw new AppError(
        "stale_version",
        "This sweet has been changed in the meantime. Load it again to see the latest version.",
      );
    const stock = input.stock ?? input.quantity;
    if (stock !== undefined) {
      const delta = stock - (input.stockWas ?? (now.quantity as number));
      if ((now.quantity as number) + delta < 0) {
        // What expired since the last sweep is free.
        await driver(tx)`select release_expired_holds(${id})`;
        const [left] = await driver(tx)`select quantity from sweets where id = ${id}`;
        if ((left?.quantity as number) + delta < 0) throw shortStock(left?.quantity as number);
      }
      const field = input.stock === undefined ? "quantity" : "stock";
      await withinStockLimit(field, move(tx, id, delta, "adjustment", actor));
    }
    // After everything that can refuse the change: a picture is stored for a change that is made.
    const image = picture ? { image_id: await storeImage(tx, picture) } : input.removeImage ? { image_id: null } : {};
    const changes = { ...columnsOf(input), ...image, sample: false };
    await driver(
      tx,
    )`update sweets set ${driver(tx)(changes)}, updated_at = now(), version = version + 1 where id = ${id}`;
    return (await findSweet(id, tx)) as SweetWithPicture;
  });
}

/** Takes a sweet off sale: it is hidden, its holds go back, its orders stay whole. Admins only; `not_found`. */
export async function deleteSweet(actor: Actor, id: number, db: Executor = writeDb()): Promise<void> {
  assertAdmin(actor);
  await db.transaction(async (tx) => {
    const [sweet] = await driver(tx)`select 1 from sweets where id = ${id} and deleted_at is null for no key update`;
    if (!sweet) throw notFound(MISSING);
    await driver(tx)`
      with freed as (
        select cart_id, held from cart_lines where sweet_id = ${id} and held > 0 order by cart_id for update
      ), lines as (
        update cart_lines l set held = 0, expires_at = null from freed where l.sweet_id = ${id} and l.cart_id = freed.cart_id
      )
      select move_stock(${id}, held, 'release', ${actor.id}, null, cart_id) from freed`;
    await driver(tx)`update sweets set deleted_at = now(), updated_at = now(), version = version + 1 where id = ${id}`;
  });
}
