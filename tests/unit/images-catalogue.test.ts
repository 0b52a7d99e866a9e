import { existsSync, readdirSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { categories } from "@/db/constants/catalogue";
import catalogue from "@/db/seed/catalogue.json";
import photographs from "@/db/seed/photographs.json";
import { createSweetInput } from "@/lib/catalogue/schema";
import { type ImageView, mediaUrl, widthsOf } from "@/lib/images/urls";

const pictures: Record<string, ImageView> = photographs;

describe("the catalogue that a new shop starts with", () => {
  test("has one sweet for every photograph of a product", () => {
    const products = Object.keys(pictures).filter((name) => name !== "hero" && !name.startsWith("category-"));
    expect(catalogue).toHaveLength(61);
    expect(catalogue.map((sweet) => sweet.slug).sort()).toEqual(products.sort());
  });

  test("has sweets that the owner could enter, and on each what its label must say", () => {
    const label = ["netWeightGrams", "ingredients", "allergens", "shelfLifeDays", "storage", "vegetarian"];
    const wrong = catalogue.flatMap(({ slug, ...input }) => {
      const { error, data } = createSweetInput.safeParse(input);
      const issues = error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
      // A field that the form does not know would be lost without a word. One that is left out is what a new sweet has.
      const known = { ...data, ...data?.details };
      const lost = Object.keys({ ...input, ...input.details }).filter((name) => data && !(name in known));
      const missing = label.filter((name) => !(name in input.details));
      return [...issues, ...lost, ...missing].map((issue) => `${slug} ${issue}`);
    });
    expect(wrong).toEqual([]);
  });

  test("has an address, a description and a text for the picture of each, and meat in none", () => {
    const wrong = catalogue.filter(
      ({ slug, description, imageAlt, details }) =>
        !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) ||
        description === "" ||
        imageAlt.length <= 20 ||
        imageAlt.length > 125 ||
        !details.vegetarian,
    );
    expect(wrong).toEqual([]);
  });

  test.each([
    ["Milk", /\b(milk|ghee|khoya|cream|curd|butter|chhena|rabri|buttermilk)\b/i],
    ["Tree nuts", /\b(almond|cashew|pistachio|walnut|pine nut)s?\b/i],
    ["Wheat (gluten)", /\b(wheat|maida)\b/i],
    ["Peanut", /\bpeanuts?\b/i],
    ["Sesame", /\bsesame\b/i],
    ["Soy", /\bsoy\b/i],
    ["Sulphites", /\bsulphur dioxide\b/i],
  ])("declares %s exactly where the ingredients hold it", (allergen, word) => {
    // Cocoa butter is no milk product.
    const holding = catalogue.filter((sweet) => word.test(sweet.details.ingredients.replaceAll("cocoa butter", "")));
    const declaring = catalogue.filter((sweet) => (sweet.details.allergens as string[]).includes(allergen));
    expect(declaring.map((sweet) => sweet.slug)).toEqual(holding.map((sweet) => sweet.slug));
    expect(declaring).not.toHaveLength(0);
  });

  test("marks as sugar-free the sweets of that category and no others, and nothing with sugar or jaggery in it", () => {
    for (const sweet of catalogue.filter((each) => each.sugarFree)) {
      expect(sweet.details.ingredients, sweet.slug).not.toMatch(/\b(sugar|jaggery|glucose|honey)\b/i);
    }
    expect(catalogue.filter((sweet) => Boolean(sweet.sugarFree) !== (sweet.category === "Sugar-Free"))).toEqual([]);
  });

  test("spreads over the five categories, with featured, gift, low and sold-out ones", () => {
    expect(new Set(catalogue.map((sweet) => sweet.category))).toEqual(new Set(categories));
    expect(new Set(catalogue.map((sweet) => sweet.name)).size).toBe(61);
    expect(new Set(catalogue.map((sweet) => sweet.description)).size).toBe(61);
    expect(catalogue.filter((sweet) => sweet.stock > 0 && sweet.stock < 5).length).toBeGreaterThanOrEqual(3);
    expect(catalogue.filter((sweet) => sweet.stock === 0).length).toBeGreaterThanOrEqual(2);
    expect(catalogue.filter((sweet) => sweet.featured).length).toBeGreaterThanOrEqual(6);
    expect(catalogue.filter((sweet) => sweet.giftBox).length).toBeGreaterThanOrEqual(5);
    expect(new Set(catalogue.slice(0, 12).map((sweet) => sweet.category)).size).toBe(5);
  });
});

describe("its photographs", () => {
  test("are all there, in every width and both formats, and nothing else is", () => {
    const wanted = Object.values(pictures).flatMap((picture) =>
      widthsOf(picture).flatMap((width) => [mediaUrl(picture.id, width, "avif"), mediaUrl(picture.id, width, "webp")]),
    );
    expect(wanted.filter((url) => !existsSync(`public${url}`))).toEqual([]);
    expect(readdirSync("public/media")).toHaveLength(wanted.length);
  });

  test("are light: no file over 120 KB, 20 MB together", () => {
    const sizes = readdirSync("public/media").map((file) => statSync(`public/media/${file}`).size);
    expect(Math.max(...sizes)).toBeLessThan(120_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(20e6);
  });
});
