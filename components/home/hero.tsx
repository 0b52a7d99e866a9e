import type { Photograph } from "@/components/catalogue/photographs";
import { Star } from "@/components/layout/logo";
import { Picture } from "@/components/layout/picture";
import { A } from "@/components/ui/a";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { listingHref } from "@/lib/catalogue/constants";
import { shop } from "@/lib/shop";

/** The head of the home page. */
export function Hero({ city, katli, jamun }: { city: string; katli: Photograph; jamun: Photograph }) {
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
        <HeroBox katli={katli} jamun={jamun} />
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

/** The open box of sweets on the home page, seen from above. */
function HeroBox({ katli, jamun }: Record<"katli" | "jamun", Photograph>) {
  return (
    <div className="max-w-[34rem] w-full mx-auto lg:mr-0">
      <div
        className="relative bg-band-deep p-2.5 lg:p-4 border border-band-accent/70 shadow-[0_40px_80px_-30px_rgb(20_0_4/.7)]"
        role="img"
        aria-label="An open box of Mithaas sweets, seen from above"
      >
        <div className="grid grid-cols-6 grid-rows-6 gap-1.5 lg:gap-2 aspect-square [&_.photo]:shadow-[inset_0_0_0_1px_rgb(0_0_0/.15)]">
          <div className="photo col-span-4 row-span-4">
            <Picture
              image={katli}
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
              image={jamun}
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
