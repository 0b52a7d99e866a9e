import { Icon } from "@/components/ui/icon";
import { Rule } from "@/components/ui/rule";
import { policy, shop } from "@/lib/shop";

/** What the shop promises. `delivery`: how fast it delivers. */
export function Promises({ delivery }: { delivery: string }) {
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
