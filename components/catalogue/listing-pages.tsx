import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/pagination";
import { type Listing, listingHref } from "@/lib/catalogue/constants";

export type ListingPagesProps = { listing: Listing; page: number; totalPages: number };

/** The links to the other pages of a listing. */
export function ListingPages({ listing, ...pages }: ListingPagesProps) {
  return <Pagination {...pages} hrefFor={(page) => listingHref({ ...listing, page })} />;
}

/** In place of a listing without sweets. */
export function NoSweets() {
  return <EmptyState title="No products found">Try adjusting your search or filters</EmptyState>;
}
