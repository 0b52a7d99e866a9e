import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { FestivalBands } from "@/app/(shop)/festivals/bands";
import { addToCart } from "@/app/(shop)/products/actions";
import { ListingView, listingTitle } from "@/components/catalogue/listing-view";
import { pageMetadata } from "@/components/layout/metadata";
import { defaultSort, type Listing, listingHref } from "@/lib/catalogue/constants";
import { listPage } from "@/lib/catalogue/list-queries";
import { listingOf } from "@/lib/catalogue/listing";
import { isPlanning } from "@/lib/catalogue/queries";
import { clampPage } from "@/lib/pagination";

type Props = { params: Promise<{ path: string[] }> };

// No page is rendered at build time: each is rendered on its first request and then cached (server/page-cache).
export const generateStaticParams = () => [];

// Cached, because the metadata and the page both need it. A page past the end shows the last page.
const loadListing = cache(async (path: string) => {
  const listing: Listing = listingOf(path.split("/")) ?? notFound();
  const [found, hasDays] = await Promise.all([listPage(listing), isPlanning()]);
  return { hasDays, listing: { ...listing, page: clampPage(listing.page, found.meta.totalPages) }, found };
});

async function propsOf({ params }: Props) {
  return loadListing((await params).path.join("/"));
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { listing } = await propsOf(props);
  const { category, page } = listing;
  const title = `${listingTitle(listing)}${page > 1 ? `, page ${page}` : ""}`;
  const what = category === "ALL" ? "Sweets, dry fruits and cakes" : category;
  return pageMetadata({
    title,
    description: `${what} from our Mumbai kitchen, made fresh each morning: see what is in stock now and order online.`,
    // Every sort has the default sort's URL as its canonical, because it lists the same sweets.
    path: listingHref({ ...listing, sort: defaultSort }),
  });
}

/** A listing without a search, rendered statically. server/addresses.ts leads /products?… to it. */
export default async function ListingPage(props: Props) {
  return (
    <>
      <FestivalBands />
      <ListingView {...(await propsOf(props))} action={addToCart} />
    </>
  );
}
