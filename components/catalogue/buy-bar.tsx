import { Button } from "@/components/ui/button";
import { formatRupees } from "@/lib/money";

type BuyBarProps = {
  /** The name of the sweet. */
  name: string;
  /** Of the chosen pack; not known before hydration, when only the browser has the choice. */
  price?: number;
  pending: boolean;
  showPending: boolean;
};

/**
 * Part of the form of a product page: on phones, a second 'Add to Cart' at the lower edge of the screen while the first one is scrolled
 * away. CSS shows and hides it (app/styles/buy-bar.css), so that it works before hydration and without JavaScript.
 */
export function BuyBar({ name, price, pending, showPending }: BuyBarProps) {
  return (
    <div className="buy-bar">
      <p className="min-w-0 flex-1 leading-tight">
        <span className="block truncate">{name}</span>
        {price !== undefined && <b className="num text-lg leading-tight font-bold">{formatRupees(price)}</b>}
      </p>
      <Button
        type="submit"
        pending={pending}
        showPending={showPending}
        pendingLabel="Adding..."
        // Tells it apart from the form's first button.
        aria-label={showPending ? undefined : `Add to Cart, ${name}`}
      >
        Add to Cart
      </Button>
    </div>
  );
}
