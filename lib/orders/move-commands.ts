import { sql } from "drizzle-orm";
import { type Executor, writeDb } from "@/db/client";
import { prepared } from "@/db/prepared";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { capacityOf, poolOf } from "@/lib/delivery/fulfilment";
import { findWindow, type Slot } from "@/lib/delivery/rules";
import { AppError } from "@/lib/errors";
import { findAnyOrder } from "./admin-queries";
import { orderNotFound } from "./queries";
import type { AdminOrder } from "./view";
import { slotFull, withCurrentSettings } from "./window-places";

const p = sql.placeholder;

const callMoveOrder = prepared((db) =>
  db
    .select({
      outcome: sql<"ok" | "settings_changed" | "missing" | "courier" | "full">`outcome`,
      taken: sql<number>`taken`,
    })
    .from(
      sql`move_order(
        ${p("id")}::int, ${p("date")}::date, ${p("from")}::text, ${p("to")}::text, ${p("capacity")}::int, ${p("force")}::boolean,
        ${p("by")}::int, ${p("settings")}::bigint)`,
    )
    .prepare("move_order"),
);

/**
 * Moves an order to any window that the settings have, also one that shoppers can no longer book. Admins only. Throws `not_found`;
 * `invalid` when the day has no such window; `conflict` for an order by courier; `slot_full` with `alternatives` when no place is left,
 * unless `force` overbooks the window knowingly.
 */
export async function moveOrder(
  actor: Actor,
  id: number,
  { date, from, force }: Omit<Slot, "to"> & { force: boolean },
  db: Executor = writeDb(),
): Promise<AdminOrder> {
  assertAdmin(actor);
  const order = await findAnyOrder(actor, id);
  const pool = poolOf(order.fulfilment.method);
  const { row, settings } = await withCurrentSettings(async (settings) => {
    const window = findWindow(settings.values.windows, { date, from });
    if (!window) {
      const message = "There is no such window on this day.";
      throw new AppError("invalid", message, { errors: [{ path: "from", message }] });
    }
    const capacity = capacityOf(window, pool, settings);
    const [row] = await callMoveOrder(db).execute({
      id,
      date,
      from,
      to: window.to,
      capacity,
      force,
      by: actor.id,
      settings: settings.revision,
    });
    if (!row) throw new Error("move_order returned no row");
    return { ...row, capacity };
  });
  switch (row.outcome) {
    case "missing":
      throw orderNotFound();
    case "courier":
      throw new AppError("conflict", "An order by courier has no window.");
    case "full":
      throw await slotFull(
        { date, from },
        { pool, leadMinutes: 0, sweets: order.items.map(({ productId }) => productId) },
        settings,
        `This window is full (${row.taken} of ${row.capacity}).`,
      );
  }
  return findAnyOrder(actor, id, db);
}
