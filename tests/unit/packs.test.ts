// What is shown of a sweet's packs: unit prices, the pack that is chosen at first, and the page of an address that names one.
import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { firstChoice, formatWeight, packChoices, packHref, unitPrice } from "@/lib/catalogue/packs";
import { rewriteUrl } from "@/server/addresses";

const byWeight = (grams: number, price: number) => ({ label: `${grams} g`, grams, units: 1, price });

describe("the unit price", () => {
  test("of what has a weight is that of 100 g, to a paisa, in the Indian format", () => {
    expect(unitPrice(byWeight(250, 225))).toBe("₹90 per 100 g");
    expect(unitPrice(byWeight(500, 679))).toBe("₹135.80 per 100 g");
    expect(unitPrice(byWeight(375, 169))).toBe("₹45.07 per 100 g");
    expect(unitPrice(byWeight(50, 10_00_000))).toBe("₹20,00,000 per 100 g");
    expect(unitPrice({ label: "12 pieces", grams: 750, units: 2, price: 329 })).toBe("₹43.87 per 100 g");
  });

  test("of pieces is that of one, unless one is all there is", () => {
    expect(unitPrice({ label: "Box", grams: null, units: 12, price: 180 })).toBe("₹15 per piece");
    expect(unitPrice({ label: "1 piece", grams: null, units: 1, price: 180 })).toBeNull();
    // The stock is counted in boxes of six.
    expect(unitPrice({ label: "6 pieces", grams: null, units: 1, price: 100 })).toBe("₹16.67 per piece");
    expect(unitPrice({ label: "Box of 12 pcs", grams: null, units: 2, price: 180 })).toBe("₹15 per piece");
  });
});

test("weights are in grams below a kilogram", () => {
  expect([250, 999, 1000, 1500].map(formatWeight)).toEqual(["250 g", "999 g", "1 kg", "1.5 kg"]);
});

describe("the pack that is chosen at first", () => {
  const packs = (...available: number[]) =>
    available.map((left, index) => ({ id: index + 1, available: left, isDefault: index === 1 }));

  test("is the default one, or the largest that is left", () => {
    expect(firstChoice(packs(4, 2, 1))?.id).toBe(2);
    expect(firstChoice(packs(1, 0, 0))?.id).toBe(1);
    expect(firstChoice(packs(0, 0, 0))?.id).toBe(2);
  });

  test("needs no name in the address when it is the default one", () => {
    const [small, standard] = packs(4, 2);
    expect(packHref("jalebi", small)).toBe("/products/jalebi?pack=1");
    expect(packHref("jalebi", standard)).toBe("/products/jalebi");
    expect(packHref("jalebi")).toBe("/products/jalebi");
  });

  test("is no choice when there is one pack", () => {
    const pack = {
      id: 1,
      label: "1 kg",
      grams: 1000,
      units: 1,
      price: 9,
      pricePerKg: 9,
      available: 1,
      isDefault: true,
    };
    expect(packChoices([pack])).toBeUndefined();
    expect(packChoices([pack, { ...pack, id: 2 }])?.map(({ id }) => id)).toEqual([1, 2]);
  });
});

describe("a page whose address names a pack", () => {
  const rewritten = (url: string, headers: Record<string, string> = {}, method = "GET") => {
    const request = { url, headers, method } as unknown as IncomingMessage;
    expect(rewriteUrl(request, {} as ServerResponse)).toBe(false);
    return request.url;
  };

  test("is made at a path of its own", () => {
    expect(rewritten("/products/jalebi?pack=1")).toBe("/products/jalebi.1?pack=1");
    expect(rewritten("/products/jalebi?utm=x&pack=31", {}, "HEAD")).toBe("/products/jalebi.31?utm=x&pack=31");
  });

  test("is the page as it is for what is no pack, a form that was posted, and the browser's router", () => {
    for (const url of [
      "/products/jalebi",
      "/products/jalebi?pack=01",
      "/products/jalebi?pack=1x",
      "/products/jalebi?backpack=1",
      "/cart?pack=1",
    ])
      expect(rewritten(url)).toBe(url);
    expect(rewritten("/products/jalebi?pack=1", { rsc: "1" })).toBe("/products/jalebi?pack=1");
    expect(rewritten("/products/jalebi?pack=1", {}, "POST")).toBe("/products/jalebi?pack=1");
  });
});
