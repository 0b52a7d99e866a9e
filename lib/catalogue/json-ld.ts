import { createHash } from "node:crypto";
import { env } from "@/lib/env";
import { mediaUrl } from "@/lib/images/urls";
import type { ShopFacts } from "@/lib/settings/facts";
import type { Festival } from "@/lib/settings/schema";
import { shop } from "@/lib/shop";
import type { SweetDetails } from "./details";
import { type Pack, packHref, withPack } from "./packs";
import type { SweetWithPicture } from "./select";

/*
 * Structured data for search engines, in the words of schema.org.
 */

/** An absolute address on this site. */
export const absolute = (path: string) => new URL(path, env.APP_URL).href;

/** The path of a sweet's preview picture. Its name contains a hash of all that is drawn, so that the file never changes. */
export function previewPath({ slug, name, price, picture }: SweetWithPicture): string {
  const drawn = JSON.stringify([name, price, picture?.id ?? null]);
  return `/og/${slug}-${createHash("sha256").update(drawn).digest("hex").slice(0, 8)}.jpg`;
}

const inGrams = (value: number) => ({ "@type": "QuantitativeValue", value, unitCode: "GRM" });

function detailsJsonLd({ netWeightGrams, ingredients, ...others }: SweetDetails) {
  // What search engines have no use for is listed by name, so that the compiler asks about a new detail.
  const { allergens: _a, shelfLifeDays: _s, storage: _st, vegetarian: _v, ...forgotten } = others;
  forgotten satisfies Record<string, never>;
  return {
    ...(netWeightGrams !== null && {
      weight: inGrams(netWeightGrams),
    }),
    ...(ingredients !== null && {
      additionalProperty: [{ "@type": "PropertyValue", name: "Ingredients", value: ingredients }],
    }),
  };
}

type Sold = { path: string; price: number; available: number };

/** The offer of what is sold at an address: its price in rupees, and whether it is in stock. */
const offerJsonLd = ({ path, price, available }: Sold) => ({
  "@type": "Offer",
  url: absolute(path),
  priceCurrency: "INR",
  price: price.toFixed(2),
  availability: `https://schema.org/${available > 0 ? "InStock" : "OutOfStock"}`,
  itemCondition: "https://schema.org/NewCondition",
  seller: { "@type": "Organization", name: shop.name },
});

/** The offer of one of several packs: the price of its weight, to be compared by 100 g. */
const packJsonLd = ({ id, name, slug }: SweetWithPicture, pack: Pack) => ({
  ...offerJsonLd({ path: packHref(slug, pack), ...pack }),
  name: withPack(name, pack.label),
  sku: `${id}-${pack.id}`,
  ...(pack.grams !== null && {
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      priceCurrency: "INR",
      price: pack.price.toFixed(2),
      referenceQuantity: { ...inGrams(pack.grams), valueReference: inGrams(100) },
    },
  }),
});

/** A sweet as a Product with its Offer, or with one for each of its packs. */
export function productJsonLd(sweet: SweetWithPicture): Record<string, unknown> {
  const { details, picture, packs } = sweet;
  const path = packHref(sweet.slug);
  return {
    "@type": "Product",
    name: sweet.name,
    description: sweet.description,
    category: sweet.category,
    sku: String(sweet.id),
    url: absolute(path),
    ...(picture && { image: [absolute(mediaUrl(picture.id, picture.width, "webp"))] }),
    brand: { "@type": "Brand", name: shop.name },
    ...detailsJsonLd(details),
    offers:
      packs.length > 1
        ? packs.map((pack) => packJsonLd(sweet, pack))
        : offerJsonLd({ path, price: sweet.price, available: sweet.quantity }),
  };
}

/** A festival's page with its sweets, which can be ordered from its opening to its close. */
export function festivalJsonLd(festival: Festival, sweets: readonly SweetWithPicture[]): Record<string, unknown> {
  const { slug, name, text, opensAt, closesAt } = festival;
  return {
    "@type": "CollectionPage",
    name,
    ...(text !== null && { description: text }),
    url: absolute(`/festivals/${slug}`),
    mainEntity: {
      "@type": "ItemList",
      numberOfItems: sweets.length,
      itemListElement: sweets.map(({ id, name, slug, price }, index) => {
        // Made for the festival's days, so today's stock says nothing of it.
        const { availability: _, ...offer } = offerJsonLd({ path: packHref(slug), price, available: 0 });
        return {
          "@type": "ListItem",
          position: index + 1,
          item: {
            "@type": "Product",
            name,
            sku: String(id),
            url: offer.url,
            offers: { ...offer, availabilityStarts: opensAt, availabilityEnds: closesAt },
          },
        };
      }),
    },
  };
}

/** The way to a page from the top. */
export function breadcrumbJsonLd(crumbs: readonly { text: string; href?: string }[]): Record<string, unknown> {
  return {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ text, href }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: text,
      ...(href && { item: absolute(href) }),
    })),
  };
}

/** The shop itself. */
export function shopJsonLd({ legalName, address, phone, emails, hours, social }: ShopFacts): Record<string, unknown> {
  return {
    // A LocalBusiness has opening hours, an Organization in general has none.
    "@type": ["Organization", "Store"],
    name: shop.name,
    legalName,
    url: absolute("/home"),
    logo: absolute("/logo.svg"),
    foundingDate: String(shop.since),
    slogan: shop.tagline,
    address: {
      "@type": "PostalAddress",
      streetAddress: address.street,
      addressLocality: address.city,
      addressRegion: address.region,
      postalCode: address.postalCode,
      addressCountry: "IN",
    },
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer service",
      telephone: phone.text,
      email: emails.support,
    },
    ...(hours.length > 0 && { openingHours: hours.map(({ schema }) => schema) }),
    sameAs: social.map(({ href }) => href),
  };
}
