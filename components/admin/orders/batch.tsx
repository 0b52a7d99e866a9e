import { useEffect, useState } from "react";
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

/** The outcome for each of several orders. */
export function BatchOutcomes({ outcomes }: { outcomes: readonly BatchOutcome[] }) {
  return (
    <ul className="text-sm mt-2 num basis-full" role="status">
      {outcomes.map((outcome) => (
        <li key={outcome.id} className={outcome.ok ? "text-muted" : "text-danger font-medium"}>
          #{outcome.id}: {outcome.message}
        </li>
      ))}
    </ul>
  );
}

/** The checkboxes that belong to a form, wherever they stand. */
export const boxesOf = (form: string) => [
  ...document.querySelectorAll<HTMLInputElement>(`input[type=checkbox][name=ids][form="${form}"]`),
];

/** Ticks checkboxes, or unticks them, as if it had been done by hand. */
export function tick(boxes: Iterable<HTMLInputElement>, checked = true): void {
  for (const box of boxes) box.checked = checked;
  document.dispatchEvent(new Event("change"));
}

/** How many checkboxes of a form are ticked. `shown` changes with the checkboxes that there are. */
export function useTicked(form: string, shown: string): number {
  const [ticked, setTicked] = useState(0);
  useEffect(() => {
    const count = () => setTicked(boxesOf(form).filter((box) => box.checked).length);
    // The reset event fires before the checkboxes are reset.
    const countLater = () => requestAnimationFrame(count);
    count();
    document.addEventListener("change", count);
    document.addEventListener("reset", countLater);
    return () => {
      document.removeEventListener("change", count);
      document.removeEventListener("reset", countLater);
    };
  }, [form, shown]);
  return ticked;
}
