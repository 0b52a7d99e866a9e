import type { Photograph } from "@/components/catalogue/photographs";
import { Star } from "@/components/layout/logo";
import { Picture } from "@/components/ui/picture";

function Illustration({ name, className }: { name: string; className: string }) {
  return (
    <div className={`photo ${className}`}>
      {/* Lazy, because React preloads eager images on every page that prefetches this one. */}
      <img src={`/art/sweet-${name}.svg`} alt="" width={240} height={240} loading="lazy" />
    </div>
  );
}

export type HeroBoxProps = { katli: Photograph; jamun: Photograph };

/** The open box of sweets on the home page, seen from above. */
export function HeroBox({ katli, jamun }: HeroBoxProps) {
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
              className="!scale-[1.12] origin-[56%_58%]"
              priority
            />
          </div>
          <Illustration name="laddoo" className="col-span-2 row-span-2" />
          <Illustration name="barfi" className="col-span-2 row-span-2" />
          <Illustration name="jalebi" className="col-span-2 row-span-2 col-start-1 row-start-5" />
          <div className="col-start-3 row-start-5 bg-band-accent grid place-items-center text-[#6e1423] [--accent:#fff1d9]">
            <Star className="w-3/4" />
          </div>
          <div className="bg-[#e2ebc9] relative col-start-3 row-start-6 overflow-hidden">
            <div className="jaali [--jaali-color:#3f5d1d] ![mask-size:58px] !opacity-60" />
          </div>
          <div className="photo col-span-3 row-span-2 col-start-4 row-start-5">
            <Picture
              image={jamun}
              alt=""
              sizes="(min-width: 37rem) 16.25rem, 42vw"
              className="object-[50%_38%] !scale-[1.1]"
            />
          </div>
        </div>
      </div>
    </div>
  );
}
