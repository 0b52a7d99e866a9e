import type { BatchOutcome } from "@/lib/invoices/order-commands";

/** The outcome for each of several orders. */
export function BatchOutcomes({ outcomes }: { outcomes: readonly BatchOutcome[] }) {
  return (
    <ul className="text-sm mt-2 num" role="status">
      {outcomes.map((outcome) => (
        <li key={outcome.id} className={outcome.ok ? "text-muted" : "text-danger font-medium"}>
          #{outcome.id}: {outcome.message}
        </li>
      ))}
    </ul>
  );
}
