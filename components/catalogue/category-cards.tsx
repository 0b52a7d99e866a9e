import type { Route } from "next";
import { Picture } from "@/components/layout/picture";
import { A } from "@/components/ui/a";
import { listingHref } from "@/lib/catalogue/constants";
import { foodClaims } from "@/lib/food-claims";
import type { Photograph } from "./photographs";

const texts = {
  "Traditional Sweets": "Laddoo, katli, peda and barfi, from recipes older than the shop.",
  "Sugar-Free Options": foodClaims.sugarFree,
  "Premium Dry Fruits": "Nuts and dried fruit, sorted by hand.",
  "Fresh Cakes": "Eggless, from rasmalai and mango to chocolate.",
  "Seasonal Specials": "Here for the festival, gone the week after.",
  "Gift Boxes": "Already in a gift box, ready to give.",
};

type CategoryCard = {
  name: keyof typeof texts;
  picture: Photograph;
  /** How many sweets it has. */
  count: number;
  /** The names of some. */
  examples: readonly string[];
};

/** The categories, each with its picture and what is in it. */
export function CategoryCards({ cards }: { cards: readonly CategoryCard[] }) {
  return (
    <div className="tray md:grid-cols-2 lg:grid-cols-3">
      {cards.map(({ name, picture, count, examples }, index) => (
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
      ))}
    </div>
  );
}
