import type { Photograph } from "@/components/catalogue/photographs";
import { Picture } from "@/components/layout/picture";
import { A } from "@/components/ui/a";
import { Icon } from "@/components/ui/icon";
import { listingHref } from "@/lib/catalogue/constants";
import { SectionHeading } from "./section-heading";

const counters = [
  { category: "Traditional Sweets", text: "Laddoo, katli, peda and barfi, cooked in pure ghee." },
  { category: "Sugar-Free", text: "Laddoo, barfi and katli without added sugar." },
  { category: "Dry Fruits", text: "Hand-sorted almonds, cashews and pistachios." },
  { category: "Cakes", text: "Rasmalai, mango and chocolate, all eggless." },
] as const;

/** Four categories to start from. */
export function Counters({ pictures }: { pictures: Record<(typeof counters)[number]["category"], Photograph> }) {
  return (
    <section className="shop py-section" aria-labelledby="counters">
      <SectionHeading id="counters" title="What would you like today?" href="/categories" link="View all categories" />
      <div className="tray xs:grid-cols-2 lg:grid-cols-4">
        {counters.map(({ category, text }) => (
          <A key={category} href={listingHref({ category })} className="group block">
            {/* Whole on a phone, so that it needs no larger file than it shows of it. */}
            <div className="photo aspect-[4/3] lg:aspect-[4/5]">
              <Picture
                image={pictures[category]}
                alt=""
                // In four columns it is cut to 4:5 from 4:3, so it is shown wider than its compartment.
                sizes="(min-width: 82rem) 31.9rem, (min-width: 64rem) 40vw, (min-width: 22.5rem) 44vw, 90vw"
              />
            </div>
            <div className="p-4 lg:p-6">
              <h3 className="text-d5 lg:text-d4 flex items-center justify-between gap-2">
                {category}
                <Icon
                  name="arrow-right"
                  className="size-5 shrink-0 text-accent-text max-lg:hidden transition-transform group-hover:translate-x-1"
                />
              </h3>
              <p className="text-muted mt-1 text-sm lg:text-base">{text}</p>
            </div>
          </A>
        ))}
      </div>
    </section>
  );
}
