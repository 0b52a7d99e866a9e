import { createHash } from "node:crypto";
import { env } from "@/lib/env";
import { mediaUrl } from "@/lib/images/urls";
import type { FestivalState } from "@/lib/settings/calendar";
import type { ShopFacts } from "@/lib/settings/facts";
import type { Festival } from "@/lib/settings/schema";
import { shop } from "@/lib/shop";
import type { AsRead, details } from "./facts";
import { isSoldOut, type Pack, packHref, withPack } from "./packs";
import type { FirstDay } from "./queries";
import type { SweetWithPicture } from "./select";

/* Structured data for search engines, in the words of schema.org. */

/** An absolute address on this site. */
export const absolute = (path: string) => new URL(path, env.APP_URL).href;

/** The path of a sweet's preview picture. Its name contains a hash of all that is drawn, so that the file never changes. */
export function previewPath({ slug, name, price, picture }: SweetWithPicture): string {
  const drawn = JSON.stringify([name, price, picture?.id ?? null]);
  return `/og/${slug}-${createHash("sha256").update(drawn).digest("hex").slice(0, 8)}.jpg`;
}

const inGrams = (value: number) => ({ "@type": "QuantitativeValue", value, unitCode: "GRM" });

function detailsJsonLd({ netWeightGrams, ingredients, ...others }: AsRead<typeof details>) {
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

type Node = Record<string, unknown>;

/** What is known of sweets beyond themselves when a page is made. */
export type Selling = {
  /** The shop's day. */
  today: string;
  firstDays: ReadonlyMap<number, FirstDay>;
};
/** The ways to have something delivered that costs so many rupees. */
type Shipping = (price: number) => Node[];

/** Writes each node that has an @id once, and names it afterwards: packs share most of their delivery, and a page has all of it twice. */
function withoutRepeats(value: unknown, written = new Set<unknown>()): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutRepeats(one, written));
  if (typeof value !== "object" || value === null) return value;
  const { "@id": id } = value as Node;
  if (id !== undefined && written.has(id)) return { "@id": id };
  if (id !== undefined) written.add(id);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutRepeats(one, written)]));
}

/**
 * What a shopper can do. A sweet that is sold out and made for a coming day is a back order: Google means by a pre-order what has never been
 * sold. It names the end of its own truth, since a page is stored for some minutes.
 */
function availabilityJsonLd(pack: Pick<Pack, "available">, first: FirstDay | undefined, today: string) {
  const is = (name: string) => ({ availability: `https://schema.org/${name}` });
  if (!isSoldOut([pack])) return is("InStock");
  if (!first) return is("OutOfStock");
  const until = { validThrough: first.orderBy };
  if (first.day === today) return { ...is("InStock"), ...until };
  return { ...is("BackOrder"), availabilityStarts: `${first.day}T00:00:00+05:30`, ...until };
}

/** The offer of a pack at an address: its price in rupees, and whether it can be bought. */
const offerJsonLd = (path: string, pack: Pick<Pack, "id" | "price" | "available">, selling: Selling) => ({
  "@type": "Offer",
  url: absolute(path),
  priceCurrency: "INR",
  price: pack.price.toFixed(2),
  ...availabilityJsonLd(pack, selling.firstDays.get(pack.id), selling.today),
  itemCondition: "https://schema.org/NewCondition",
  seller: { "@type": "Organization", "@id": "#shop", name: shop.name },
});

