import { FestivalBands } from "@/app/(shop)/festivals/bands";
import { addToCart } from "@/app/(shop)/products/actions";
import { cardOf } from "@/components/catalogue/card";
import { photograph } from "@/components/catalogue/photographs";
import { ProductGrid } from "@/components/catalogue/product-grid";
import { SectionHeading } from "@/components/catalogue/section-heading";
import { CallToAction } from "@/components/layout/call-to-action";
import { Star } from "@/components/layout/logo";
import { JsonLd, pageMetadata } from "@/components/layout/metadata";
import { Picture } from "@/components/layout/picture";
import { A } from "@/components/ui/a";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Rule } from "@/components/ui/rule";
import { isBuildPhase } from "@/lib/build-phase";
import { defaultSort, listingHref } from "@/lib/catalogue/constants";
import { shopJsonLd } from "@/lib/catalogue/json-ld";
import { listPage } from "@/lib/catalogue/list-queries";
import type { DeliveryFacts } from "@/lib/delivery/facts";
import { deliveryForPage } from "@/lib/delivery/queries";
import { factsForPage } from "@/lib/settings/queries";
import { policy, shop } from "@/lib/shop";

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

const counters = [
  {
    category: "Traditional Sweets",
    picture: "traditional-sweets",
    text: "Laddoo, katli, peda and barfi, cooked in pure ghee.",
  },
  { category: "Sugar-Free", picture: "sugar-free", text: "Laddoo, barfi and katli without added sugar." },
  { category: "Dry Fruits", picture: "dry-fruits", text: "Hand-sorted almonds, cashews and pistachios." },
  { category: "Cakes", picture: "cakes", text: "Rasmalai, mango and chocolate, all eggless." },
] as const;

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
      <Hero city={facts.address.city} />
      <Counters />
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

function Hero({ city }: { city: string }) {
  return (
    <section className="on-band relative bg-band text-on-band overflow-hidden">
      <div className="jaali jaali-fade" />
      <div className="shop relative grid grid-cols-1 lg:grid-cols-[1.02fr_1fr] gap-10 lg:gap-16 items-center pt-12 pb-14 lg:py-20">
        <div>
          <h1 className="text-d1 text-on-band font-bold">Four decades of getting sweets right</h1>
          <p className="mt-6 text-lg lg:text-[1.3rem] lg:leading-8 text-on-band-muted max-w-[30rem]">
            Kaju katli, laddoo, jalebi and barfi, made fresh each morning in our {city} kitchen and packed to the lid.
          </p>
          <div className="mt-8 flex items-center gap-6">
            <A href={listingHref()} className={buttonClass({ kind: "accent", size: "lg" })}>
              Shop Now <Icon name="arrow-right" />
            </A>
            <span className="text-on-band-muted leading-tight hidden sm:block">
              Established {shop.since}
              <br />
              {city}
            </span>
          </div>
        </div>
        <HeroBox />
      </div>
    </section>
  );
}

function Illustration({ name, className }: { name: string; className: string }) {
  return (
    <div className={`photo ${className}`}>
      {/* Lazy, because React preloads eager images on every page that prefetches this one. */}
      <img src={`/art/sweet-${name}.svg`} alt="" width={240} height={240} loading="lazy" />
    </div>
  );
}

function HeroBox() {
  return (
    <div className="max-w-[34rem] w-full mx-auto lg:mr-0">
      <div
        className="relative bg-band-deep p-2.5 lg:p-4 border border-band-accent/70 [box-shadow:0_40px_80px_-30px_rgb(20_0_4/.7)]"
        role="img"
        aria-label="An open box of Mithaas sweets, seen from above"
      >
        <div className="grid grid-cols-6 grid-rows-6 gap-1.5 lg:gap-2 aspect-square [&_.photo]:[box-shadow:inset_0_0_0_1px_rgb(0_0_0/.15)]">
          <div className="photo col-span-4 row-span-4">
            <Picture
              image={photograph("kaju-katli")}
              alt=""
              sizes="(min-width: 37rem) 22rem, 62vw"
              className="scale-[1.12] origin-[56%_58%]"
              priority
            />
          </div>
          <Illustration name="laddoo" className="col-span-2 row-span-2" />
          <Illustration name="barfi" className="col-span-2 row-span-2" />
          <Illustration name="jalebi" className="col-span-2 row-span-2 col-start-1 row-start-5" />
          <div className="col-start-3 row-start-5 bg-band-accent grid place-items-center text-(--oxblood) [--accent:var(--on-oxblood)]">
            <Star className="w-3/4" />
          </div>
          <div className="bg-(--pista-tile) relative col-start-3 row-start-6 overflow-hidden">
            <div className="jaali [--jaali-color:var(--pista-fill)] [mask-size:58px] opacity-60" />
          </div>
          <div className="photo col-span-3 row-span-2 col-start-4 row-start-5">
            <Picture
              image={photograph("gulab-jamun")}
              alt=""
              sizes="(min-width: 37rem) 16.25rem, 42vw"
              className="object-[50%_38%] scale-[1.1]"
            />
          </div>
        </div>
      </div>
    </div>
  );
}

function Counters() {
  return (
    <section className="shop py-section" aria-labelledby="counters">
      <SectionHeading id="counters" title="What would you like today?" href="/categories" link="View all categories" />
      <div className="tray xs:grid-cols-2 lg:grid-cols-4">
        {counters.map(({ category, picture, text }) => (
          <A key={category} href={listingHref({ category })} className="group block">
            {/* Whole on a phone, so that it needs no larger file than it shows of it. */}
            <div className="photo aspect-[4/3] lg:aspect-[4/5]">
              <Picture
                image={photograph(`category-${picture}`)}
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

/** What the shop promises. `delivery`: how fast it delivers. */
function Promises({ delivery }: { delivery: string }) {
  const promises = [
    { icon: "gift", title: "Gift Wrapping", text: `We wrap any order for ₹${policy.giftWrap} and put your note in.` },
    { icon: "truck", title: "Fast Delivery", text: delivery },
    {
      icon: "badge-check",
      title: "Quality Assured",
      text: "Pure ghee, fresh milk and good nuts, cooked in small batches.",
    },
    { icon: "heart", title: "Made with Love", text: `The same family, the same recipes, since ${shop.since}.` },
  ] as const;
  return (
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
          {promises.map(({ icon, title, text }) => (
            <div key={title} className="flex max-xs:flex-col gap-3 xs:gap-5">
              <span className="katli-icon size-16">
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
  );
}
