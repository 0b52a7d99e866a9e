import Link from "next/link";
import { addToCart } from "@/app/(shop)/products/actions";
import { HeroBox } from "@/components/catalogue/hero-box";
import { ProductCard } from "@/components/catalogue/product-card";
import { CallToAction } from "@/components/layout/call-to-action";
import { JsonLd } from "@/components/layout/json-ld";
import { pageMetadata } from "@/components/layout/metadata";
import { buttonClass } from "@/components/ui/button";
import { Icon, type IconName } from "@/components/ui/icon";
import { Picture } from "@/components/ui/picture";
import { Rule } from "@/components/ui/rule";
import photographs from "@/db/seed/photographs.json";
import { isBuildPhase } from "@/lib/build-phase";
import { type Category, defaultSort, listingHref } from "@/lib/catalogue/constants";
import { shopJsonLd } from "@/lib/catalogue/json-ld";
import { listPage } from "@/lib/catalogue/list-queries";
import type { DeliveryFacts } from "@/lib/delivery/facts";
import { deliveryForPage } from "@/lib/delivery/queries";
import { factsForPage } from "@/lib/settings/queries";
import { policy, shop } from "@/lib/shop";

// In seconds. Changes expire pages at once, by NOTIFY; this covers a notification that was lost.
export const revalidate = 300;

/** Featured sweets to show: two rows of the widest grid. */
const FEATURED = 8;

export async function generateMetadata() {
  const [{ address }, { home }] = await Promise.all([factsForPage(), deliveryForPage()]);
  return pageMetadata({
    title: "Indian sweets, fresh each morning",
    description: `Kaju katli, laddoo, jalebi and barfi, made fresh each morning in our ${address.city} kitchen since ${shop.since}. Order online${home ? `, delivered in ${home.name} within hours` : ""}.`,
    path: "/home",
  });
}

const counters: readonly { category: Category; photograph: keyof typeof photographs; text: string }[] = [
  {
    category: "Traditional Sweets",
    photograph: "category-traditional-sweets",
    text: "Laddoo, katli, peda and barfi, cooked in pure ghee.",
  },
  {
    category: "Sugar-Free",
    photograph: "category-sugar-free",
    text: "Laddoo, barfi and katli without added sugar.",
  },
  {
    category: "Dry Fruits",
    photograph: "category-dry-fruits",
    text: "Hand-sorted almonds, cashews and pistachios.",
  },
  { category: "Cakes", photograph: "category-cakes", text: "Rasmalai, mango and chocolate, all eggless." },
];

/** "2–4 hours within Mumbai, 1–3 business days to other cities." */
function deliveryPromise({ home, others }: DeliveryFacts): string {
  const parts = [home && `${home.time} within ${home.name}`, others && `${others.time} to other cities`];
  const text = parts.filter(Boolean).join(", ").replaceAll("-", "–");
  return text ? `${text}.` : "Ready when you come to pick it up.";
}

const promises = (delivery: DeliveryFacts): readonly { icon: IconName; title: string; text: string }[] => [
  {
    icon: "gift",
    title: "Gift Wrapping",
    text: `We wrap any order for ₹${policy.giftWrap} and put your note in.`,
  },
  {
    icon: "truck",
    title: "Fast Delivery",
    text: deliveryPromise(delivery),
  },
  {
    icon: "badge-check",
    title: "Quality Assured",
    text: "Pure ghee, fresh milk and good nuts, cooked in small batches.",
  },
  { icon: "heart", title: "Made with Love", text: `The same family, the same recipes, since ${shop.since}.` },
];

