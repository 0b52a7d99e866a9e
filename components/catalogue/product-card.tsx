import { VisibleTo } from "@/components/layout/visible-to";
import { Badge } from "@/components/ui/badge";
import { Picture } from "@/components/ui/picture";
import { packChoices } from "@/lib/catalogue/packs";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import type { FormAction } from "@/lib/http/action-state";
import { type Added, AddToCart } from "./add-to-cart";
import { AdminView, PackPrice, ProductLink, StockCount } from "./live-parts";
import { SweetPrice } from "./sweet-price";

/**
 * The width of a card's picture in the grid of 2, 3 or 4 columns. On phones it is a little less than the true 322 px, so that the
 * browser takes the file of 320 px instead of that of 640 px.
 */
const SIZES =
  "(min-width: 82rem) 19.25rem, (min-width: 80rem) 24vw, (min-width: 64rem) 31vw, (min-width: 22.5rem) calc(50vw - 24px), 90vw";

type ProductCardProps = {
  sweet: SweetWithPicture;
  action: FormAction<Added>;
  /** Loads the picture at once, for cards in the first row. */
  priority?: boolean;
};

/** What sets a sweet apart, on photographs and on its page. */
export function SweetBadges({ sweet }: { sweet: Pick<SweetWithPicture, "sugarFree" | "featured"> }) {
  return (
    <>
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
    </>
  );
}

/** A sweet in a grid: picture, name, description, price, stock and 'Add to Cart'. */
export function ProductCard({ sweet, action, priority = false }: ProductCardProps) {
  const { id, name, slug, description, quantity } = sweet;
  const packs = packChoices(sweet.packs);
  return (
    <article className={packs ? "pcard packed" : "pcard"}>
      <div className="photo aspect-square">
        {(sweet.sugarFree || sweet.featured) && (
          <div className="badges">
            <SweetBadges sweet={sweet} />
          </div>
        )}
        {/* For pointers only. Keyboards and screen readers use the link on the name below. */}
        <ProductLink
          id={id}
          slug={slug}
          packs={packs}
          tabIndex={-1}
          aria-hidden="true"
          className="photo block size-full"
        >
          <Picture image={sweet.picture} alt="" sizes={SIZES} priority={priority} />
        </ProductLink>
      </div>
      <div className="body">
        <h3 id={`sweet-${id}`}>
          <ProductLink
            id={id}
            slug={slug}
            packs={packs}
            className="inline-block py-1.5 -my-1.5 touch:py-3 touch:-my-3 touch:min-w-11 hover:underline underline-offset-4 decoration-accent decoration-2"
          >
            {name}
          </ProductLink>
        </h3>
        <p className="desc mt-1">{description}</p>
        <div className="mt-auto pt-3.5">
          <div className="flex flex-col sm:flex-row sm:flex-wrap sm:items-baseline justify-between gap-x-3">
            <span className="flex flex-wrap items-baseline gap-x-2 num">
              {packs ? <PackPrice id={id} packs={packs} /> : <SweetPrice sweet={sweet} />}
            </span>
            <VisibleTo roles={["neutral", "visitor", "customer"]}>
              <StockCount id={id} quantity={quantity} packs={packs} className="text-sm text-muted" />
            </VisibleTo>
          </div>
          <div className="mt-2.5">
            <VisibleTo roles={["neutral", "visitor", "customer"]}>
              <AddToCart id={id} name={name} quantity={quantity} packs={packs} action={action} />
            </VisibleTo>
            <AdminView />
          </div>
        </div>
      </div>
    </article>
  );
}
