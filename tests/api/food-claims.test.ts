// What the shop says about its food is compared with what its catalogue and its prices are, on the pages as they are served.
import { describe, expect, test } from "vitest";
import catalogue from "@/db/seed/catalogue.json";
import { foodClaims, kitchenAllergens, sweeteners } from "@/lib/food-claims";
import { aSweet, aVisitorsCart, base, call, sql } from "./shop";

const pages = ["/home", "/categories", "/about", "/contact", "/custom-orders", "/faq", "/terms", "/returns"];
const slugs = catalogue.map(({ slug }) => slug);

/** The words of a page without its markup and its scripts. */
async function wordsOf(path: string): Promise<string> {
  const answer = await fetch(base + path);
  expect(answer.status, path).toBe(200);
  return (await answer.text())
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, "")
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#x27;|&#39;/g, "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
}

const texts = new Map<string, string>();
async function textOf(path: string): Promise<string> {
  if (!texts.has(path)) texts.set(path, await wordsOf(path));
  return texts.get(path) as string;
}

describe("preservatives", () => {
  const preserved = catalogue.filter(({ details }) => /preservative|\bINS 2[0-3]\d\b/.test(details.ingredients));

  test("the claim names every product that has one, and what it is", () => {
    expect(preserved.map(({ name }) => name)).toEqual(["Dried Apricots"]);
    for (const { name, details } of preserved) {
      expect(foodClaims.preservatives.toLowerCase()).toContain(name.toLowerCase());
      const [, substance] = /preservative \((.+), INS/.exec(details.ingredients) ?? [];
      expect(foodClaims.preservatives).toContain(substance);
      expect(foodClaims.preservatives).toContain(/INS \d+/.exec(details.ingredients)?.[0]);
      expect(details.allergens).toContain("Sulphites");
    }
  });

  test("no page speaks of preservatives without it", async () => {
    const speaking: string[] = [];
    for (const path of pages) {
      const text = await textOf(path);
      if (!/preserv(ativ|e-free)/i.test(text)) continue;
      speaking.push(path);
      // Beside the claim itself only the questions that it answers.
      const rest = text
        .replaceAll(foodClaims.preservatives, "")
        .replace(/Are your sweets (free of preservatives|preservative-free)\?|No preservatives\b/g, "");
      expect(rest, path).not.toMatch(/preservativ/i);
      expect(text, path).toContain(foodClaims.preservatives);
    }
    expect(speaking).toEqual(["/about", "/contact", "/faq", "/terms"]);
  });

  test("the label of the product says so, and no other sweet's does", async () => {
    for (const { slug } of preserved) {
      const text = await textOf(`/products/${slug}`);
      expect(text).toContain("preservative (sulphur dioxide, INS 220)");
      expect(text).toContain("Contains sulphites.");
    }
    for (const { slug, description } of catalogue.filter((sweet) => !preserved.includes(sweet)))
      expect(description, slug).not.toMatch(/preserv|sulphur/i);
  });
});

describe("sugar-free", () => {
  const badged = catalogue.filter(({ sugarFree }) => sugarFree);
  const onLabels: Record<(typeof sweeteners)[number], RegExp> = {
    dates: /\bdates?\b/i,
    figs: /\bfigs\b/i,
    stevia: /\bsteviol\b/i,
    maltitol: /\bmaltitol\b/i,
  };

  test("the sweeteners that are named are those of the labels", () => {
    for (const word of sweeteners)
      expect(badged.filter(({ details }) => onLabels[word].test(details.ingredients)).length, word).toBeGreaterThan(0);
    for (const { slug, details } of badged) {
      expect(
        Object.values(onLabels).some((word) => word.test(details.ingredients)),
        slug,
      ).toBe(true);
      for (const [, sweetener] of details.ingredients.matchAll(/sweetener \((\w+)/g))
        expect(sweetener, slug).toMatch(/^(maltitol|steviol)$/);
      expect(details.ingredients, slug).not.toMatch(/\b(sugar|jaggery|glucose|honey)\b/i);
    }
  });

  test("a sweet names no sweetener that its label does not", () => {
    for (const { slug, description, details } of catalogue)
      for (const word of ["stevia", "maltitol"] as const)
        if (description.toLowerCase().includes(word)) expect(details.ingredients, slug).toMatch(onLabels[word]);
  });

  test("every page that names one sweetener names them all", async () => {
    const listed = "dates, figs, stevia or maltitol";
    for (const path of pages) {
      let text = (await textOf(path)).replaceAll(listed, "").replaceAll(foodClaims.sugarFreeCare, "");
      // The name and the description of a sweet speak of that sweet alone.
      for (const { name, description } of catalogue) text = text.replaceAll(description, "").replaceAll(name, "");
      expect(text, path).not.toMatch(/\b(maltitol|stevia|sweeteners?|instead of sugar)\b/i);
    }
    for (const path of ["/categories", "/about", "/contact", "/faq"])
      expect(await textOf(path), path).toContain(listed);
  });

  test("the filter shows all with the badge, as the questions say, and the card counts them", async () => {
    expect(await textOf("/faq")).toContain(foodClaims.sugarFreeFilter);
    const { items } = (await call("GET", "/sweets?category=Sugar-Free&limit=100")).body as {
      items: { slug: string; sugarFree: boolean }[];
    };
    // Other tests sell sweets of their own: only the catalogue's are compared.
    const shown = items.filter(({ slug }) => slugs.includes(slug));
    expect(shown.map(({ slug }) => slug).sort()).toEqual(badged.map(({ slug }) => slug).sort());
    expect(shown.every(({ sugarFree }) => sugarFree)).toBe(true);
    for (const { slug } of badged) expect(await textOf(`/products/${slug}`), slug).toContain("Sugar Free");
    await expect
      .poll(async () => {
        const [row] = await sql`
          select count(*)::int as count from sweets where category = 'Sugar-Free' and deleted_at is null`;
        return (await wordsOf("/categories")).includes(`Sugar-Free Options ${row?.count} items`);
      })
      .toBe(true);
  });
});

describe("allergens", () => {
  test("the warning of traces names all that the kitchen works with, wherever it stands", async () => {
    const inCatalogue = new Set(catalogue.flatMap(({ details }) => details.allergens as string[]));
    // Sulphites come with the apricots, which are packed and not cooked.
    inCatalogue.delete("Sulphites");
    for (const allergen of inCatalogue) {
      const [word = ""] = allergen.toLowerCase().split(" (");
      expect(
        kitchenAllergens.some((one) => one.startsWith(word)),
        allergen,
      ).toBe(true);
    }
    expect(kitchenAllergens).toHaveLength(inCatalogue.size);
    for (const path of pages) {
      const text = await textOf(path);
      if (/\btraces\b/.test(text)) expect(text, path).toContain(foodClaims.traces);
    }
    for (const path of ["/faq", "/terms"]) expect(await textOf(path)).toContain(foodClaims.traces);
  });
});

describe("a search for what is free of something", () => {
  const declared = "Only sweets whose ingredients are declared and name no";
  test.each([
    ["nut free", `${declared} nuts are shown. ${foodClaims.traces} Please read the label.`],
    ["nut and gluten free", `${declared} gluten or nuts are shown. ${foodClaims.traces} Please read the label.`],
    ["eggless cake", `${declared} egg are shown. Traces cannot be ruled out. Please read the label.`],
    [
      "sugarfree",
      "Only sweets with the Sugar Free badge, whose ingredients are declared and name no sugar, are shown. Please read the label.",
    ],
    ["vegetarian", "Only sweets that are declared as vegetarian are shown."],
    [
      "fat free",
      "Our labels do not tell which sweets are free of fat. Only sweets that say so in their names are shown. No products found",
    ],
    ["kaju katli zzzzqx", "No sweet has all of these words. These have some of them."],
    ["nut free cake zzzzqx", "No sweet in this selection has all of these words. These have some of them. Only sweets"],
  ])("%s: the page says %s", async (search, notice) => {
    expect(await wordsOf(`/products?search=${encodeURIComponent(search)}`)).toContain(notice);
  });

  test("and a search of words alone says nothing", async () => {
    for (const path of ["/products?search=nuts", "/products?search=kaju+katli"])
      expect(await wordsOf(path)).not.toMatch(/are shown|These have some/);
  });
});

describe("what else is claimed", () => {
  test("no artificial colours, no egg and no fat but ghee for frying, on any label", () => {
    for (const { slug, category, details } of catalogue) {
      for (const [, colour] of details.ingredients.matchAll(/colour \(([a-z ]+)/g))
        expect(colour, slug).toMatch(/^(annatto|beetroot red)$/);
      if (category === "Cakes") expect(details.ingredients, slug).not.toMatch(/\begg/i);
      expect(details.ingredients, slug).not.toMatch(/\b(oil|vanaspati|margarine|palm fat)\b/i);
    }
  });

  test("a sweet that says it comes in a gift box is listed under Gift Boxes", () => {
    for (const { slug, description, giftBox } of catalogue)
      if (/\bgift box\b/i.test(description)) expect(giftBox, slug).toBe(true);
  });
});

describe("gift wrap", () => {
  test("costs on every page what the cart charges, and is nowhere a present", async () => {
    const { id, price } = await aSweet({ price: 200 });
    const cookie = await aVisitorsCart(id);
    const headers = { origin: base };
    const { body } = await call("PATCH", "/cart", { cookie, headers, body: { giftWrap: true } });
    const charged = body.total - price;

    const saying: string[] = [];
    for (const path of [...pages, "/products/pista-barfi"]) {
      const text = await textOf(path);
      const prices = [
        ...text.matchAll(/(?:gift wrap|wrapping|wrap any|wrap my)[^.₹]{0,60}[.?]?[^.₹]{0,20}₹(\d+)/gi),
      ].map(([, rupees]) => Number(rupees));
      if (prices.length > 0) saying.push(path);
      for (const rupees of prices) expect(rupees, path).toBe(charged);
      expect(text, path).not.toMatch(/\b(gift (box|wrap(ping)?)|wrapping) is (on us|free)|free (of charge )?gift/i);
    }
    expect(saying).toEqual(["/home", "/faq", "/terms", "/products/pista-barfi"]);
  });
});
