import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { addToCart } from "@/app/(shop)/products/actions";
import { ListingView, listingTitle } from "@/components/catalogue/listing-view";
import { pageMetadata } from "@/components/layout/metadata";
import { defaultSort, type Listing, listingHref } from "@/lib/catalogue/constants";
import { type ListingParams, listingOf } from "@/lib/catalogue/listing";
import { listPage } from "@/lib/catalogue/server";
import { clampPage } from "@/lib/pagination";

// Seconds, in case a NOTIFY that expires the page is missed (server/page-cache).
export const revalidate = 300;

type Props = { params: Promise<ListingParams> };

// Each is made when it is first asked for, by the process that serves it, and stored (server/page-cache).
export const generateStaticParams = () => [];

// Metadata and page read it once. A page past the end is the last one, by its name too.
const viewOf = cache(async (category: string, sort: string, page: string, featured: string) => {
  const listing: Listing = listingOf({ category, sort, page, featured }) ?? notFound();
  const found = await listPage(listing);
  return { listing: { ...listing, page: clampPage(listing.page, found.meta.totalPages) }, found };
});

async function viewFor({ params }: Props) {
  const { category, sort, page, featured } = await params;
  return viewOf(category, sort, page, featured);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { listing } = await viewFor(props);
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

/** A view of the listing that has a name, made once and kept. People see it as /products?… (lib/catalogue/listing.ts). */
export default async function ListingPage(props: Props) {
  return <ListingView {...(await viewFor(props))} action={addToCart} />;
}
