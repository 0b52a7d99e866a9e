import { and, eq, exists, isNull, not, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import type { Section } from "@/db/constants/settings";
import { firstStepsAway, orders, sweets, users } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { hasFactor } from "@/lib/auth/second-factor";
import { offersOnline } from "@/lib/payments/current-gateway";
import { currentSettings } from "@/lib/settings/queries";
import { samplesInWords } from "@/lib/settings/samples";

/* What an owner does before the shop opens, each done or not by what is stored. */

async function readStored(ownerId: number, db: Executor) {
  const any = (table: typeof orders | typeof sweets | typeof firstStepsAway, where?: ReturnType<typeof and>) =>
    sql<boolean>`${exists(db.select({ one: sql`1` }).from(table).where(where))}`;
  const onSale = isNull(sweets.deletedAt);
  const [stored] = await db
    .select({
      isAway: any(firstStepsAway),
      hasSamples: any(sweets, and(onSale, sweets.sample)),
      hasOwn: any(sweets, and(onSale, not(sweets.sample))),
      hasOrder: any(orders),
      hasFactor: hasFactor(users.id),
    })
    .from(users)
    .where(eq(users.id, ownerId));
  return stored;
}

/** The first steps of the shop, and which facts are left as samples. Null when all are done, or put away. */
export async function firstSteps(owner: May<"settings:read">, db = readDb()) {
  const [{ values, versions }, stored] = await Promise.all([currentSettings(), readStored(owner.id, db)]);
  if (!stored || stored.isAway) return null;
  const isSaved = (section: Section) => versions[section] > 0;
  const { shop, areas, windows, payments, tax } = values;
  const factsLeft = samplesInWords(shop);
  const done = {
    facts: factsLeft.length === 0,
    areas: isSaved("areas") && areas.length > 0,
    windows: isSaved("windows") && windows.week.length > 0,
    payments: isSaved("payments") && (payments.upiId !== null || payments.cod.active || offersOnline(payments)),
    // Whoever saves the section without a number says that the shop is not registered.
    tax: tax.gstin !== null || isSaved("tax"),
    sweets: stored.hasOwn && !stored.hasSamples,
    factor: stored.hasFactor,
    order: stored.hasOrder,
  };
  return Object.values(done).every(Boolean) ? null : { done, factsLeft };
}
export type StepsToShow = NonNullable<Awaited<ReturnType<typeof firstSteps>>>;
