import { CallToAction } from "@/components/layout/call-to-action";
import { pageMetadata } from "@/components/layout/metadata";
import { Picture } from "@/components/layout/picture";
import { Icon, type IconName } from "@/components/ui/icon";
import photographs from "@/db/seed/photographs.json";
import { deliveryForPage } from "@/lib/delivery/queries";
import { foodClaims } from "@/lib/food-claims";
import { factsForPage } from "@/lib/settings/queries";
import { shop } from "@/lib/shop";

export const metadata = pageMetadata({
  title: "About us",
  description: `One kadhai in Dadar in ${shop.since}, the same recipes today: how ${shop.name} came to be, what we stand for, and who does the cooking.`,
  path: "/about",
});

const timeline = (courierTime: string | undefined) => [
  { year: 1985, title: "One counter in Dadar", text: "A single kadhai, four sweets, and a queue by the second week." },
  { year: 1994, title: "The second kitchen", text: "Room for a khoya stove that has not gone out since." },
  { year: 2003, title: "Sugar-free, done right", text: `It took a year to get right. ${foodClaims.sugarFree}` },
  {
    year: 2012,
    title: "All over India",
    text: courierTime ? `Vacuum-packed boxes reach other cities in ${courierTime}.` : "Vacuum-packed boxes travel far.",
  },
  { year: 2024, title: "The online shop", text: "The same counter, open all night." },
];

const values: readonly { icon: IconName; title: string; text: string }[] = [
  { icon: "flame", title: "Pure ghee", text: "We fry in ghee and in nothing else." },
  { icon: "sunrise", title: "Small batches", text: "We cook every morning, only what we can sell fresh." },
  { icon: "leaf", title: "No preservatives", text: foodClaims.preservatives },
  { icon: "scale", title: "Honest weight", text: "You pay for the sweets, never for the weight of the box." },
  { icon: "hand-heart", title: "Fair work", text: "Most of our cooks have been here for twenty years." },
  { icon: "sprout", title: "Good sourcing", text: "Saffron, nuts and milk from people we know." },
];

const posts: readonly IconName[] = ["chef-hat", "leaf", "truck"];

export default async function AboutPage() {
  const [{ team, awards }, { others }] = await Promise.all([factsForPage(), deliveryForPage()]);
  const milestones = timeline(others?.time);
  return (
    <>
      <section className="shop pt-9 lg:pt-16 pb-section grid grid-cols-1 lg:grid-cols-[1.1fr_1fr] gap-10 lg:gap-16 items-center">
        <div>
          <h1 className="text-d2">Our story starts with one kadhai</h1>
          <p className="text-lg mt-5 max-w-prose">
            In {shop.since} the family lit a stove in Dadar and made four sweets well. The list is longer now, and the
            stove is bigger, but the ghee still comes from the same dairy and the kaju katli is still cut by hand at six
            in the morning.
          </p>
          <p className="text-lg mt-4 max-w-prose text-muted">We cook in small batches, fresh every morning.</p>
        </div>
        <div className="lid p-2.5 lg:p-3.5">
          <div className="photo aspect-[5/4]">
            <Picture
              image={photographs["kaju-katli"]}
              alt="Kaju katli arranged as a star on a brass plate"
              sizes="(min-width: 64rem) 36rem, 86vw"
              priority
            />
          </div>
        </div>
      </section>

      <section className="bg-sunken">
        <div className="shop py-section">
          <h2 className="text-d2">1985 to now</h2>
          <ol className="mt-9 lg:mt-12 grid grid-cols-1 lg:grid-cols-5 gap-y-9 gap-x-8">
            {milestones.map(({ year, title, text }, index) => {
              const last = index === milestones.length - 1;
              return (
                <li key={year} className="relative pl-9 lg:pl-0 lg:pt-10">
                  <i
                    className={`absolute left-0 top-1.5 lg:top-0 size-4 rotate-45 z-(--layer-raised) ${last ? "bg-accent" : "bg-band dark:bg-brass"}`}
                  />
                  {!last && (
                    <span className="absolute bg-brass left-[.47rem] top-4 bottom-[-2.6rem] w-px lg:top-[.47rem] lg:left-4 lg:bottom-auto lg:w-[calc(100%+1rem)] lg:h-px" />
                  )}
                  <p className="num font-bold text-accent-text">{year}</p>
                  <h3 className="text-d5 mt-1">{title}</h3>
                  <p className="text-muted mt-1">{text}</p>
                </li>
              );
            })}
          </ol>
        </div>
      </section>

      <section className="shop py-section">
        <h2 className="text-d2">What we stand for</h2>
        <ul className="tray sm:grid-cols-2 lg:grid-cols-3 mt-8">
          {values.map(({ icon, title, text }) => (
            <li key={title} className="p-6 lg:p-8">
              <Icon name={icon} className="size-7 text-accent-text" />
              <h3 className="text-d4 mt-4">{title}</h3>
              <p className="text-muted mt-1">{text}</p>
            </li>
          ))}
        </ul>
      </section>

      {team.length + awards.length > 0 && (
        <section className="bg-sunken">
          <div className="shop py-section grid grid-cols-1 lg:grid-cols-2 gap-14 lg:gap-20">
            {team.length > 0 && (
              <div>
                <h2 className="text-d2">The people behind it</h2>
                <ul className="mt-8 grid gap-7">
                  {team.map(({ post, about }, index) => (
                    <li key={`${post} ${about}`} className="flex max-xs:flex-col gap-3 xs:gap-5">
                      <span className="katli-icon size-14">
                        <Icon name={posts[index] ?? "user"} className="size-6" />
                      </span>
                      <div>
                        <h3 className="text-d4">{post}</h3>
                        <p className="text-muted mt-1">{about}</p>
                      </div>
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {awards.length > 0 && (
              <div>
                <h2 className="text-d2">Awards we are proud of</h2>
                <ul className="mt-8 border-t border-border-strong/50">
                  {awards.map(({ year, title, by }) => (
                    <li key={`${year} ${title}`} className="flex gap-5 py-4 border-b border-border-strong/50">
                      <span className="num font-bold text-accent-text w-12 shrink-0">{year}</span>
                      <div>
                        <h3 className="text-d5">{title}</h3>
                        <p className="text-muted">{by}</p>
                      </div>
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </div>
        </section>
      )}

      <CallToAction
        title="Come and taste for yourself"
        text="At the counter in Dadar, or from wherever you are."
        button="Shop Now"
      />
    </>
  );
}
