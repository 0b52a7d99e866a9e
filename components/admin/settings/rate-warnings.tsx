import { Icon } from "@/components/ui/icon";

const SHOWN = 5;

function namesText(names: readonly string[]): string {
  const rest = names.length - SHOWN;
  return names.slice(0, SHOWN).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** Sweets that would be invoiced without tax, because no rate is set for their code. */
export function RateWarnings({ codes }: { codes: readonly { hsn: string; names: string[] }[] }) {
  if (codes.length === 0) return null;
  return (
    <section
      aria-labelledby="rate-warnings"
      className="flex gap-3 border border-border-strong bg-warning-soft p-4 mb-5 katli-cut"
    >
      <Icon name="triangle-alert" className="size-5 text-warning shrink-0 mt-0.5" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h2 id="rate-warnings" className="font-semibold text-base">
          These sweets have no rate: invoices state 0 % for them.
        </h2>
        <ul className="mt-1">
          {codes.map(({ hsn, names }) => (
            <li key={hsn}>
              <b className="num">HSN {hsn}</b>: {namesText(names)}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
