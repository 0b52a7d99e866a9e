import type { Metadata } from "next";
import { ListingView } from "@/components/catalogue/listing-view";
import { defaultSort } from "@/lib/catalogue/choices";
import { listingParams } from "@/lib/catalogue/listing";
import { addToCart } from "../actions";
import { metadataOf, viewOf } from "../view";

// A net under the expiry by NOTIFY (lib/page-cache): seconds.
export const revalidate = 300;

const params = listingParams({ category: "ALL", sort: defaultSort, page: 1, featured: false });

export async function generateMetadata(): Promise<Metadata> {
  return metadataOf(await viewOf(params));
}

/** The listing as it is first seen: a page of its own, for which no address has to be rewritten. */
export default async function ProductsPage() {
  return <ListingView {...(await viewOf(params))} action={addToCart} />;
}