export default async function HomePage() {
  if (isBuildPhase()) return null;
  const [{ items }, facts, delivery] = await Promise.all([
    listPage({ category: "ALL", sort: defaultSort, page: 1, featured: true }),
    factsForPage(),
    deliveryForPage(),
  ]);
  return (
    <>
      <section className="on-band relative bg-band text-on-band overflow-hidden">
        <div className="jaali jaali-fade" />
        <div className="shop relative grid grid-cols-1 lg:grid-cols-[1.02fr_1fr] gap-10 lg:gap-16 items-center pt-12 pb-14 lg:py-20">
          <div>
            <h1 className="text-d1 !text-on-band font-bold">Four decades of getting sweets right</h1>
            <p className="mt-6 text-lg lg:text-[1.3rem] lg:leading-8 text-on-band-muted max-w-[30rem]">
              Kaju katli, laddoo, jalebi and barfi, made fresh each morning in our {facts.address.city} kitchen and
              packed to the lid.
            </p>
            <div className="mt-8 flex items-center gap-6">
              <Link href={listingHref()} className={buttonClass({ kind: "accent", size: "lg" })}>
                Shop Now <Icon name="arrow-right" />
              </Link>
              <span className="text-on-band-muted leading-tight hidden sm:block">
                Established {shop.since}
                <br />
                {facts.address.city}
              </span>
            </div>
          </div>
          <HeroBox />
        </div>
      </section>

      <section className="shop py-section" aria-labelledby="counters">
        <div className="flex flex-col sm:flex-row sm:items-end justify-between gap-3 mb-8 lg:mb-10">
          <h2 id="counters" className="text-d2">
            What would you like today?
          </h2>
          <Link href="/categories" className="link inline-flex items-center min-h-11">
            View all categories
          </Link>
        </div>
        <div className="tray xs:grid-cols-2 lg:grid-cols-4">
          {counters.map(({ category, photograph, text }) => (
            <Link key={category} href={listingHref({ category })} className="group block">
              <div className="photo aspect-[4/5] max-xs:aspect-[3/2]">
                <Picture
                  image={photographs[photograph]}
                  alt=""
                  // Cut to 4:5 from 4:3, so it is shown wider than its compartment.
                  sizes="(min-width: 82rem) 31.9rem, (min-width: 64rem) 40vw, 80vw"
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
            </Link>
          ))}
        </div>
      </section>

      {items.length > 0 && (
        <section className="shop pb-section" aria-labelledby="featured">
          <div className="flex flex-col sm:flex-row sm:items-end justify-between gap-3 mb-8 lg:mb-10">
            <h2 id="featured" className="text-d2">
              Featured sweets
            </h2>
            <Link href={listingHref({ featured: true })} className="link inline-flex items-center min-h-11">
              View all featured sweets
            </Link>
          </div>
          <div className="tray xs:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
            {items.slice(0, FEATURED).map((sweet) => (
              <ProductCard key={sweet.id} sweet={sweet} action={addToCart} />
            ))}
          </div>
        </section>
      )}

      <section className="bg-sunken" aria-labelledby="promises">
        <div className="shop py-section grid grid-cols-1 lg:grid-cols-[1fr_2fr] gap-10 lg:gap-16">
          <div>
            <h2 id="promises" className="text-d2">
              Why families come back
            </h2>
            <div className="mt-6 max-w-48 max-lg:hidden">
              <Rule />
            </div>
          </div>
          <div className="grid grid-cols-1 sm:grid-cols-2 gap-x-12 gap-y-9 lg:gap-y-12">
            {promises(delivery).map(({ icon, title, text }) => (
              <div key={title} className="flex max-xs:flex-col gap-3 xs:gap-5">
                <span className="grid place-items-center size-16 shrink-0 bg-band text-on-band rounded-[50%] [corner-shape:bevel]">
                  <Icon name={icon} className="size-6" />
                </span>
                <div>
                  <h3 className="text-d4">{title}</h3>
                  <p className="text-muted mt-1">{text}</p>
                </div>
              </div>
            ))}
          </div>
        </div>
      </section>

      <CallToAction
        title="A box for every piece of good news"
        text="New job, new baby, new house, or just a Tuesday. We will have it ready."
        button="Start Shopping"
      />
      <JsonLd data={shopJsonLd(facts)} />
    </>
  );
}
