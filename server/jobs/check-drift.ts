import { checkPayments } from "@/db/check-payments";
import { checkStock } from "@/db/check-stock";
import { withExclusiveConnection } from "@/db/connection";
import { env } from "@/lib/env";
import { exportGauge } from "@/lib/metrics";

/** Seconds between two checks. */
export const DRIFT_SECONDS = 600;
/** A check that takes longer is given up: it must never be what makes the shop slow. */
const TIMEOUT_MS = 60_000;

let found: { at: number; stock: number; payments: number } | undefined;

/** Does what `npm run check-stock` does, in one instance at a time, and takes down how many differences there are. */
export async function checkDrift(): Promise<void> {
  const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
  await withExclusiveConnection(url, "check stock", async () => {
    const stock = await checkStock(url, TIMEOUT_MS);
    const payments = await checkPayments(url, TIMEOUT_MS);
    found = { at: Date.now(), stock: stock.differences.length, payments: payments.differences.length };
  });
}

function gauge(name: string, help: string, read: (result: NonNullable<typeof found>) => number) {
  const isCurrent = () => found && Date.now() - found.at < 3 * DRIFT_SECONDS * 1000;
  exportGauge(name, help, () => (found && isCurrent() ? read(found) : null));
}
gauge("mithaas_stock_differences", "Differences that check-stock finds in stock, packs and places.", (r) => r.stock);
gauge(
  "mithaas_payment_differences",
  "Differences that check-stock finds in payments and documents.",
  (r) => r.payments,
);
gauge("mithaas_stock_checked_timestamp_seconds", "When this instance last ran check-stock.", (r) => r.at / 1000);
