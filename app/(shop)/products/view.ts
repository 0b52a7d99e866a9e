import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { listingTitle } from "@/components/catalogue/listing-view";
import { pageMetadata } from "@/components/layout/metadata";
import { defaultSort, type Listing, listingHref } from "@/lib/catalogue/choices";
import { type ListingParams, listingOf } from "@/lib/catalogue/listing";
import { listPage, type SweetPage } from "@/lib/catalogue/server";

export type View = { listing: Listing; found: SweetPage };

// Metadata and page read it once, by what can be compared.
const read = cache(async (category: string, sort: string, page: string, featured: string): Promise<View> => {
  const listing = listingOf({ category, sort, page, featured }) ?? notFound();
  const found = await listPage(listing);
  // A page past the end is the last one, by its name too.
  return { listing: { ...listing, page: Math.min(listing.page, Math.max(1, found.meta.totalPages)) }, found };
});

/** What a page of the listing shows. */
export const viewOf = ({ category, sort, page, featured }: ListingParams) => read(category, sort, page, featured);

/** What search engines and previews are told of it. */
export function metadataOf({ listing }: View): Metadata {
  const { category, page } = listing;
  const title = `${listingTitle(listing)}${page > 1 ? `, page ${page}` : ""}`;
  const what = category === "ALL" ? "Sweets, dry fruits and cakes" : category;
  return pageMetadata({
    title,
    description: `${what} from our Mumbai kitchen, made fresh each morning: see what is in stock now and order online.`,
    // A sort shows the same sweets in another order.
    path: listingHref({ ...listing, sort: defaultSort }),
  });
}
