import Link from "next/link";
import type { FormAction } from "@/components/account/use-action";
import { VisibleTo } from "@/components/layout/visible-to";
import { Badge } from "@/components/ui/badge";
import { Picture } from "@/components/ui/picture";
import type { SweetWithPicture } from "@/lib/catalogue/server";
import { formatRupees } from "@/lib/money";
import { type Added, AddToCart } from "./add-to-cart";
import { AdminView } from "./admin-view";
import { StockCount } from "./stock-count";
import { weightText } from "./sweet-details";

/**
 * How wide a card's picture is in the tray of 2, 3 or 4 columns; on phones a hair less, so that 322 pixels take the file of 320 and
 * not that of 640.
 */
const SIZES =
  "(min-width: 82rem) 19.25rem, (min-width: 80rem) 24vw, (min-width: 64rem) 31vw, (min-width: 22.5rem) calc(50vw - 24px), 90vw";

type ProductCardProps = {
  sweet: SweetWithPicture;
  action: FormAction<Added>;
  /** In the first row: its picture is loaded at once. */
  first?: boolean;
  /** The heading's level where the card stands. */
  heading?: "h2" | "h3";
};

/** A sweet in a tray: picture, name, what it is, price, what is left, and the way into the cart. */
export function ProductCard({ sweet, action, first = false, heading: Heading = "h3" }: ProductCardProps) {
  const { id, name, slug, description, price, quantity } = sweet;
  const weight = sweet.details.netWeightGrams;
  return (
    <article className="pcard">
      <div className="photo aspect-square">
        {(sweet.sugarFree || sweet.featured) && (
          <div className="badges">
            {sweet.sugarFree && (
              <Badge tone="sugarfree" mark>
                Sugar Free
              </Badge>
            )}
            {sweet.featured && (
              <Badge tone="featured" mark>
                Featured
              </Badge>
            )}
          </div>
        )}
        {/* The name below is the link that is read aloud; this one is for fingers and mice. */}
        <Link
          href={`/products/${slug}`}
          tabIndex={-1}
          aria-hidden="true"
          prefetch={false}
          className="photo block size-full"
        >
          <Picture image={sweet.picture} alt="" sizes={SIZES} priority={first} />
        </Link>
      </div>
      <div className="body">
        <Heading id={`sweet-${id}`}>
          <Link
            href={`/products/${slug}`}
            className="inline-block py-1.5 -my-1.5 touch:py-3 touch:-my-3 touch:min-w-11 hover:underline underline-offset-4 decoration-accent decoration-2"
          >
            {name}
          </Link>
        </Heading>
        <p className="desc mt-1">{description}</p>
        <div className="mt-auto pt-3.5">
          <div className="flex flex-col sm:flex-row sm:flex-wrap sm:items-baseline justify-between gap-x-3">
            <span className="flex flex-wrap items-baseline gap-x-2 num">
              <span className="price">{formatRupees(price)}</span>
              {weight !== null && <span className="text-sm text-muted">{weightText(weight)}</span>}
            </span>
            <VisibleTo roles={["neutral", "visitor", "customer"]}>
              <StockCount id={id} quantity={quantity} className="text-sm text-muted" />
            </VisibleTo>
          </div>
          <div className="mt-2.5">
            <VisibleTo roles={["neutral", "visitor", "customer"]}>
              <AddToCart id={id} name={name} quantity={quantity} action={action} />
            </VisibleTo>
            <AdminView />
          </div>
        </div>
      </div>
    </article>
  );
}
