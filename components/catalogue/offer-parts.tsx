import { Badge } from "@/components/ui/badge";
import { formatRupees } from "@/lib/money";
import type { SweetOffer } from "./card";
import { PackPrice } from "./live-parts";

/** What sets a sweet apart, on photographs and on its page. */
export function SweetBadges({ sugarFree, featured }: { sugarFree?: boolean; featured?: boolean }) {
  return (
    <>
      {sugarFree && (
        <Badge tone="pista" mark>
          Sugar Free
        </Badge>
      )}
      {featured && (
        <Badge tone="brand" mark>
          Featured
        </Badge>
      )}
    </>
  );
}

/** The least that is sold of a sweet; nothing when one can be bought. */
export const Minimum = ({ quantity, className = "" }: { quantity?: number; className?: string }) =>
  quantity ? <span className={`for-shoppers ${className}`}>{`Minimum ${quantity}`}</span> : null;

/** The price of a sweet with its net weight and the price per 100 g or piece; of the chosen pack when it has several. */
export function Price({ id, price, packs, beside = [], large = false }: SweetOffer & { large?: boolean }) {
  const main = large ? "text-[2rem] leading-none font-bold" : "price";
  const other = large ? "text-lg text-muted" : "beside";
  if (packs) return <PackPrice id={id} packs={packs} className={main} besideClassName={other} />;
  return (
    <>
      <span className={main}>{formatRupees(price)}</span>
      {beside.map((text) => (
        <span key={text} className={other}>
          {text}
        </span>
      ))}
    </>
  );
}
