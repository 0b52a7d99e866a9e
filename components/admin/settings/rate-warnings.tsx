import { Warning } from "@/components/ui/warning";

const SHOWN = 5;

function namesText(names: readonly string[]): string {
  const rest = names.length - SHOWN;
  return names.slice(0, SHOWN).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** Sweets that would be invoiced without tax, because no rate is set for their code. */
export function RateWarnings({ codes }: { codes: readonly { hsn: string; names: string[] }[] }) {
  if (codes.length === 0) return null;
  return (
    <Warning
      as="section"
      className="mb-5"
      aria-labelledby="rate-warnings"
      title={
        <h2 id="rate-warnings" className="font-semibold text-base">
          These sweets have no rate: invoices state 0 % for them.
        </h2>
      }
    >
      <ul className="mt-1">
        {codes.map(({ hsn, names }) => (
          <li key={hsn}>
            <b className="num">HSN {hsn}</b>: {namesText(names)}
          </li>
        ))}
      </ul>
    </Warning>
  );
}
