import { asc, eq, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { orders } from "@/db/schema";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { windowsOn } from "@/lib/delivery/rules";
import { currentSettings } from "@/lib/settings/queries";

/** The windows by which a day's orders can be filtered: those of the settings, and others that orders still have. Admins only. */
export async function windowsToFilter(
  actor: Actor,
  date: string,
  db: Executor = readDb(),
): Promise<{ from: string; to: string }[]> {
  assertAdmin(actor);
  const [settings, withOrders] = await Promise.all([
    currentSettings(),
    db
      .select({ from: sql<string>`${orders.slotFrom}`, to: sql<string>`max(${orders.slotTo})` })
      .from(orders)
      .where(eq(orders.slotDate, date))
      .groupBy(orders.slotFrom)
      .orderBy(asc(orders.slotFrom)),
  ]);
  const windows = new Map<string, string>();
  for (const { from, to } of [...withOrders, ...windowsOn(settings.values.windows, date)]) windows.set(from, to);
  return [...windows].map(([from, to]) => ({ from, to })).sort((a, b) => (a.from < b.from ? -1 : 1));
}
