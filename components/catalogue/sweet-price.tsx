import { formatWeight, unitPrice } from "@/lib/catalogue/packs";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import { formatRupees } from "@/lib/money";

/** The price of a sweet that has one pack, with its net weight and the price per 100 g or piece. */
export function SweetPrice({ sweet, large = false }: { sweet: SweetWithPicture; large?: boolean }) {
  const { price, details, packs } = sweet;
  const grams = packs[0]?.grams ?? details.netWeightGrams;
  const perUnit = unitPrice({ label: "", units: 1, ...packs[0], grams, price });
  const beside = large ? "text-lg text-muted" : "text-sm text-muted";
  return (
    <>
      <span className={large ? "text-[2rem] leading-none font-bold" : "price"}>{formatRupees(price)}</span>
      {grams !== null && <span className={beside}>{formatWeight(grams)}</span>}
      {perUnit && <span className={beside}>{perUnit}</span>}
    </>
  );
}
