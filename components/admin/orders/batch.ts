import { toast } from "@/components/ui/toast";
import type { BatchOutcome } from "@/lib/orders/status-commands";

/** "1 order", "2 orders" */
export const ordersText = (count: number) => `${count} ${count === 1 ? "order" : "orders"}`;

/** Says as a toast how many of several orders were changed: "2 orders updated". */
export function toastOutcomes(outcomes: readonly BatchOutcome[], verb: string): void {
  const done = outcomes.filter(({ ok }) => ok).length;
  const failed = outcomes.length - done;
  if (failed === 0) toast.success(`${ordersText(done)} ${verb}`);
  else toast.warning(`${done} ${verb}, ${failed} failed`);
}
