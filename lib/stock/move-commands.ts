import { sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { prepared } from "@/db/prepared";
import { AppError, constraintOf } from "@/lib/errors";
import type { ledgerReasons } from "./constants";

const p = sql.placeholder;

const selectMove = prepared((db) =>
  db
    .select({ moved: sql<string>`moved` })
    .from(
      sql`move_stock(${p("sweetId")}::int, ${p("delta")}::int, ${p("reason")}::text, ${p("userId")}::int, null, ${p("cartId")}::int) moved`,
    )
    .prepare("move_stock"),
);

/** Puts units of a sweet into stock, or takes them out (0: neither), with a row of the ledger. The caller has locked the sweet. */
export async function moveStock(
  db: Executor,
  move: {
    sweetId: number;
    delta: number;
    reason: (typeof ledgerReasons)[number];
    userId: number;
    /** The cart that held them. */
    cartId?: number;
  },
): Promise<void> {
  await selectMove(db).execute({ cartId: null, ...move });
}

const selectRelease = prepared((db) =>
  db
    .select({ lines: sql<number>`lines` })
    .from(sql`release_expired_holds(${p("sweetId")}::int) lines`)
    .prepare("release_expired_holds"),
);

/** Gives the units of a sweet's expired holds back to stock; returns the cart lines released. */
export async function releaseExpiredHoldsOf(db: Executor, sweetId: number): Promise<number> {
  const [row] = await selectRelease(db).execute({ sweetId });
  return row?.lines ?? 0;
}

/** The refusal of move_stock as a 422 on the field that asked for more free units than a sweet may have. */
export async function withinStockLimit<T>(field: "quantity" | "stock", work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (constraintOf(error) !== "stock_at_most") throw error;
    const message = "Stock can be at most 1,00,000";
    throw new AppError("invalid", message, { errors: [{ path: field, message }] });
  }
}
