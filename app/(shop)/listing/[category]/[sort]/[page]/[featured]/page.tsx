import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { addToCart } from "@/app/(shop)/products/actions";
import { ListingView, listingTitle } from "@/components/catalogue/listing-view";
import { pageMetadata } from "@/components/layout/metadata";
import { categories, defaultSort, type Listing, listingHref } from "@/lib/catalogue/choices";
import { type ListingParams, listingOf, listingParams } from "@/lib/catalogue/listing";
import { listPage } from "@/lib/catalogue/server";

// A net under the expiry by NOTIFY (lib/page-cache): seconds.
export const revalidate = 300;

type Props = { params: Promise<ListingParams> };

/** The first pages that people come to; the others are made when first asked for. */
export function generateStaticParams(): ListingParams[] {
  const first = { sort: defaultSort, page: 1, featured: false };
  const views = [
    ...(["ALL", ...categories, "Gift Boxes"] as const).map((category) => ({ ...first, category })),
    { ...first, category: "ALL" as const, featured: true },
  ];
  return views.map(listingParams);
}

async function listingFor({ params }: Props): Promise<Listing> {
  return listingOf(await params) ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const listing = await listingFor(props);
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
  const listing = await listingFor(props);
  return <ListingView listing={listing} found={await listPage(listing)} action={addToCart} />;
}
