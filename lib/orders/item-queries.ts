import { eq } from "drizzle-orm";
import { readDb } from "@/db/client";
import { packs, sweets } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import type { TillPack } from "@/lib/catalogue/till-packs";
import { packsAtTill } from "@/lib/catalogue/till-queries";
import { toRupees } from "@/lib/money";
import { balancePaise, isMailed } from "@/lib/payments/rules";
import { currentSettings } from "@/lib/settings/queries";
import { loadAllPlans, planIn } from "@/lib/stock/load-plans";
import { dayOf, freeOf } from "@/lib/stock/plan-rules";
import { storedOrder } from "./queries";

/** A pack on sale, what it takes, and the units that are free for an order: of the plan of its day, else of stock. */
export type ItemChoice = TillPack & { units: number; free: number };
/**
 * `balance`: what is missing of the total, in rupees; below zero what has come in above it and was not paid back. `isTold`: whether the customer
 * is written to when the sweets are changed.
 */
export type ItemChoices = { choices: ItemChoice[]; balance: number; isTold: boolean };

export async function itemChoices(actor: May<"orders:write">, id: number, db = readDb()): Promise<ItemChoices> {
  const order = await storedOrder(db, id);
  const [onSale, rows, plans, { values }] = await Promise.all([
    packsAtTill(actor),
    db
      .select({ packId: packs.id, units: packs.units, stock: sweets.stock })
      .from(packs)
      .innerJoin(sweets, eq(sweets.id, packs.sweetId)),
    order.day === null ? new Map() : loadAllPlans(db, order.day),
    currentSettings(),
  ]);
  const byPack = new Map(rows.map(({ packId, ...row }) => [packId, row]));
  const choices = onSale.map((pack) => {
    const { units, stock } = byPack.get(pack.packId) ?? { units: 1, stock: 0 };
    const sweet = planIn(plans, pack.productId);
    const day = order.day !== null && sweet.plan ? dayOf(sweet, order.day) : null;
    const free = day?.made === null ? freeOf(day) : stock;
    return { ...pack, units, free, available: Math.floor(free / units) };
  });
  return { choices, balance: toRupees(balancePaise(order)), isTold: isMailed(order) && values.messages.order_changed };
}
