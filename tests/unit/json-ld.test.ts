// What search engines are told of a sweet that can be bought now, for a day, or not at all, and of its delivery and return. That pages carry
// it, and the days that the database knows: tests/api/storefront.test.ts, tests/domain/day-catalogue.test.ts.
import { describe, expect, test } from "vitest";
import { festivalJsonLd, productJsonLd, shopJsonLd } from "@/lib/catalogue/json-ld";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import { shippingJsonLd } from "@/lib/delivery/json-ld";
import { defaultSettings } from "@/lib/settings/defaults";
import { shopFacts } from "@/lib/settings/facts";
import { shopFactNames } from "@/lib/settings/samples";
import type { Area } from "@/lib/settings/schema";
import { anAdminSweet, aPack } from "../components/fixtures";

const today = "2026-11-23";
const orderBy = "2026-11-27T14:30:00.000Z";
const { areas, shop } = defaultSettings;
const travelling = { travels: true, prepHours: 0 };

const aSweet = (units: number, ...packs: ReturnType<typeof aPack>[]): SweetWithPicture => ({
  ...anAdminSweet({}, units, packs.length > 0 ? packs : undefined),
  picture: { id: "a758e59c", width: 960, height: 960, blur: "" },
});
const saturday = new Map([[70, { day: "2026-11-28", orderBy }]]);
const offerOf = (units: number, firstDays = new Map<number, { day: string; orderBy: string }>()) =>
  productJsonLd(aSweet(units), { today, firstDays }, () => []).offers;

describe("a sweet", () => {
  test("in stock is so, whatever a day has", () => {
    expect(offerOf(3, saturday)).toMatchObject({ availability: "https://schema.org/InStock" });
    expect(offerOf(3, saturday)).not.toHaveProperty("availabilityStarts");
  });

  test("that is sold out and made for Saturday can be ordered for it, until its orders close", () => {
    expect(offerOf(0, saturday)).toMatchObject({
      availability: "https://schema.org/BackOrder",
      availabilityStarts: "2026-11-28T00:00:00+05:30",
      validThrough: orderBy,
    });
  });

  test("that is still made today is in stock until then", () => {
    const offer = offerOf(0, new Map([[70, { day: today, orderBy }]]));
    expect(offer).toMatchObject({ availability: "https://schema.org/InStock", validThrough: orderBy });
  });

  test("that no day has is out of stock", () => {
    expect(offerOf(0)).toMatchObject({ availability: "https://schema.org/OutOfStock" });
    expect(offerOf(0)).not.toHaveProperty("validThrough");
  });

  test("in packs says it of each, and what its offers share once", () => {
    const sweet = aSweet(1, aPack(70, "500 g", 500, 1, 560), aPack(71, "1 kg", 1000, 2, 1100));
    const shipping = (price: number) => shippingJsonLd(areas, travelling, price);
    const offers = productJsonLd(sweet, { today, firstDays: saturday }, shipping).offers as Record<string, unknown>[];
    expect(offers.map(({ availability }) => availability)).toEqual([
      "https://schema.org/InStock",
      "https://schema.org/OutOfStock",
    ]);
    const rates = (at: number) =>
      ((offers[at]?.shippingDetails ?? []) as Record<string, unknown>[]).map(({ shippingRate, ...node }) =>
        shippingRate ? (shippingRate as { value: number }).value : node,
      );
    expect(rates(0)).toEqual([49, 79, 149]);
    // From ₹1,000 Mumbai is free; the other two are as above.
    expect(rates(1)).toEqual([0, { "@id": "#area.thane-navi-mumbai.79" }, { "@id": "#area.india.149" }]);
    const [mumbai] = (offers[1]?.shippingDetails ?? []) as object[];
    expect(mumbai).toMatchObject({
      shippingDestination: { "@id": "#area.mumbai" },
      deliveryTime: { "@id": "#days.0.0.0" },
    });
    expect(offers[0]?.hasMerchantReturnPolicy).toMatchObject({
      returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted",
      itemDefectReturnFees: "https://schema.org/FreeReturn",
      applicableCountry: "IN",
    });
    expect(offers[1]?.hasMerchantReturnPolicy).toEqual({ "@id": "#returns" });
  });
});