/** The offer of one of several packs: the price of its weight, to be compared by 100 g. */
const packJsonLd = ({ id, name, slug }: SweetWithPicture, pack: Pack, selling: Selling) => ({
  ...offerJsonLd(packHref(slug, pack), pack, selling),
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

/** What /returns says: sweets are not taken back, and what arrives wrong or damaged is replaced or refunded at no cost. */
const returnPolicy = () => ({
  "@type": "MerchantReturnPolicy",
  "@id": "#returns",
  applicableCountry: "IN",
  returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted",
  itemDefectReturnFees: "https://schema.org/FreeReturn",
  merchantReturnLink: absolute("/returns"),
});

const pictureOf = ({ picture }: SweetWithPicture) =>
  picture && { image: [absolute(mediaUrl(picture.id, picture.width, "webp"))] };

/** The pack whose price is the sweet's. */
const defaultPack = ({ packs }: SweetWithPicture) => packs.find(({ isDefault }) => isDefault) ?? packs[0];

/** The offer of a sweet by its default pack. */
function sweetOffer(sweet: SweetWithPicture, selling: Selling) {
  const { price, quantity: available } = sweet;
  return offerJsonLd(packHref(sweet.slug), { id: defaultPack(sweet)?.id ?? 0, price, available }, selling);
}

/** A sweet as a Product with its Offer, or with one for each of its packs. */
export function productJsonLd(sweet: SweetWithPicture, selling: Selling, shipping: Shipping): Node {
  const { details, packs } = sweet;
  const delivered = (offer: Node, price: number): Node => ({
    ...offer,
    shippingDetails: shipping(price),
    hasMerchantReturnPolicy: returnPolicy(),
  });
  return {
    "@type": "Product",
    name: sweet.name,
    description: sweet.description,
    category: sweet.category,
    sku: String(sweet.id),
    url: absolute(packHref(sweet.slug)),
    ...pictureOf(sweet),
    brand: { "@type": "Brand", name: shop.name },
    ...detailsJsonLd(details),
    offers: withoutRepeats(
      packs.length > 1
        ? packs.map((pack) => delivered(packJsonLd(sweet, pack, selling), pack.price))
        : delivered(sweetOffer(sweet, selling), sweet.price),
    ),
  };
}

/**
 * A festival's page with its sweets. Each has the offer of its own page; what cannot be bought today can be ordered from the festival's
 * opening to its close.
 */
export function festivalJsonLd(
  { slug, name, text, opensAt, closesAt, state }: Festival & { state: FestivalState },
  sweets: readonly SweetWithPicture[],
  selling: Selling,
): Node {
  const period = {
    before: { availabilityStarts: opensAt, availabilityEnds: closesAt },
    open: { availabilityEnds: closesAt },
    closed: {},
  }[state];
  return {
    "@type": "CollectionPage",
    name,
    ...(text !== null && { description: text }),
    url: absolute(`/festivals/${slug}`),
    mainEntity: {
      "@type": "ItemList",
      numberOfItems: sweets.length,
      itemListElement: sweets.map((sweet, index) => {
        const offer = sweetOffer(sweet, selling);
        return {
          "@type": "ListItem",
          position: index + 1,
          item: {
            "@type": "Product",
            name: sweet.name,
            sku: String(sweet.id),
            url: offer.url,
            ...pictureOf(sweet),
            offers: offer.availability === "https://schema.org/InStock" ? offer : { ...period, ...offer },
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

/** The shop itself, without what is a sample. */
export function shopJsonLd(facts: ShopFacts): Record<string, unknown> {
  const { legalName, address, phone, emails, hours, social, samples } = facts;
  const isOwn = (fact: string) => !samples.some((name) => name.startsWith(fact));
  const contact = {
    ...(isOwn("phones.shop") && { telephone: phone.text }),
    ...(isOwn("emails.support") && { email: emails.support }),
  };
  return {
    // A LocalBusiness has opening hours, an Organization in general has none.
    "@type": ["Organization", "Store"],
    name: shop.name,
    ...(isOwn("legalName") && { legalName }),
    url: absolute("/home"),
    logo: absolute("/logo.svg"),
    foundingDate: String(shop.since),
    slogan: shop.tagline,
    ...(isOwn("address.street") && {
      address: {
        "@type": "PostalAddress",
        streetAddress: address.street,
        addressLocality: address.city,
        addressRegion: address.region,
        postalCode: address.postalCode,
        addressCountry: "IN",
      },
    }),
    ...(Object.keys(contact).length > 0 && {
      contactPoint: { "@type": "ContactPoint", contactType: "customer service", ...contact },
    }),
    ...(hours.length > 0 && isOwn("hours") && { openingHours: hours.map(({ schema }) => schema) }),
    ...(social.length > 0 && { sameAs: social.map(({ href }) => href) }),
  };
}
