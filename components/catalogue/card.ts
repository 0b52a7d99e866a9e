import { formatWeight, type PackChoice, packChoices, unitPrice } from "@/lib/catalogue/packs";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import type { ImageView } from "@/lib/images/urls";

/** What is shown of the price of a sweet that has one pack, and what is live on its card and its page. */
export type SweetOffer = {
  id: number;
  name: string;
  slug: string;
  /** In rupees. */
  price: number;
  /** Net weight and price per 100 g or piece, where there are such. */
  beside?: string[];
  /** How many default packs were left when the page was made. */
  quantity: number;
  /** Of a sweet that has several. */
  packs?: PackChoice[];
};

/** What a card shows of a sweet: only that, since it is in the page a second time for React. */
export type Card = SweetOffer & {
  description: string;
  picture: Omit<ImageView, "blur"> | null;
  sugarFree?: true;
  featured?: true;
};

export function offerOf({ id, name, slug, price, quantity, details, packs }: SweetWithPicture): SweetOffer {
  const choices = packChoices(packs);
  const grams = packs[0]?.grams ?? details.netWeightGrams;
  const perUnit = unitPrice({ label: "", units: 1, ...packs[0], grams, price });
  const beside = [grams === null ? null : formatWeight(grams), perUnit].filter((text) => text !== null);
  return { id, name, slug, price, quantity, ...(choices ? { packs: choices } : { beside }) };
}

export function cardOf(sweet: SweetWithPicture): Card {
  const { description, picture, sugarFree, featured } = sweet;
  return {
    ...offerOf(sweet),
    description,
    picture: picture && { id: picture.id, width: picture.width, height: picture.height },
    ...(sugarFree && { sugarFree: true as const }),
    ...(featured && { featured: true as const }),
  };
}