describe("its delivery", () => {
  const [home, near, courier] = areas as [Area, Area, Area];
  const regions = (pincodes: string[]) =>
    shippingJsonLd([{ ...home, pincodes }], travelling, 100).map(({ shippingDestination }) => shippingDestination);

  test("names the pincodes of the area", () => {
    const country = { "@type": "DefinedRegion", "@id": "#area.mumbai", addressCountry: "IN" };
    expect(regions(["400028", "400601-400615", "56*"])).toEqual([
      {
        ...country,
        postalCode: ["400028"],
        postalCodePrefix: ["56"],
        postalCodeRange: [
          { "@type": "PostalCodeRangeSpecification", postalCodeBegin: "400601", postalCodeEnd: "400615" },
        ],
      },
    ]);
    expect(regions(["400028", "*"])).toEqual([country]);
  });

  test("leaves out areas that are off, for which it is too cheap, and couriers of what does not travel", () => {
    const areasOf = (sweet: typeof travelling, price: number) =>
      shippingJsonLd([{ ...home, active: false }, { ...near, minimum: 200 }, courier], sweet, price).map(
        ({ shippingDestination }) => shippingDestination["@id"],
      );
    expect(areasOf(travelling, 200)).toEqual([`#area.${near.id}`, `#area.${courier.id}`]);
    expect(areasOf(travelling, 199)).toEqual([`#area.${courier.id}`]);
    expect(areasOf({ ...travelling, travels: false }, 200)).toEqual([`#area.${near.id}`]);
  });

  const daysOf = (kind: "local" | "courier", estimate: string | null, prepHours = 0) =>
    shippingJsonLd([{ ...home, kind, estimate }], { ...travelling, prepHours }, 100).map(({ deliveryTime }) => {
      const { handlingTime, transitTime } = deliveryTime;
      return [handlingTime, transitTime].map((days) => days && [days.minValue, days.maxValue]);
    });
  test.each([
    [
      "our riders",
      "local",
      null,
      0,
      [
        [0, 1],
        [0, 0],
      ],
    ],
    [
      "a cake of 24 hours",
      "local",
      "2-4 hours",
      24,
      [
        [1, 2],
        [0, 0],
      ],
    ],
    [
      "a courier",
      "courier",
      "1-3 days",
      0,
      [
        [0, 1],
        [1, 3],
      ],
    ],
    [
      "a slow one",
      "courier",
      "about 5 days",
      0,
      [
        [0, 1],
        [5, 5],
      ],
    ],
    ["one that does not say", "courier", "soon", 0, [[0, 1], undefined]],
  ] as const)("takes the days of %s", (_, kind, estimate, prepHours, days) => {
    expect(daysOf(kind, estimate, prepHours)).toEqual([days]);
  });
});

describe("a festival's sweets", () => {
  const festival = {
    ...{ slug: "holi", name: "Holi", text: null, days: ["2027-03-22"], sweets: [7] },
    ...{ opensAt: "2027-03-01T04:30:00.000Z", closesAt: "2027-03-20T04:30:00.000Z" },
  };
  const itemOf = (state: "before" | "open" | "closed", units: number, firstDays = new Map()) => {
    const data = festivalJsonLd({ ...festival, state }, [aSweet(units)], { today, firstDays });
    return (data.mainEntity as { itemListElement: { item: Record<string, unknown> }[] }).itemListElement[0]?.item;
  };

  test("have a picture, and the offer of their own pages", () => {
    expect(itemOf("before", 3)).toMatchObject({
      image: [expect.stringMatching(/^http.*\/media\/a758e59c-960\.webp$/)],
      offers: { availability: "https://schema.org/InStock" },
    });
    expect(itemOf("before", 3)?.offers).not.toHaveProperty("availabilityEnds");
  });

  test.each([
    ["before", new Map(), { availability: "OutOfStock", availabilityStarts: festival.opensAt }],
    ["open", saturday, { availability: "BackOrder", availabilityStarts: "2026-11-28T00:00:00+05:30" }],
    ["closed", new Map(), { availability: "OutOfStock" }],
  ] as const)("that are not in stock can be ordered as it is %s", (state, firstDays, { availability, ...more }) => {
    const offers = itemOf(state, 0, firstDays)?.offers;
    expect(offers).toMatchObject({ availability: `https://schema.org/${availability}`, ...more });
    if (state === "closed") expect(offers).not.toHaveProperty("availabilityStarts");
    else expect(offers).toHaveProperty("availabilityEnds", festival.closesAt);
  });
});

test("search engines are told no sample of the shop", () => {
  const facts = ["legalName", "address", "contactPoint", "openingHours"];
  for (const fact of facts) expect(shopJsonLd(shopFacts(shop))).not.toHaveProperty(fact);
  expect(shopJsonLd(shopFacts({ ...shop, accepted: shopFactNames }))).toMatchObject({
    legalName: shop.legalName,
    address: { postalCode: "400028" },
    contactPoint: { telephone: shop.phones.shop, email: shop.emails.support },
    openingHours: ["Mo-Sa 09:00-21:00", "Su 10:00-20:00"],
  });
});

test("the shop names its pages on social networks once the owner has set some", () => {
  expect(shopJsonLd(shopFacts(shop))).not.toHaveProperty("sameAs");
  const social = [{ name: "Instagram" as const, url: "https://www.instagram.com/mithaas" }];
  expect(shopJsonLd(shopFacts({ ...shop, social })).sameAs).toEqual(["https://www.instagram.com/mithaas"]);
});
