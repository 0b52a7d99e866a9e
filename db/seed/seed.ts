import { readFile } from "node:fs/promises";
import path from "node:path";
import { inArray, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { withConnection } from "../connection";
import type { Category } from "../constants/catalogue";
import { images, packs, plans, settings, sweets } from "../schema";
import { sampleFestivals } from "./festivals";

type Sweet = typeof sweets.$inferInsert;
/** A fact that is left out is what a new sweet has. Price in rupees. */
type Seeded = Omit<Sweet, "ownHsn" | "ownPrepHours" | "ownTravels"> & {
  hsn?: string;
  prepHours?: number;
  travels?: boolean;
  /** Null: one pack of the price and net weight. `stock` counts default packs. Prices in rupees. */
  packs: { label: string; grams: number | null; units: number; price: number; isDefault: boolean }[] | null;
  details: Partial<Sweet>;
};
type Photographs = Record<string, { id: string; width: number; height: number; blur: string }>;

const read = async <T>(file: string): Promise<T> =>
  JSON.parse(await readFile(path.join(import.meta.dirname, file), "utf8"));

/** Held while seeding: two starts on one empty database seed it once. */
const SEED_LOCK = 7_411_986;

/** Fresh milk sweets, jalebi and cakes: what is at its best for a few days is made for the day that it is ordered for. */
const isMadeForTheDay = ({ category, details: { shelfLifeDays } }: Seeded): boolean =>
  (category === "Traditional Sweets" || category === "Cakes") && shelfLifeDays != null && shelfLifeDays <= 5;

/** Units for Monday to Sunday, more of them at the end of the week. */
const weekOf = (category: Category, units: number): number[] =>
  [4, 4, 4, 4, 5, 6, 6].map((size) => size * (category === "Cakes" ? 3 : 10) * units);

/** Fills an empty catalogue with catalogue.json, marked as samples. The first sweet of the file is the newest. */
export async function seed(url: string, log: (line: string) => void = () => {}): Promise<void> {
  await withConnection({ url }, async (client) => {
    const catalogue = await read<Seeded[]>("catalogue.json");
    const photographs = await read<Photographs>("photographs.json");
    await drizzle(client, { casing: "snake_case" }).transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
      const [existing] = await tx.select({ id: sweets.id }).from(sweets).limit(1);
      if (existing) return;
      const now = Date.now();
      const pictures = catalogue.flatMap((sweet) => photographs[sweet.slug] ?? []);
      await tx.insert(images).values(pictures).onConflictDoNothing();
      const rows = catalogue.map(({ packs: own, details, hsn, prepHours, travels, ...sweet }, i) => {
        const defaultUnits = own?.find(({ isDefault }) => isDefault)?.units ?? 1;
        return {
          ...sweet,
          ...details,
          // Set in these columns, from which those of the same names are computed.
          ...{ ownHsn: hsn, ownPrepHours: prepHours, ownTravels: travels },
          price: Math.round(sweet.price * 100),
          stock: sweet.stock * defaultUnits,
          defaultUnits,
          largestUnits: Math.max(1, ...(own ?? []).map(({ units }) => units)),
          imageId: photographs[sweet.slug]?.id ?? null,
          sample: true,
          // A day apart, so that "newest" has an order.
          createdAt: new Date(now - i * 86_400_000).toISOString(),
          updatedAt: new Date(now).toISOString(),
        };
      });
      // The oldest first, so that ids grow with time.
      const seeded = await tx.insert(sweets).values(rows.toReversed()).returning({ id: sweets.id, slug: sweets.slug });
      const ids = new Map(seeded.map(({ id, slug }) => [slug, id]));
      const ownPacks = catalogue.flatMap(({ slug, packs }) =>
        (packs ?? []).map((pack) => ({ ...pack, price: Math.round(pack.price * 100), sweetId: ids.get(slug) ?? 0 })),
      );
      // A trigger has given each sweet one pack.
      const replaced = ownPacks.map(({ sweetId }) => sweetId);
      await tx.delete(packs).where(inArray(packs.sweetId, replaced));
      await tx.insert(packs).values(ownPacks);
      await tx.execute(
        sql`insert into stock_ledger (sweet_id, delta, reason) select id, quantity, 'initial' from sweets where quantity > 0`,
      );
      const samplePlans = catalogue.filter(isMadeForTheDay).map(({ slug, category, packs: own }) => ({
        sweetId: ids.get(slug) ?? 0,
        week: weekOf(category, own?.find(({ isDefault }) => isDefault)?.units ?? 1),
        orderByDays: 1,
        orderByTime: "20:00",
      }));
      if (samplePlans.length > 0) await tx.insert(plans).values(samplePlans);
      // Without a row in settings_history they count as samples until they are saved.
      const festivals = sampleFestivals(new Date(now), ids);
      await tx.insert(settings).values({ section: "festivals", version: 1, value: festivals }).onConflictDoNothing();
      log(`Seeded ${rows.length} sweets.`);
    });
  });
}
