import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { checkDelivery } from "@/app/(shop)/actions";
import { addToCart } from "@/app/(shop)/products/actions";
import { deliveryShop } from "@/app/delivery-shop";
import { cardOf, offerOf } from "@/components/catalogue/card";
import { ProductGrid } from "@/components/catalogue/product-grid";
import { ProductMain } from "@/components/catalogue/product-main";
import { SectionHeading } from "@/components/catalogue/section-heading";
import { SweetDetailsList } from "@/components/catalogue/sweet-details";
import { DeliveryCheck } from "@/components/delivery/delivery-check";
import { JsonLd, pageMetadata } from "@/components/layout/metadata";
import { Picture } from "@/components/layout/picture";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { Rule } from "@/components/ui/rule";
import type { Category } from "@/db/constants/catalogue";
import { listingHref } from "@/lib/catalogue/constants";
import { breadcrumbJsonLd, previewPath, productJsonLd } from "@/lib/catalogue/json-ld";
import { packChoices } from "@/lib/catalogue/packs";
import { findSweetBySlug, firstDays, isPlanning, relatedSweets } from "@/lib/catalogue/queries";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { shippingJsonLd } from "@/lib/delivery/json-ld";
import { deliveryForPage } from "@/lib/delivery/queries";
import { PREVIEW } from "@/lib/images/preview";
import { formatRupees } from "@/lib/money";
import { factsForPage, settingsForPage } from "@/lib/settings/queries";

type Props = { params: Promise<{ slug: string }> };

// No page is rendered at build time: each is rendered on its first request and then cached (server/page-cache).
export const generateStaticParams = () => [];

/** The parts of the internal path: /products/SLUG?pack=7 is made at /products/SLUG.7 (server/addresses.ts). */
const PATH = /^([a-z0-9-]{1,200})(?:\.(\d{1,10}))?$/;

/** The sweet of a path, and the pack that it chooses. Cached, because the metadata and the page both need it. */
const findSweet = cache(async (path: string) => {
  // Other texts are no slugs, and need no query.
  const [, slug, packId] = PATH.exec(path) ?? [];
  const sweet = slug === undefined ? null : await findSweetBySlug(slug);
  if (!sweet) return null;
  const packs = packChoices(sweet.packs);
  const chosen = packId === undefined ? undefined : packs?.find(({ id }) => id === Number(packId));
  // The page cache answers with the page without a pack.
  return packId === undefined || chosen ? { ...sweet, choices: packs, chosen } : null;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const sweet = await findSweet((await params).slug);
  if (!sweet) notFound();
  const { name, slug, description, price } = sweet;
  const { address } = await factsForPage();
  return pageMetadata({
    title: name,
    description: `${description} ${formatRupees(price)} from Mithaas, ${address.city}.`,
    path: `/products/${slug}`,
    image: { url: previewPath(sweet), ...PREVIEW, alt: sweet.imageAlt ?? name },
  });
}

export default async function ProductPage({ params }: Props) {
  const sweet = await findSweet((await params).slug);
  if (!sweet) notFound();
  const [related, delivery, shop, hasDays, first, { values }] = await Promise.all([
    relatedSweets(sweet),
    deliveryForPage(),
    deliveryShop(),
    isPlanning(),
    firstDays([sweet.id]),
    settingsForPage(),
  ]);
  const { id, name, category, description, picture } = sweet;
  // The page is rendered anew at midnight.
  const today = indiaDay(shopNow());
  const crumbs = [
    { text: "Products", href: "/products" },
    { text: category, href: listingHref({ category: category as Category }) },
    { text: name },
  ];
  return (
    <>
      <div className="shop pt-2 pb-6 md:pt-6 lg:pt-8 lg:pb-12">
        <Breadcrumbs crumbs={crumbs} />
        {/*
         * In two columns the facts are below the picture, where the second row takes what the other column has more. On wide screens, where
         * both columns are about as high, they are below both.
         */}
        <div className="grid grid-cols-1 md:grid-cols-2 lg:grid-cols-[1.08fr_1fr] md:grid-rows-[auto_1fr] items-start gap-x-8 lg:gap-x-16 md:mt-3">
          <div className="lid p-2 md:p-2.5 lg:p-3.5">
            <div className="photo aspect-4/3 md:aspect-square">
              <Picture
                image={picture}
                alt={sweet.imageAlt ?? name}
                // A little under its 90vw: a phone of 412 px at 1.75 takes the 640 px file for 649 px, in half the bytes.
                sizes="(min-width: 82rem) 36.9rem, (min-width: 48rem) 44vw, 86vw"
                priority
              />
            </div>
          </div>
          <div className="pt-4 md:pt-0 lg:pt-2 md:col-start-2 md:row-span-2 packed">
            <ProductMain
              {...offerOf(sweet)}
              category={category}
              sugarFree={sweet.sugarFree}
              featured={sweet.featured}
              today={today}
              shelfLifeDays={sweet.details.shelfLifeDays}
              pack={sweet.chosen?.id}
              hasDays={hasDays}
              action={addToCart}
            />
            <div className="my-6 md:my-7">
              <Rule />
            </div>
            <p className="text-lg max-w-[34rem] whitespace-pre-line">{description}</p>
            <DeliveryCheck id={id} packs={sweet.choices} shop={shop} action={checkDelivery} />
          </div>
          <SweetDetailsList sweet={sweet} delivery={delivery} />
        </div>
      </div>
      {related.length > 0 && (
        <section className="shop pt-6 pb-section" aria-labelledby="related">
          <SectionHeading
            id="related"
            title="You may also like"
            href={listingHref({ category: category as Category })}
            link={`All ${category}`}
            small
          />
          <ProductGrid cards={related.map(cardOf)} action={addToCart} className="xs:grid-cols-2 lg:grid-cols-4" />
        </section>
      )}
      <JsonLd
        data={productJsonLd(sweet, { today, firstDays: first }, (price) => shippingJsonLd(values.areas, sweet, price))}
      />
      <JsonLd data={breadcrumbJsonLd(crumbs)} />
    </>
  );
}
