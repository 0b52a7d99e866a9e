import { Pagination } from "@/components/ui/pagination";
import { type Listing, listingHref } from "@/lib/catalogue/constants";
import type { SweetPage } from "@/lib/catalogue/list-queries";
import { searchClaims } from "@/lib/food-claims";
import type { FormAction } from "@/lib/http/action-state";
import { clampPage } from "@/lib/pagination";
import type { Added } from "./add-to-cart";
import { cardOf } from "./card";
import { ListingFrame } from "./listing-frame";
import { NoSweets, ProductGrid } from "./product-grid";

/** Cards in the first row of the widest grid, whose pictures are loaded first. */
const FIRST_ROW = 4;

export function listingTitle({ category, featured, search }: Listing): string {
  if (search) return "Our Sweets";
  const name = category === "ALL" ? "Sweets" : category;
  return featured ? `Featured ${name}` : category === "ALL" ? "Our Sweets" : name;
}

function searchNotice(
  { category, featured }: Listing,
  search: SweetPage["meta"]["search"],
  claims: string[],
): string | undefined {
  if (!search) return undefined;
  const isNarrowed = category !== "ALL" || featured || claims.length > 0;
  const which = isNarrowed ? "No sweet in this selection" : "No sweet";
  const partial = search.partial ? [`${which} has all of these words. These have some of them.`] : [];
  return [...partial, ...claims].join(" ");
}

type ListingViewProps = { listing: Listing; found: SweetPage; hasDays: boolean; action: FormAction<Added> };

export function ListingView({ listing, found, hasDays, action }: ListingViewProps) {
  const { items, meta } = found;
  const page = clampPage(listing.page, meta.totalPages);
  const claims = meta.search ? searchClaims(meta.search) : [];
  const notice = searchNotice(listing, meta.search, claims);
  // Screen readers announce what a search promises, too.
  const summary = [resultSummary(meta, page), claims.join(" ")].filter(Boolean).join(". ");
  return (
    <ListingFrame listing={listing} title={listingTitle(listing)} hasDays={hasDays} summary={summary}>
      {listing.featured && (
        <p className="mb-5">
          Only featured sweets are shown. {/* The frame follows it. */}
          <a className="link" href={listingHref({ ...listing, featured: false, page: 1 })} data-listing="">
            Show all
          </a>
        </p>
      )}
      {notice && <p className="mb-5">{notice}</p>}
      {items.length === 0 ? (
        <div className="border-t border-border pb-section">
          <NoSweets />
        </div>
      ) : (
        <>
          <h2 className="sr-only">Sweets</h2>
          <ProductGrid cards={items.map(cardOf)} action={action} firstRow={FIRST_ROW} />
          <Pagination
            page={page}
            totalPages={meta.totalPages}
            hrefFor={(other) => listingHref({ ...listing, page: other })}
          />
          {meta.totalPages <= 1 && <div className="pb-section" />}
        </>
      )}
    </ListingFrame>
  );
}

/** For the live region. Worded differently from the visible texts, so that searching the page for those finds them once. */
function resultSummary({ total, totalPages, search }: SweetPage["meta"], page: number): string {
  if (total === 0) return "0 sweets match";
  const found = `${total} ${total === 1 ? "sweet" : "sweets"} found`;
  return `${found}${search?.partial ? ", with some of the words" : ""}${totalPages > 1 ? ` (${page}/${totalPages})` : ""}`;
}
