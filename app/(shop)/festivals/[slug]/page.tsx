import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { addToCart } from "@/app/(shop)/products/actions";
import { cardOf } from "@/components/catalogue/card";
import { FestivalDays } from "@/components/catalogue/festival-days";
import { NoSweets, ProductGrid } from "@/components/catalogue/product-grid";
import { JsonLd, pageMetadata } from "@/components/layout/metadata";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { breadcrumbJsonLd, festivalJsonLd } from "@/lib/catalogue/json-ld";
import { isSoldOut } from "@/lib/catalogue/packs";
import { firstDays, sweetsByIds } from "@/lib/catalogue/queries";
import { shopNow } from "@/lib/clock";
import { dayText, formatDateTime, fullDayText, indiaDay } from "@/lib/dates";
import { deliveryDays, isDayOver } from "@/lib/settings/calendar";
import { factsForPage, festivalsForPage, settingsForPage } from "@/lib/settings/queries";

type Props = { params: Promise<{ slug: string }> };

// No page is rendered at build time: each is rendered on its first request and then cached (server/page-cache).
export const generateStaticParams = () => [];

async function festivalOf({ params }: Props) {
  const { slug } = await params;
  return (await festivalsForPage()).find((festival) => festival.slug === slug) ?? notFound();
}
type Festival = Awaited<ReturnType<typeof festivalOf>>;

function stateText({ name, state, opensAt, closesAt }: Festival): string {
  if (state === "before") return `Orders open on ${dayText(indiaDay(opensAt))}.`;
  return state === "open" ? `Order until ${formatDateTime(closesAt)}.` : `Orders for ${name} are closed.`;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const festival = await festivalOf(props);
  const { name, slug, days } = festival;
  return pageMetadata({
    title: name,
    description: `Sweets for ${name} from Mithaas, for ${days.map(fullDayText).join(", ")}. ${stateText(festival)}`,
    path: `/festivals/${slug}`,
  });
}

export default async function FestivalPage(props: Props) {
  const festival = await festivalOf(props);
  const { name, text, days, state } = festival;
  const [sweets, { phone }, { values }, first] = await Promise.all([
    sweetsByIds(festival.sweets),
    factsForPage(),
    settingsForPage(),
    firstDays(festival.sweets),
  ]);
  const now = shopNow();
  const bookable = (state === "open" ? deliveryDays(values, now) : []).filter(
    (day) => days.includes(day) && !isDayOver(day, values.windows, now),
  );
  const onDays = await Promise.all(
    bookable.map(async (day) => ({ day, sweets: await sweetsByIds(festival.sweets, day) })),
  );
  const open = onDays.filter((one) => !isSoldOut(one.sweets.flatMap(({ packs }) => packs)));
  const crumbs = [{ text: "Products", href: "/products" }, { text: name }];
  return (
    <>
      <div className="shop pt-2 md:pt-6">
        <Breadcrumbs crumbs={crumbs} />
      </div>
      <section className="on-band relative bg-band text-on-band overflow-hidden mt-2 md:mt-4">
        <div className="jaali jaali-fade" />
        <div className="shop relative py-9 lg:py-14">
          <h1 className="text-d2 text-on-band">{name}</h1>
          {text !== null && <p className="text-lg text-on-band-muted mt-3 max-w-prose whitespace-pre-line">{text}</p>}
          <ul className="flex flex-wrap gap-2 mt-5" aria-label="Days of delivery">
            {days.map((day) => (
              <li key={day} className="badge">
                {fullDayText(day)}
              </li>
            ))}
          </ul>
          <p className="text-lg font-semibold mt-5">
            {stateText(festival)}
            {state === "closed" && (
              <>
                {" "}
                Call us:{" "}
                <a href={phone.href} className="underline inline-block">
                  {phone.text}
                </a>
              </>
            )}
          </p>
        </div>
      </section>
      <section className="shop pt-7 pb-section" aria-labelledby="sweets">
        <h2 id="sweets" className="text-d3 mb-5">
          Sweets for {name}
        </h2>
        {sweets.length === 0 && <NoSweets />}
        {open[0] ? (
          <FestivalDays days={open.map(({ day }) => day)}>
            <ProductGrid cards={open[0].sweets.map(cardOf)} action={addToCart} firstRow={4} />
          </FestivalDays>
        ) : (
          <>
            {state === "open" && <p className="mb-6">No day of {name} can be ordered any more.</p>}
            {/* Where no pack can be chosen, a card has the price of the default one. */}
            <ProductGrid cards={sweets.map((sweet) => ({ ...cardOf(sweet), packs: undefined }))} firstRow={4} />
          </>
        )}
      </section>
      <JsonLd data={festivalJsonLd(festival, sweets, { today: indiaDay(shopNow()), firstDays: first })} />
      <JsonLd data={breadcrumbJsonLd(crumbs)} />
    </>
  );
}
