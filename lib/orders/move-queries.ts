import { type Executor, readDb } from "@/db/client";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { poolOf } from "@/lib/delivery/fulfilment";
import { windowsOfDay } from "@/lib/delivery/queries";
import type { AdminOrder } from "./serializers";

/** The windows of a day that an order can be moved to, each with its places and those that are taken, also when none is left. */
export type MoveOptions = { date: string; windows: Awaited<ReturnType<typeof windowsOfDay>> };

/** The windows of a day for an order; without a day, of that of its own window, or of today when that is over. Admins only. */
export async function moveOptions(
  actor: Actor,
  { fulfilment: { method, slot } }: Pick<AdminOrder, "fulfilment">,
  day: string | undefined,
  db: Executor = readDb(),
  now = shopNow(),
): Promise<MoveOptions> {
  assertAdmin(actor);
  const today = indiaDay(now);
  const date = day ?? (slot && slot.date > today ? slot.date : today);
  return { date, windows: await windowsOfDay(date, poolOf(method), db) };
}
