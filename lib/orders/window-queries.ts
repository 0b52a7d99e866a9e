import { asc, eq, sql } from "drizzle-orm";
import { readDb } from "@/db/client";
import { orders } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { poolOf } from "@/lib/delivery/fulfilment";
import { windowsOfDay } from "@/lib/delivery/queries";
import { windowsOn } from "@/lib/settings/calendar";
import { currentSettings } from "@/lib/settings/queries";
import type { AdminOrder } from "./serializers";

/** The windows by which a day's orders can be filtered: those of the settings, and others that orders still have. */
export async function windowsToFilter(_actor: May<"orders:read">, date: string) {
  const [settings, withOrders] = await Promise.all([
    currentSettings(),
    readDb()
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

/** The windows of a day for an order; without a day, of that of its own window, or of today when that is over. */
export async function moveOptions(
  _actor: May<"orders:write">,
  { fulfilment: { method, slot } }: Pick<AdminOrder, "fulfilment">,
  day: string | undefined,
) {
  const today = indiaDay(shopNow());
  const date = day ?? (slot && slot.date > today ? slot.date : today);
  return { date, windows: await windowsOfDay(date, poolOf(method)) };
}
/** The windows of a day that an order can be moved to, each with its places and those that are taken, also when none is left. */
export type MoveOptions = Awaited<ReturnType<typeof moveOptions>>;
