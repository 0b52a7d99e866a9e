import { CategoryCards } from "@/components/catalogue/category-cards";
import { MixedBoxes } from "@/components/catalogue/mixed-boxes";
import { photograph } from "@/components/catalogue/photographs";
import { pageMetadata } from "@/components/layout/metadata";
import { isBuildPhase } from "@/lib/build-phase";
import { categoryCounts } from "@/lib/catalogue/queries";
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

/** The categories as they are called here and in the catalogue. */
const shown = [
  { name: "Traditional Sweets", category: "Traditional Sweets", picture: photograph("category-traditional-sweets") },
  { name: "Sugar-Free Options", category: "Sugar-Free", picture: photograph("category-sugar-free") },
  { name: "Premium Dry Fruits", category: "Dry Fruits", picture: photograph("category-dry-fruits") },
  { name: "Fresh Cakes", category: "Cakes", picture: photograph("category-cakes") },
  { name: "Seasonal Specials", category: "Seasonal Specials", picture: photograph("category-seasonal-specials") },
  { name: "Gift Boxes", category: "Gift Boxes", picture: photograph("diwali-assorted-box") },
] as const;

export default async function CategoriesPage() {
  if (isBuildPhase()) return null;
  const counts = new Map((await categoryCounts()).map((row) => [row.category, row]));
  const cards = shown.map(({ category, ...card }) => {
    const { count = 0, popular = [] } = counts.get(category) ?? {};
    return { ...card, count, examples: popular.slice(0, POPULAR) };
  });
  return (
    <>
      <div className="shop pt-9 lg:pt-14">
        <h1 className="text-d2">Our Categories</h1>
        <p className="text-muted text-lg mt-2 mb-7 lg:mb-10 max-w-prose">
          Six counters, all under one roof since {shop.since}.
        </p>
        <CategoryCards cards={cards} />
      </div>
      <MixedBoxes />
    </>
  );
}
