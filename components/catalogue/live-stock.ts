"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { useEffect, useLayoutEffect } from "react";
import { readViewer } from "@/components/layout/viewer-store";
import { hydratePart, isHydrated } from "@/components/ui/hydrate-on-touch";
import type { SweetOffer } from "./card";
import { readDay } from "./day-store";
import { choosePack, followStock, liveOffer } from "./stock-store";

/** Stock below this many packs is low. */
export const LOW_STOCK = 5;

/** How a number of packs is shown, apart from the number itself. */
const lookOf = (left: number) => (left < 1 ? "sold out" : left < LOW_STOCK ? "low" : "enough");

/** The heading of a sweet's card or page. */
const offerElement = (id: number) => document.getElementById(`sweet-${id}`);

/** By part: the elements that show something of the chosen pack, and what each would show of every pack. */
const written = new WeakMap<Element, { shown: Element; texts: string[] }[]>();

/**
 * Keeps the stock of sweets up to date whose part of the page need not be hydrated: what is shown of the chosen pack, and the numbers, are
 * written into the page. Only a part that must look different is hydrated.
 */
export function useLiveStock(offers: readonly SweetOffer[]): void {
  useLayoutEffect(() => {
    const withPacks = offers.filter(({ packs }) => packs);
    withPacks.forEach(showChosen);
    const onInput = ({ target }: Event) => {
      const part = target instanceof HTMLInputElement && target.name === "packId" && target.closest("[data-part]");
      const offer = part && withPacks.find(({ id }) => part.contains(offerElement(id)));
      if (offer) showChosen(offer);
    };
    document.addEventListener("input", onInput);
    return () => document.removeEventListener("input", onInput);
  }, [offers]);
  useLayoutEffect(
    () =>
      followStock(
        offers.map(({ id }) => id),
        () => offers.forEach(showStock),
      ),
    [offers],
  );
  useEffect(() => {
    // A sold-out sweet is shown with what the shopper's cart holds of it.
    if (readViewer().count === 0) return;
    for (const { id, quantity, packs = [] } of offers)
      if (quantity < 1 && packs.every(({ available }) => available < 1)) hydratePart(offerElement(id));
  }, [offers]);
}

const partOf = (id: number) => offerElement(id)?.closest("[data-part]");

/**
 * Of what the server has written of each pack, leaves what is to be said of the chosen one, and says which one that is: React renders the
 * same when it hydrates the part.
 */
function showChosen({ id, packs = [] }: SweetOffer): void {
  const part = partOf(id);
  if (!part || isHydrated(part)) return;
  const chosen = part.querySelector<HTMLInputElement>("[name=packId]:checked")?.value;
  const index = packs.findIndex((pack) => pack.id === Number(chosen));
  if (index < 0) return;
  if (!written.has(part))
    written.set(
      part,
      Array.from(part.querySelectorAll('[data-pack="0"]'), ({ parentElement }) => {
        const shown = parentElement as Element;
        return { shown, texts: Array.from(shown.children, ({ textContent }) => textContent ?? "") };
      }),
    );
  for (const { shown, texts } of written.get(part) ?? [])
    shown.replaceChildren(...texts.slice(index, index + 1).filter(Boolean));
  choosePack(id, Number(chosen));
}

function showStock(offer: SweetOffer): void {
  const part = partOf(offer.id);
  const live = liveOffer(offer);
  if (!part || !live || isHydrated(part)) return;
  const before = offer.packs ?? [{ price: offer.price, available: offer.quantity }];
  const now = live.packs ?? [{ price: offer.price, available: live.quantity }];
  const isGone = live.hasDays && now.every(({ available }) => available < 1);
  if (
    readDay() ||
    isGone ||
    now.some(({ price, available }, index) => isShownDifferently(before[index], { price, available }))
  )
    hydratePart(part);
  const left = part.querySelector("[data-left]");
  for (const { shown, texts } of written.get(part) ?? [])
    if (shown === left) for (const [index, { available }] of now.entries()) texts[index] = String(available);
  const chosen = now.length === 1 ? now[0] : now.find((pack) => "id" in pack && pack.id === live.chosen);
  // The node stays, because React takes it over when the part is hydrated.
  if (left?.firstChild && chosen) left.firstChild.nodeValue = String(chosen.available);
}

type Shown = { price: number; available: number };
const isShownDifferently = (before: Shown | undefined, now: Shown) =>
  before?.price !== now.price || lookOf(before.available) !== lookOf(now.available);
