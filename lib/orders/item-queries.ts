import { isNull } from "drizzle-orm";
import { readDb } from "@/db/client";
import { sweets } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { packsInStock } from "@/lib/catalogue/packs";
import type { TillPack } from "@/lib/catalogue/till-packs";
import { packsAtTill } from "@/lib/catalogue/till-queries";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { toRupees } from "@/lib/money";
import { balancePaise, isMailed } from "@/lib/payments/rules";
import { currentSettings } from "@/lib/settings/queries";
import { loadAllPlans, planIn } from "@/lib/stock/load-plans";
import { dayOf, freeOf } from "@/lib/stock/plan-rules";
import { sourceOfNew } from "./item-rules";
import { storedOrder } from "./queries";

/** A pack on sale, with the units that are free for an order: of where its line comes from, or a new line would. */
export type ItemChoice = TillPack & { free: number };
/**
 * `balance`: rupees that are missing of the total; negative when more has come in and was not paid back. `isNotified`: whether the customer
 * gets a message of the change.
 */
export type ItemChoices = { choices: ItemChoice[]; balance: number; isNotified: boolean };

export async function itemChoices(actor: May<"orders:write">, id: number, db = readDb()): Promise<ItemChoices> {
  const order = await storedOrder(db, id);
  const [onSale, rows, plans, { values }] = await Promise.all([
    packsAtTill(actor),
    db.select({ id: sweets.id, stock: sweets.stock }).from(sweets).where(isNull(sweets.deletedAt)),
    order.day === null ? new Map() : loadAllPlans(db, order.day),
    currentSettings(),
  ]);
  const stockOf = new Map(rows.map(({ id, stock }) => [id, stock]));
  const choices = onSale.map((pack) => {
    const sweet = planIn(plans, pack.productId);
    const line = order.items.find(({ packId }) => packId === pack.packId);
    const source = line ? line.day : sourceOfNew(sweet, order.day, indiaDay(shopNow()));
    const day = source === null ? null : dayOf(sweet, source);
    const free = day?.made === null ? freeOf(day) : (stockOf.get(pack.productId) ?? 0);
    return { ...pack, free, available: packsInStock(pack, { stock: free }) };
  });
  return {
    choices,
    balance: toRupees(balancePaise(order)),
    isNotified: isMailed(order) && values.messages.order_changed,
  };
}
