import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { formatWeight, type PackChoice, packChoices } from "@/lib/catalogue/packs";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import type { DeliveryFacts } from "@/lib/delivery/facts";
import { policy } from "@/lib/shop";

function Detail({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="relative py-3.5 pl-9 border-b border-border">
      <dt className="font-semibold">
        <span className="absolute left-0 top-4 text-accent-text">{icon}</span>
        {name}
      </dt>
      <dd className="text-muted">{children}</dd>
    </div>
  );
}

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

/** The details of a sweet that are known, how it reaches its buyer, and what the shop offers with every order. */
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
  return (
    <dl className="mt-9 border-t border-border">
      {vegetarian && (
        <Detail icon={<VegetarianMark />} name="Vegetarian">
          Made with vegetarian ingredients only.
        </Detail>
      )}
      {netWeightGrams !== null && (
        <Detail icon={<Icon name="scale" />} name="Net weight">
          {packs ? weights(packs) : formatWeight(netWeightGrams)}
        </Detail>
      )}
      {ingredients && (
        <Detail icon={<Icon name="wheat" />} name="Ingredients">
          {ingredients}
        </Detail>
      )}
      {allergens.length > 0 && (
        <Detail icon={<Icon name="triangle-alert" />} name="Allergens">
          Contains {new Intl.ListFormat("en-IN").format(allergens.map((allergen) => allergen.toLowerCase()))}.
        </Detail>
      )}
      {storageText && (
        <Detail icon={<Icon name="snowflake" />} name="Storage">
          {storageText}
        </Detail>
      )}
      {prepHours > 0 && (
        <Detail icon={<Icon name="chef-hat" />} name="Made to order">
          Ready in {formatHours(prepHours)}.
        </Detail>
      )}
      {!travels && (
        <Detail icon={<Icon name="store" />} name="Does not travel by courier">
          Our own riders bring it, or you pick it up at the shop.
        </Detail>
      )}
      <Detail icon={<Icon name="gift" />} name="Gift Wrapping">
        ₹{policy.giftWrap} an order. Add it and a personal message in your cart.
      </Detail>
      {home && (
        <Detail icon={<Icon name="truck" />} name="Fast Delivery">
          {home.freeFrom ? `Free in ${home.name} above ${home.freeFrom}.` : `Within ${home.name} in ${home.time}.`}
        </Detail>
      )}
    </dl>
  );
}
