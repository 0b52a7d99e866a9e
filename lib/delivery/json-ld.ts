import type { Area } from "@/lib/settings/schema";
import { feeOf } from "./rules";

/* Delivery in the words of schema.org, for the offers of a product page. */

/** The sweet whose delivery it is: whether a courier may bring it, and the hours that its preparation takes. */
type Delivered = { travels: boolean; prepHours: number };

const inDays = (minValue: number, maxValue: number) => ({
  "@type": "QuantitativeValue",
  minValue,
  maxValue,
  unitCode: "DAY",
});

/** The pincodes of an area; all of India when one of its lines is `*`. */
function regionOf({ id, pincodes }: Area) {
  const country = { "@type": "DefinedRegion", "@id": `#area.${id}`, addressCountry: "IN" };
  if (pincodes.includes("*")) return country;
  const prefixes = pincodes.filter((line) => line.endsWith("*")).map((line) => line.slice(0, -1));
  const ranges = pincodes.filter((line) => line.includes("-")).map((line) => line.split("-"));
  const single = pincodes.filter((line) => /^\d+$/.test(line));
  return {
    ...country,
    ...(single.length > 0 && { postalCode: single }),
    ...(prefixes.length > 0 && { postalCodePrefix: prefixes }),
    ...(ranges.length > 0 && {
      postalCodeRange: ranges.map(([postalCodeBegin, postalCodeEnd]) => ({
        "@type": "PostalCodeRangeSpecification",
        postalCodeBegin,
        postalCodeEnd,
      })),
    }),
  };
}

/** The days on the way: those of "1-3 days", none for hours and for our own riders; unknown when a courier's text has no number of days. */
function transitOf({ kind, estimate }: Area) {
  const [, from, to = from, unit] = /(\d+)(?:\D+?(\d+))?\s*(hour|day)/i.exec(estimate ?? "") ?? [];
  if (unit?.toLowerCase() === "day") return inDays(Number(from), Number(to));
  return kind === "local" || unit ? inDays(0, 0) : undefined;
}

/** Handling ends a day later for who orders in the evening. */
function timeOf(area: Area, prepHours: number) {
  const ready = Math.floor((prepHours * 60 + area.leadMinutes) / (24 * 60));
  const transitTime = transitOf(area);
  const { minValue, maxValue } = transitTime ?? {};
  return {
    "@type": "ShippingDeliveryTime",
    "@id": `#days.${ready}.${minValue}.${maxValue}`,
    handlingTime: inDays(ready, ready + 1),
    ...(transitTime && { transitTime }),
  };
}

/** With more lines of pincodes than this, delivery is left out: it would be most of each stored page. */
const MAX_LINES = 60;

/**
 * How a sweet of a price in rupees is delivered, by area: those that are switched off, that it is too cheap for, or whose courier may not
 * take it are left out. What areas and prices may have in common has an @id.
 */
export function shippingJsonLd(areas: readonly Area[], { travels, prepHours }: Delivered, price: number) {
  if (areas.flatMap(({ pincodes }) => pincodes).length > MAX_LINES) return [];
  return areas
    .filter(({ active, kind, minimum }) => active && (kind === "local" || travels) && price >= (minimum ?? 0))
    .map((area) => ({
      "@type": "OfferShippingDetails",
      "@id": `#area.${area.id}.${feeOf(area, price)}`,
      shippingRate: { "@type": "MonetaryAmount", value: feeOf(area, price), currency: "INR" },
      shippingDestination: regionOf(area),
      deliveryTime: timeOf(area, prepHours),
    }));
}
