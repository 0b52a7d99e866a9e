import type { FormAction } from "@/lib/http/action-state";
import { type Added, AddToCart } from "./add-to-cart";
import type { SweetOffer } from "./card";
import { DayChoice } from "./day-choice";
import { AdminView, StockCount } from "./live-parts";
import { Minimum, Price, SweetBadges } from "./product-grid";
import { BestBefore, StockBadge } from "./stock-notes";

type ProductMainProps = SweetOffer & {
  category: string;
  sugarFree: boolean;
  featured: boolean;
  /** The shop's day when the page was made. */
  today: string;
  shelfLifeDays: number | null;
  /** The id of the pack that the address names. */
  pack?: number;
  hasDays: boolean;
  action: FormAction<Added>;
};

export function ProductMain(props: ProductMainProps) {
  const { category, sugarFree, featured, today, shelfLifeDays, pack, hasDays, action, ...offer } = props;
  const { id, name, price, quantity, minimumQuantity, packs } = offer;
  const live = { id, quantity, packs };
  const toAdd = { ...live, name, price, ...(minimumQuantity && { minimumQuantity }) };
  return (
    <>
      <p className="max-md:hidden text-muted">{category}</p>
      <h1 id={`sweet-${id}`} className="text-d2 md:mt-1">
        {name}
      </h1>
      <div className="flex flex-wrap gap-2 mt-2.5 md:mt-4 empty:hidden">
        <SweetBadges sugarFree={sugarFree} featured={featured} />
        <StockBadge {...live} />
      </div>
      <p className="flex flex-wrap items-baseline gap-x-3 num mt-3.5 md:mt-6">
        <Price {...offer} large />
      </p>
      <p className="flex flex-wrap gap-x-4 md:gap-x-5 text-muted max-md:text-sm num mt-2 mb-3.5 md:mb-5">
        {shelfLifeDays !== null && <BestBefore {...live} today={today} shelfLifeDays={shelfLifeDays} />}
        <StockCount {...live} />
        <Minimum quantity={minimumQuantity} />
      </p>
      {hasDays && (
        <div className="mb-3 min-h-12 lg:max-w-72">
          <DayChoice sweet={id} />
        </div>
      )}
      <AddToCart {...toAdd} pack={pack} action={action} large />
      <AdminView />
    </>
  );
}
