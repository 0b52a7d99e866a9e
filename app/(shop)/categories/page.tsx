import type { Route } from "next";
import Link from "next/link";
import { pageMetadata } from "@/components/layout/metadata";
import { Picture } from "@/components/ui/picture";
import photographs from "@/db/seed/photographs.json";
import { isBuildPhase } from "@/lib/build-phase";
import { listingHref } from "@/lib/catalogue/constants";
import { categoryCounts } from "@/lib/catalogue/queries";
import { foodClaims } from "@/lib/food-claims";
import { shop } from "@/lib/shop";

// In seconds. Changes expire pages at once, by NOTIFY; this covers a notification that was lost.
export const revalidate = 300;

export const metadata = pageMetadata({
  title: "Categories",
  description:
    "Traditional sweets, sugar-free options, premium dry fruits, fresh cakes, seasonal specials and gift boxes: what is on our six counters today.",
  path: "/categories",
});

/** Sweets named on a card; the others are counted. */
const POPULAR = 4;

const cards: readonly { name: string; category: string; photograph: keyof typeof photographs; text: string }[] = [
  {
    name: "Traditional Sweets",
    category: "Traditional Sweets",
    photograph: "category-traditional-sweets",
    text: "Laddoo, katli, peda and barfi, from recipes older than the shop.",
  },
  {
    name: "Sugar-Free Options",
    category: "Sugar-Free",
    photograph: "category-sugar-free",
    text: foodClaims.sugarFree,
  },
  {
    name: "Premium Dry Fruits",
    category: "Dry Fruits",
    photograph: "category-dry-fruits",
    text: "Nuts and dried fruit, sorted by hand.",
  },
  {
    name: "Fresh Cakes",
    category: "Cakes",
    photograph: "category-cakes",
    text: "Eggless, from rasmalai and mango to chocolate.",
  },
  {
    name: "Seasonal Specials",
    category: "Seasonal Specials",
    photograph: "category-seasonal-specials",
    text: "Here for the festival, gone the week after.",
  },
  {
    name: "Gift Boxes",
    category: "Gift Boxes",
    photograph: "diwali-assorted-box",
    text: "Already in a gift box, ready to give.",
  },
];

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
          {cards.map(({ name, category, photograph, text }, index) => {
            const { count = 0, popular = [] } = counts.get(category) ?? {};
            const examples = popular.slice(0, POPULAR);
            return (
              <Link
                key={name}
                href={`${listingHref()}?category=${encodeURIComponent(name)}` as Route}
                className="group grid xs:grid-cols-[8rem_1fr] md:block"
              >
                <div className="photo max-xs:aspect-[3/2] md:aspect-[3/2]">
                  <Picture
                    image={photographs[photograph]}
                    alt=""
                    sizes="(min-width: 82rem) 26rem, (min-width: 64rem) 32vw, (min-width: 48rem) 48vw, (min-width: 22.5rem) 13.75rem, 90vw"
                    priority={index < 3}
                  />
                </div>
                <div className="p-4 lg:p-6">
                  <h2 className="text-d5 lg:text-d4">{name}</h2>
                  <p className="text-sm text-accent-text font-semibold num">
                    {count} {count === 1 ? "item" : "items"}
                  </p>
                  <p className="text-muted mt-2">{text}</p>
                  {examples.length > 0 && (
                    <p className="mt-2 text-sm lg:text-base">
                      {examples.join(", ")}{" "}
                      {count > examples.length && (
                        <span className="text-muted num whitespace-nowrap">+{count - examples.length} more</span>
                      )}
                    </p>
                  )}
                </div>
              </Link>
            );
          })}
        </div>
      </div>
      <section className="kesar-field mt-section">
        <div className="jaali jaali-rim" />
        <div className="shop relative py-14 lg:py-20 flex flex-col lg:flex-row lg:items-center justify-between gap-7">
          <h2 className="text-d2 max-w-2xl">Can't Decide? Try Our Mixed Boxes!</h2>
          <div className="flex flex-col sm:flex-row gap-3">
            <Link href={listingHref({ featured: true })} className="btn btn-lg btn-kesar">
              View Mixed Boxes
            </Link>
            <Link href="/custom-orders" className="btn btn-lg btn-kesar-outline">
              Custom Orders
            </Link>
          </div>
        </div>
      </section>
    </>
  );
}
