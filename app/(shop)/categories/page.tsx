import type { Route } from "next";
import { photograph } from "@/components/catalogue/photographs";
import { pageMetadata } from "@/components/layout/metadata";
import { Picture } from "@/components/layout/picture";
import { A } from "@/components/ui/a";
import { isBuildPhase } from "@/lib/build-phase";
import { listingHref } from "@/lib/catalogue/constants";
import { categoryCounts } from "@/lib/catalogue/queries";
import { foodClaims } from "@/lib/food-claims";
import { shop } from "@/lib/shop";

export const metadata = pageMetadata({
  title: "Categories",
  description:
    "Traditional sweets, sugar-free options, premium dry fruits, fresh cakes, seasonal specials and gift boxes: what is on our six counters today.",
  path: "/categories",
});

/** Sweets named on a card; the others are counted. */
const POPULAR = 4;

/** The categories as they are called here and in the catalogue. */
const shown = [
  { name: "Traditional Sweets", category: "Traditional Sweets", picture: photograph("category-traditional-sweets") },
  { name: "Sugar-Free Options", category: "Sugar-Free", picture: photograph("category-sugar-free") },
  { name: "Premium Dry Fruits", category: "Dry Fruits", picture: photograph("category-dry-fruits") },
  { name: "Fresh Cakes", category: "Cakes", picture: photograph("category-cakes") },
  { name: "Seasonal Specials", category: "Seasonal Specials", picture: photograph("category-seasonal-specials") },
  { name: "Gift Boxes", category: "Gift Boxes", picture: photograph("diwali-assorted-box") },
] as const;

const texts = {
  "Traditional Sweets": "Laddoo, katli, peda and barfi, from recipes older than the shop.",
  "Sugar-Free Options": foodClaims.sugarFree,
  "Premium Dry Fruits": "Nuts and dried fruit, sorted by hand.",
  "Fresh Cakes": "Eggless, from rasmalai and mango to chocolate.",
  "Seasonal Specials": "Here for the festival, gone the week after.",
  "Gift Boxes": "Already in a gift box, ready to give.",
};

export default async function CategoriesPage() {
  if (isBuildPhase()) return null;
  const counts = new Map((await categoryCounts()).map((row) => [row.category, row]));
  return (
    <>
      <div className="shop pt-9 lg:pt-14">
        <h1 className="text-d2">Our Categories</h1>
        <p className="text-muted text-lg mt-2 mb-7 lg:mb-10 max-w-prose">
          Six counters, all under one roof since {shop.since}.
        </p>
        <div className="tray md:grid-cols-2 lg:grid-cols-3">
          {shown.map(({ name, category, picture }, index) => {
            const { count = 0, popular = [] } = counts.get(category) ?? {};
            const examples = popular.slice(0, POPULAR);
            return (
              <A
                key={name}
                href={`${listingHref()}?category=${encodeURIComponent(name)}` as Route}
                className="group grid xs:grid-cols-[8rem_1fr] md:block"
              >
                <div className="photo max-xs:aspect-[3/2] md:aspect-[3/2]">
                  <Picture
                    image={picture}
                    alt=""
                    sizes="(min-width: 82rem) 26rem, (min-width: 64rem) 32vw, (min-width: 48rem) 48vw, (min-width: 22.5rem) 11rem, 90vw"
                    priority={index < 3}
                  />
                </div>
                <div className="px-4 pt-4 lg:px-6 lg:pt-6">
                  <h2 className="text-d5 lg:text-d4">{name}</h2>
                  <p className="text-sm text-accent-text font-semibold num">
                    {count} {count === 1 ? "item" : "items"}
                  </p>
                  <p className="text-muted mt-2">{texts[name]}</p>
                </div>
                <p className="xs:col-span-2 px-4 pt-2 pb-4 lg:px-6 lg:pb-6 text-sm lg:text-base">
                  {examples.join(", ")}{" "}
                  {count > examples.length && (
                    <span className="text-muted num whitespace-nowrap">+{count - examples.length} more</span>
                  )}
                </p>
              </A>
            );
          })}
        </div>
      </div>
      <section className="kesar-field mt-section">
        <div className="jaali jaali-rim" />
        <div className="shop relative py-14 lg:py-20 flex flex-col lg:flex-row lg:items-center justify-between gap-7">
          <h2 className="text-d2 max-w-2xl">Can't Decide? Try Our Mixed Boxes!</h2>
          <div className="flex flex-col sm:flex-row gap-3">
            <A href={listingHref({ featured: true })} className="btn btn-lg btn-kesar">
              View Mixed Boxes
            </A>
            <A href="/custom-orders" className="btn btn-lg btn-kesar-outline">
              Custom Orders
            </A>
          </div>
        </div>
      </section>
    </>
  );
}
