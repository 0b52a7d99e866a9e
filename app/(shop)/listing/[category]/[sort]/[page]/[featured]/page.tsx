import type { Metadata } from "next";
import { addToCart } from "@/app/(shop)/products/actions";
import { metadataOf, viewOf } from "@/app/(shop)/products/view";
import { ListingView } from "@/components/catalogue/listing-view";
import { categories, defaultSort } from "@/lib/catalogue/choices";
import { type ListingParams, listingParams } from "@/lib/catalogue/listing";

// A net under the expiry by NOTIFY (lib/page-cache): seconds.
export const revalidate = 300;

type Props = { params: Promise<ListingParams> };

/** The first pages that people come to beside /products; the others are made when first asked for. */
export function generateStaticParams(): ListingParams[] {
  const first = { sort: defaultSort, page: 1, featured: false };
  const views = [
    ...([...categories, "Gift Boxes"] as const).map((category) => ({ ...first, category })),
    { ...first, category: "ALL" as const, featured: true },
  ];
  return views.map(listingParams);
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return metadataOf(await viewOf(await params));
}

/** A view of the listing that has a name, made once and kept. People see it as /products?… (lib/catalogue/listing.ts). */
export default async function ListingPage({ params }: Props) {
  return <ListingView {...(await viewOf(await params))} action={addToCart} />;
}
