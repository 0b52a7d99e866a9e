import { formatWeight, type PackChoice, packChoices, unitPrice } from "@/lib/catalogue/packs";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import type { Photograph } from "./photographs";

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
  /** Packs that a line has at least; absent when one can be bought. */
  minimumQuantity?: number;
};

export type Live = Pick<SweetOffer, "id" | "quantity" | "packs">;

/** What a card shows of a sweet. Pictures that are blurred until they are loaded would be most of a list. */
export type Card = SweetOffer &
  Pick<SweetWithPicture, "description" | "sugarFree" | "featured"> & { picture: Photograph | null };

export function offerOf(sweet: SweetWithPicture): SweetOffer {
  const { id, name, slug, price, quantity, minimumQuantity, details, packs } = sweet;
  const choices = packChoices(packs);
  const grams = packs[0]?.grams ?? details.netWeightGrams;
  const perUnit = unitPrice({ label: "", units: 1, ...packs[0], grams, price });
  const beside = [grams === null ? null : formatWeight(grams), perUnit].filter((text) => text !== null);
  const least = minimumQuantity > 1 && { minimumQuantity };
  return { id, name, slug, price, quantity, ...least, ...(choices ? { packs: choices } : { beside }) };
}

export function cardOf(sweet: SweetWithPicture): Card {
  const { description, picture, sugarFree, featured } = sweet;
  const photograph = picture && { id: picture.id, width: picture.width, height: picture.height };
  return { ...offerOf(sweet), description, sugarFree, featured, picture: photograph };
}
