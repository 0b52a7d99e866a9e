import { createContext, useContext, useLayoutEffect, useSyncExternalStore } from "react";
import { createListeners, createTabChannel } from "@/components/ui/client-store";
import { firstChoice, isSoldOut, type Pack, type PackChoice } from "@/lib/catalogue/packs";
import type { StockDays } from "@/lib/catalogue/responses";
import { offerDay, readChoice, readDay, subscribeDay } from "./day-store";

/*
 * How much of the sweets on this page is left, and which of their packs is chosen. A page is made with the numbers of that moment; newer
 * ones come from one request for all its sweets, from what this tab reserves, and from other tabs.
 */

const REFRESH_INTERVAL_MS = 20_000;
/** Returning to the page refreshes at once, but not more often than this. */
const MIN_REFRESH_GAP_MS = 2_000;
/** Cards that mount together share one request. */
const MOUNT_BATCH_MS = 50;
/** The API answers for at most so many sweets at once. */
const MAX_IDS = 100;

type PackStock = Pick<Pack, "id" | "available"> & { price?: number };
/** What is left of a sweet or of one of its packs, as other tabs are sent it. */
type Left = { id: number; quantity: number; packId?: number };

/** What is known of a sweet on this page, beyond what the page was made with. */
type Known = { quantity?: number; packs?: PackStock[]; chosen?: number; days?: string[] };
/** The day that the numbers are of, empty for today; the shop's day, and the days that can be chosen. */
type ShownDay = { day: string } & Pick<StockDays, "today" | "days">;

const sweets = new Map<number, Known>();
/** How many mounted components show each sweet. */
const mounted = new Map<number, number>();
const unknownDay: ShownDay = { day: "", today: "", days: [] };
let shownDay = unknownDay;
let refreshedAt = 0;
/** How many numbers came from elsewhere than a request for all of them. */
let changes = 0;
let batch: ReturnType<typeof setTimeout> | undefined;

