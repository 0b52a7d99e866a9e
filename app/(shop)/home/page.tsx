import { FestivalBands } from "@/app/(shop)/festivals/bands";
import { addToCart } from "@/app/(shop)/products/actions";
import { cardOf } from "@/components/catalogue/card";
import { photograph } from "@/components/catalogue/photographs";
import { ProductGrid } from "@/components/catalogue/product-grid";
import { Counters } from "@/components/home/counters";
import { Hero } from "@/components/home/hero";
import { Promises } from "@/components/home/promises";
import { SectionHeading } from "@/components/home/section-heading";
import { CallToAction } from "@/components/layout/call-to-action";
import { JsonLd } from "@/components/layout/json-ld";
import { pageMetadata } from "@/components/layout/metadata";
import { isBuildPhase } from "@/lib/build-phase";
import { defaultSort, listingHref } from "@/lib/catalogue/constants";
import { shopJsonLd } from "@/lib/catalogue/json-ld";
import { listPage } from "@/lib/catalogue/list-queries";
import type { DeliveryFacts } from "@/lib/delivery/facts";
import { deliveryForPage } from "@/lib/delivery/queries";
import { factsForPage } from "@/lib/settings/queries";
import { shop } from "@/lib/shop";

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

const counters = {
  "Traditional Sweets": photograph("category-traditional-sweets"),
  "Sugar-Free": photograph("category-sugar-free"),
  "Dry Fruits": photograph("category-dry-fruits"),
  Cakes: photograph("category-cakes"),
};

/** "2–4 hours within Mumbai, 1–3 business days to other cities." */
function deliveryPromise({ home, others }: DeliveryFacts): string {
  const parts = [home && `${home.time} within ${home.name}`, others && `${others.time} to other cities`];
  const text = parts.filter(Boolean).join(", ").replaceAll("-", "–");
  return text ? `${text}.` : "Ready when you come to pick it up.";
}

export default async function HomePage() {
  if (isBuildPhase()) return null;
  const [{ items }, facts, delivery] = await Promise.all([
    listPage({ category: "ALL", sort: defaultSort, page: 1, featured: true }),
    factsForPage(),
    deliveryForPage(),
  ]);
  return (
    <>
      <FestivalBands />
      <Hero city={facts.address.city} katli={photograph("kaju-katli")} jamun={photograph("gulab-jamun")} />
      <Counters pictures={counters} />
      {items.length > 0 && (
        <section className="shop pb-section" aria-labelledby="featured">
          <SectionHeading
            id="featured"
            title="Featured sweets"
            href={listingHref({ featured: true })}
            link="View all featured sweets"
          />
          <ProductGrid cards={items.slice(0, FEATURED).map(cardOf)} action={addToCart} />
        </section>
      )}
      <Promises delivery={deliveryPromise(delivery)} />
      <CallToAction
        title="A box for every piece of good news"
        text="New job, new baby, new house, or just a Tuesday. We will have it ready."
        button="Start Shopping"
      />
      <JsonLd data={shopJsonLd(facts)} />
    </>
  );
}
