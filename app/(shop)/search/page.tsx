import type { Metadata } from "next";
import { FestivalBands } from "@/app/(shop)/festivals/bands";
import { addToCart } from "@/app/(shop)/products/actions";
import { ListingError } from "@/components/catalogue/listing-error";
import { ListingView } from "@/components/catalogue/listing-view";
import { pageMetadata } from "@/components/layout/metadata";
import { listingHref } from "@/lib/catalogue/constants";
import { listPage, type SweetPage } from "@/lib/catalogue/list-queries";
import { listingOfQuery } from "@/lib/catalogue/listing";
import { isPlanning } from "@/lib/catalogue/queries";
import { isDatabaseUnavailable } from "@/lib/errors";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { search, category } = listingOfQuery(await searchParams);
  return {
    ...pageMetadata({
      title: `Search: ${search}`,
      description: `Sweets that match “${search}”.`,
      path: listingHref({ category }),
    }),
    robots: { index: false, follow: true },
  };
}

/** The listing with a search, rendered for each request. server/addresses.ts leads /products?search=… to it. */
export default async function SearchPage({ searchParams }: Props) {
  const listing = listingOfQuery(await searchParams);
  let read: [SweetPage, boolean];
  try {
    // Without a sort, what matches by name comes before what only mentions it.
    const found = listPage({ ...listing, sort: listing.ranked ? undefined : listing.sort });
    read = await Promise.all([found, isPlanning()]);
  } catch (error) {
    if (isDatabaseUnavailable(error)) return <ListingError />;
    throw error;
  }
  const [found, hasDays] = read;
  return (
    <>
      <FestivalBands />
      <ListingView listing={listing} found={found} hasDays={hasDays} action={addToCart} />
    </>
  );
}
