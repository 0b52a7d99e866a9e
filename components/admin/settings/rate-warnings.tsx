import { Notice } from "@/components/ui/notice";

const SHOWN = 5;

function namesText(names: readonly string[]): string {
  const rest = names.length - SHOWN;
  return names.slice(0, SHOWN).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** Sweets that would be invoiced without tax, because no rate is set for their code. */
export function RateWarnings({ codes }: { codes: readonly { hsn: string; names: string[] }[] }) {
  if (codes.length === 0) return null;
  const title = <h2 id="rate-warnings">These sweets have no rate: invoices state 0 % for them.</h2>;
  return (
    <Notice tone="warning" role="region" aria-labelledby="rate-warnings" className="mb-5" title={title}>
      <ul className="mt-1">
        {codes.map(({ hsn, names }) => (
          <li key={hsn}>
            <b className="num">HSN {hsn}</b>: {namesText(names)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