const channel = createTabChannel<Left>("mithaas:stock");
const listeners = createListeners((signal) => {
  const timer = setInterval(() => document.visibilityState === "visible" && refreshStock(), REFRESH_INTERVAL_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
  channel.listen(storeLeft, signal);
  signal.addEventListener("abort", subscribeDay(refreshStock));
  for (const event of ["focus", "online"]) window.addEventListener(event, onReturn, { signal });
  // The first showing of a page is no return to it.
  window.addEventListener("pageshow", ({ persisted }) => persisted && onReturn(), { signal });
  document.addEventListener("visibilitychange", onReturn, { signal });
});

function onReturn() {
  if (document.visibilityState === "visible" && performance.now() - refreshedAt > MIN_REFRESH_GAP_MS)
    void refreshStock();
}

/** Components render again only for what has changed. */
function update(id: number, changes: Known) {
  const known = sweets.get(id);
  const next = { ...known, ...changes };
  if (JSON.stringify(known) !== JSON.stringify(next)) sweets.set(id, next);
}

function storeLeft({ id, quantity, packId }: Left) {
  changes++;
  if (packId === undefined) update(id, { quantity });
  else {
    const packs = sweets.get(id)?.packs ?? [];
    const before = packs.find((pack) => pack.id === packId);
    const others = packs.filter((pack) => pack !== before);
    update(id, { packs: [...others, { ...before, id: packId, available: quantity }] });
    // The packs share one stock: what is left of the others is the server's to say.
    if (mounted.has(id)) void refreshStock();
  }
  listeners.notify();
}

/** Sets what is left of a sweet, or of the pack `packId` when it has several, here and in other tabs. */
export function setStock(id: number, quantity: number, packId?: number): void {
  storeLeft({ id, quantity, packId });
  channel.post({ id, quantity, packId });
}

export function choosePack(id: number, packId: number): void {
  update(id, { chosen: packId });
  listeners.notify();
}

/** Reads the stock of all sweets on the page. A lost connection changes nothing: the server decides when packs are reserved. */
export async function refreshStock(): Promise<void> {
  const ids = [...mounted.keys()].sort((a, b) => a - b);
  if (ids.length === 0) return;
  refreshedAt = performance.now();
  const [day, before] = [readDay(), changes];
  try {
    const question = `ids=${ids.slice(0, MAX_IDS).join(",")}${day && `&day=${day}`}`;
    const response = await fetch(`/api/stock/days?${question}`, { headers: { accept: "application/json" } });
    // Another day was chosen meanwhile, which has its own answer.
    if (day !== readDay()) return;
    // The day cannot be booked any more.
    if (day && response.status === 400) return offerDay("");
    if (!response.ok) return;
    const { today, days, next, sweets: stock }: StockDays = await response.json();
    // Meanwhile a number came that is newer than this response.
    if (before !== changes) return refreshStock();
    if (day && days.length === 0) return offerDay("");
    if (readChoice() === null && day !== (next ?? "")) return offerDay(next ?? "");
    const found = new Map(stock.map((sweet) => [sweet.id, sweet]));
    // A sweet that is missing from the response is no longer sold.
    for (const id of ids) {
      const { quantity = 0, packs, days } = found.get(id) ?? {};
      update(id, { quantity, packs, days });
    }
    const shown = { day, today, days };
    if (JSON.stringify(shownDay) !== JSON.stringify(shown)) shownDay = shown;
    listeners.notify();
  } catch {
    // The last known numbers stay.
  }
}

/** Counts one more component that shows a sweet; returns what counts it off again. */
function mount(id: number): () => void {
  const others = mounted.get(id) ?? 0;
  mounted.set(id, others + 1);
  if (others === 0) {
    clearTimeout(batch);
    batch = setTimeout(refreshStock, MOUNT_BATCH_MS);
  }
  return () => {
    const rest = (mounted.get(id) ?? 1) - 1;
    if (rest > 0) return void mounted.set(id, rest);
    mounted.delete(id);
    sweets.delete(id);
  };
}

/** What `read` finds here now; on the server and while hydrating `atFirst`. */
const useStore = <Value>(read: () => Value, atFirst: Value): Value =>
  useSyncExternalStore(listeners.subscribe, read, () => atFirst);

/** The day that the numbers are of, the shop's day, and the days that can be chosen. On the server and while hydrating: today, and none. */
export const useShownDay = () => useStore(() => shownDay, unknownDay);

/** The days on which some is left of a sweet that is made for the day. */
export const useDaysOf = (id = 0) => useStore(() => sweets.get(id)?.days, undefined);

function useKnown(id: number): Known | undefined {
  // Layout effects, because those of a page that is left run before those of the next one, which may choose a pack of the same sweet.
  useLayoutEffect(() => mount(id), [id]);
  return useStore(() => sweets.get(id), undefined);
}

/** The only days for which a part of a page sells, the first of them without JavaScript. */
export const OnlyDays = createContext<readonly string[] | undefined>(undefined);

/** What is newly known of a pack. One that a response lacks is no longer sold; a sweet's only pack is its default one. */
function live({ id, isDefault }: PackChoice, { quantity, packs }: Known): Partial<PackChoice> {
  const { available, price } = packs?.find((pack) => pack.id === id) ?? {
    available: isDefault ? quantity : quantity && 0,
  };
  return { ...(available !== undefined && { available }), ...(price !== undefined && { price }) };
}

/**
 * What is left of a sweet; `quantity` and `packs`, which the page was made with, until something newer is known. Of a sweet with several
 * packs, of the chosen one. On the server and while hydrating none is: `stock` is that of the first choice then, and `most`, which is
 * otherwise the same, what the pack has of which most is left.
 */
export function useStock(id: number, quantity: number, packs: readonly PackChoice[] = []) {
  const known = useKnown(id) ?? {};
  const only = useContext(OnlyDays);
  const current = packs.map((pack) => ({ ...pack, ...live(pack, known) }));
  const chosen = current.find((pack) => pack.id === known.chosen);
  const stock = (chosen ?? firstChoice(current))?.available ?? known.quantity ?? quantity;
  const most = chosen ? stock : Math.max(stock, ...current.map(({ available }) => available));
  const { day } = useShownDay();
  const isGone = isSoldOut([{ available: most }, ...current]);
  return {
    packs: current,
    chosen,
    stock,
    most,
    /** The day that this is of, for a sweet that is made for the day; empty for today. */
    day: known.days && day,
    /** The first day for which it can be ordered, when nothing of it is left. */
    nextDay: isGone ? known.days?.find((other) => other !== day && (only?.includes(other) ?? true)) : undefined,
  };
}

/** The pack that is chosen beside, for what only follows the choice and needs no live numbers. */
export function useChosenPack(id: number, packs: readonly PackChoice[] = []): PackChoice | undefined {
  const chosen = useStore(() => sweets.get(id)?.chosen, undefined);
  return packs.find((pack) => pack.id === chosen);
}
