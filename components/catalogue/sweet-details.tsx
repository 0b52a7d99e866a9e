import type { ReactElement } from "react";
import { Icon, type IconName } from "@/components/ui/icon";
import { formatWeight, type PackChoice, packChoices } from "@/lib/catalogue/packs";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import type { DeliveryFacts } from "@/lib/delivery/facts";
import { policy } from "@/lib/shop";

type Detail = { icon: IconName | ReactElement; name: string; text: string };

/** The symbol that Indian food law requires: a green dot in a green square. */
function VegetarianMark() {
  return (
    <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true">
      <rect x="1.5" y="1.5" width="17" height="17" fill="#fff" stroke="#0a7d34" strokeWidth="2" />
      <circle cx="10" cy="10" r="4.6" fill="#0a7d34" />
    </svg>
  );
}

const days = (count: number) => (count === 1 ? "one day" : `${count} days`);

/** "250 g, 500 g or 1 kg", "6 pieces (375 g) or 12 pieces (750 g)" */
const weights = (packs: readonly PackChoice[]) =>
  new Intl.ListFormat("en-IN", { type: "disjunction" }).format(
    packs.map(({ label, grams }) => {
      const weight = grams === null ? label : formatWeight(grams);
      return weight === label ? label : `${label} (${weight})`;
    }),
  );

/** 24 hours, 2 days */
export function formatHours(hours: number): string {
  if (hours >= 48 && hours % 24 === 0) return days(hours / 24);
  return hours === 1 ? "one hour" : `${hours} hours`;
}

export function SweetDetailsList({ sweet, delivery }: { sweet: SweetWithPicture; delivery: DeliveryFacts }) {
  const { home } = delivery;
  const packs = packChoices(sweet.packs);
  const { details, prepHours, travels } = sweet;
  const { netWeightGrams, ingredients, allergens, shelfLifeDays, storage, vegetarian, ...others } = details;
  // Fails to compile when a detail is neither shown here nor left out by name.
  others satisfies Record<string, never>;
  const storageText = [shelfLifeDays !== null && `Best within ${days(shelfLifeDays)}`, storage]
    .filter(Boolean)
    .map((text) => `${text}`.replace(/[^.]$/, "$&."))
    .join(" ");
  const shown: (Detail | false | "" | null)[] = [
    vegetarian && { icon: <VegetarianMark />, name: "Vegetarian", text: "Made with vegetarian ingredients only." },
    netWeightGrams !== null && {
      icon: "scale",
      name: "Net weight",
      text: packs ? weights(packs) : formatWeight(netWeightGrams),
    },
    ingredients && { icon: "wheat", name: "Ingredients", text: ingredients },
    allergens.length > 0 && {
      icon: "triangle-alert",
      name: "Allergens",
      text: `Contains ${new Intl.ListFormat("en-IN").format(allergens.map((allergen) => allergen.toLowerCase()))}.`,
    },
    storageText && { icon: "snowflake", name: "Storage", text: storageText },
    prepHours > 0 && { icon: "chef-hat", name: "Made to order", text: `Ready in ${formatHours(prepHours)}.` },
    !travels && {
      icon: "store",
      name: "Does not travel by courier",
      text: "Our own riders bring it, or you pick it up at the shop.",
    },
    {
      icon: "gift",
      name: "Gift Wrapping",
      text: `₹${policy.giftWrap} an order. Add it and a personal message in your cart.`,
    },
    home && {
      icon: "truck",
      name: "Fast Delivery",
      text: home.freeFrom ? `Free in ${home.name} above ${home.freeFrom}.` : `Within ${home.name} in ${home.time}.`,
    },
  ];
  return (
    <dl className="mt-7 md:mt-8 border-t border-border lg:grid lg:grid-cols-2 lg:gap-x-10 xl:col-span-2 xl:grid-cols-4 xl:mt-12">
      {shown
        .filter((detail) => !!detail)
        .map(({ icon, name, text }) => (
          <div key={name} className="relative py-3.5 pl-9 border-b border-border lg:max-xl:last:odd:col-span-2">
            <dt className="font-semibold">
              <span className="absolute left-0 top-4 text-accent-text">
                {typeof icon === "string" ? <Icon name={icon} /> : icon}
              </span>
              {name}
            </dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
    </dl>
  );
}
