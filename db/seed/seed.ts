import { readFile } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";

type Seeded = {
  slug: string;
  name: string;
  description: string;
  category: string;
  /** Rupees. */
  price: number;
  stock: number;
  featured: boolean;
  sugarFree: boolean;
  giftBox: boolean;
  imageAlt: string;
  details: {
    netWeightGrams: number;
    ingredients: string;
    allergens: string[];
    shelfLifeDays: number;
    storage: string;
    vegetarian: boolean;
  };
};
type Photographs = Record<string, { id: string; width: number; height: number; blur: string }>;

const read = async <T>(file: string): Promise<T> =>
  JSON.parse(await readFile(path.join(import.meta.dirname, file), "utf8"));

/** Held while seeding: two starts on one empty database seed it once. */
const SEED_LOCK = 7_411_986;

/** Fills an empty catalogue with catalogue.json, marked as samples. The first sweet of the file is the newest. */
export async function seed(url: string, log: (line: string) => void = () => {}): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const catalogue = await read<Seeded[]>("catalogue.json");
    const photographs = await read<Photographs>("photographs.json");
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${SEED_LOCK})`;
      const [filled] = await tx`select 1 from sweets limit 1`;
      if (filled) return;
      const now = Date.now();
      const pictures = catalogue.flatMap((sweet) => photographs[sweet.slug] ?? []);
      await tx`insert into images ${tx(pictures, "id", "width", "height", "blur")} on conflict do nothing`;
      const rows = catalogue.map((sweet, i) => ({
        slug: sweet.slug,
        name: sweet.name,
        description: sweet.description,
        category: sweet.category,
        price: Math.round(sweet.price * 100),
        quantity: sweet.stock,
        featured: sweet.featured,
        sugar_free: sweet.sugarFree,
        gift_box: sweet.giftBox,
        image_id: photographs[sweet.slug]?.id ?? null,
        image_alt: sweet.imageAlt,
        net_weight_grams: sweet.details.netWeightGrams,
        ingredients: sweet.details.ingredients,
        allergens: sweet.details.allergens,
        shelf_life_days: sweet.details.shelfLifeDays,
        storage: sweet.details.storage,
        vegetarian: sweet.details.vegetarian,
        sample: true,
        // A day apart, so that "newest" has an order.
        created_at: new Date(now - i * 86_400_000),
        updated_at: new Date(now),
      }));
      // The oldest first, so that ids grow with time.
      await tx`insert into sweets ${tx(rows.toReversed())}`;
      await tx`insert into stock_ledger (sweet_id, delta, reason) select id, quantity, 'initial' from sweets where quantity > 0`;
      log(`Seeded ${rows.length} sweets.`);
    });
  } finally {
    await sql.end();
  }
}
