import { A } from "@/components/ui/a";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { listingHref } from "@/lib/catalogue/constants";
import { shop } from "@/lib/shop";
import { HeroBox, type HeroBoxProps } from "./hero-box";

export type HeroProps = HeroBoxProps & { city: string };

/** The head of the home page. */
export function Hero({ city, ...pictures }: HeroProps) {
  return (
    <section className="on-band relative bg-band text-on-band overflow-hidden">
      <div className="jaali jaali-fade" />
      <div className="shop relative grid grid-cols-1 lg:grid-cols-[1.02fr_1fr] gap-10 lg:gap-16 items-center pt-12 pb-14 lg:py-20">
        <div>
          <h1 className="text-d1 !text-on-band font-bold">Four decades of getting sweets right</h1>
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
        <HeroBox {...pictures} />
      </div>
    </section>
  );
}
