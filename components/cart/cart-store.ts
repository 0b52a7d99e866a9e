import { useSyncExternalStore } from "react";
import { isSamePerson, readViewer, setCartCount, subscribeViewer } from "@/components/layout/viewer-store";
import type { Viewer } from "@/components/layout/viewer-text";
import { refreshStock } from "@/components/stock/stock-store";
import { createListeners, createTabChannel } from "@/components/ui/client-store";
import { learnServerTime, serverNow } from "@/components/ui/server-clock";
import { toast } from "@/components/ui/toast";
import type { CartState, PageLine } from "@/lib/cart/queries";
import { countPacks, subtotal } from "@/lib/cart/rules";
import { MADE_FOR } from "@/lib/forms/made-for";
import type { ActionFailure, ActionState, FormAction } from "@/lib/http/action-state";
import { GIFT_WRAP_PAISE, toPaise, toRupees } from "@/lib/money";
import { fetchCart, lostAction, patchCart } from "./cart-requests";
import { storeLeftChanges, takeLeftChanges } from "./left-changes";

/*
 * The cart as this tab shows it, on the cart page and in the drawer. It is the server's last response with the changes on top that
 * the server has not answered yet, so that a click shows at once. Other tabs get a message and read the cart again.
 *
 * Changes are sent by server actions. When the page is hidden or goes away, what has not been answered is sent by the API instead, in
 * requests that outlive the page.
 */

type CartAction = FormAction<CartState>;
export type CartActions = {
  changeLine: CartAction;
  changeGift: CartAction;
  changeDay: CartAction;
  clearCart: CartAction;
};

type Gift = Pick<CartState, "giftWrap" | "personalMessage">;

type CartSnapshot = {
  cart: CartState | null;
  /** The refusal of a line's change, by pack; of the gift options under `GIFT_KEY`, of clearing under `CLEAR_KEY`. */
  problems: Readonly<Record<number, ActionFailure>>;
};

/** Milliseconds to wait for another click or key before a change is sent. */
const DELAY_MS = { quantity: 300, message: 600, none: 0 } as const;
/** Ids of packs start at 1. */
export const GIFT_KEY = 0;
export const CLEAR_KEY = -1;

let serverCart: CartState | null = null;
/** Who was looking when the cart was stored. */
let storedFor: Viewer = { role: "visitor", count: 0 };
const initialSnapshot: CartSnapshot = { cart: null, problems: {} };
let snapshot = initialSnapshot;
/** By pack: two packs of one sweet are two lines. */
const pendingQuantities = new Map<number, { productId: number; quantity: number }>();
let pendingGift: Partial<Gift> = {};
/** Changes that wait for their delay, by pack or `GIFT_KEY`. */
const scheduled = new Map<number, { timer: ReturnType<typeof setTimeout>; run: () => Promise<void> }>();
const inFlight = new Set<Promise<void>>();
/** Changes whose server action has not been answered, by pack or `GIFT_KEY`: the browser drops such a request with its page. */
const sentByAction = new Set<number>();

const channel = createTabChannel<"">("mithaas:cart");
const listeners = createListeners((signal) => {
  channel.listen(() => void refreshCart(), signal);
  // A page from the browser's cache (Back) may show an old cart.
  window.addEventListener("pageshow", (event) => event.persisted && void refreshCart(), { signal });
  // Adding a sweet in another tab changes the hint's count only.
  signal.addEventListener("abort", subscribeViewer(refreshStaleCart));
});
export const subscribeCart = listeners.subscribe;

/** The cart of this moment; the same object as long as nothing has changed. */
export const readShownCart = () => snapshot;

/** The cart in a client component. Renders without a cart on the server and while hydrating. */
export function useCartSnapshot(): CartSnapshot {
  return useSyncExternalStore(subscribeCart, readShownCart, () => initialSnapshot);
}

function withPending(cart: CartState): CartState {
  if (pendingQuantities.size === 0 && Object.keys(pendingGift).length === 0) return cart;
  const items = cart.items
    .map((line) => ({ ...line, quantity: pendingQuantities.get(line.packId)?.quantity ?? line.quantity }))
    .filter((line) => line.quantity > 0);
  const { giftWrap, personalMessage } = { ...cart, ...pendingGift };
  const wrap = giftWrap && items.length > 0 ? GIFT_WRAP_PAISE : 0;
  const total = toRupees(toPaise(subtotal(items)) + wrap);
  return { ...cart, items, giftWrap, personalMessage, total, itemsCount: countPacks(items) };
}

function publish(changes: Partial<Omit<CartSnapshot, "cart">> = {}) {
  snapshot = { ...snapshot, ...changes, cart: serverCart && withPending(serverCart) };
  listeners.notify();
}

/** The fields of a change, for the cart that is shown. */
export function cartForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  const madeFor = serverCart?.madeFor;
  for (const [name, value] of Object.entries({ ...fields, ...(madeFor && { [MADE_FOR]: madeFor }) }))
    form.set(name, value);
  return form;
}

/** Takes a cart that the server has read. A response that arrives after a newer one is left out. */
function store(cart: CartState) {
  if (serverCart && cart.readAt < serverCart.readAt) return publish();
  serverCart = cart;
  storedFor = readViewer();
  learnServerTime(cart.readAt);
  publish();
  if (readViewer().count !== cart.itemsCount) setCartCount(cart.itemsCount);
}

/** Takes the cart that the server rendered into the page, unless a newer one is known. */
export function hydrateCart(cart: CartState): void {
  if (serverCart && serverCart.readAt >= cart.readAt) return;
  store(cart);
  const left = takeLeftChanges(cart.checkoutKey);
  if (!left) return;
  for (const { packId, ...change } of left.quantities) {
    const line = cart.items.find((line) => line.packId === packId);
    if (line && line.quantity !== change.quantity) pendingQuantities.set(packId, change);
  }
  pendingGift = left.gift;
  publish();
  // Again, because nobody saw the answer: it may be that there is not enough in stock.
  const keys = [...pendingQuantities.keys(), ...(Object.keys(pendingGift).length > 0 ? [GIFT_KEY] : [])];
  keys.forEach(sendByApi);
  // The page may have been rendered before a change that was answered by the time the page before it went away.
  if (keys.length === 0) void refreshCart();
}

/** Drops everything: somebody else uses this tab now. */
export function resetCart(): void {
  serverCart = null;
  pendingQuantities.clear();
  pendingGift = {};
  takeUnanswered();
  publish({ problems: {} });
}

export function dropOthersCart(): void {
  if (serverCart && !isSamePerson(storedFor, readViewer())) resetCart();
}

/** Says that somebody else is signed in now, and shows that person's cart. */
export async function handOver(message: string): Promise<void> {
  toast.error(message);
  resetCart();
  await refreshCart();
}

/** Empties the cart that was just ordered, here and in other tabs, without waiting for the server. */
export function clearOrderedCart(): void {
  if (!serverCart) return;
  const readAt = new Date(serverNow()).toISOString();
  const empty = { items: [], total: 0, itemsCount: 0, giftWrap: false, personalMessage: "", day: null };
  applyServerCart({ ...serverCart, ...empty, readAt });
}

/** Takes the cart of a server action's response, and lets other tabs and the cards under the drawer refresh. */
export function applyServerCart(cart: CartState): void {
  store(cart);
  channel.post("");
  void refreshStock();
}

/** Reads the cart from the server. False when it could not be reached. */
export async function refreshCart(): Promise<boolean> {
  try {
    const cart = await fetchCart();
    if (cart) store(cart);
    return cart !== null;
  } catch {
    return false;
  }
}

export async function refreshStaleCart(): Promise<void> {
  dropOthersCart();
  if (snapshot.cart?.itemsCount !== readViewer().count) await refreshCart();
}

async function send(key: number, response: Promise<ActionState<CartState>>, onResponse: () => void) {
  const outcome = await response.catch(lostAction);
  onResponse();
  // The action has led to another page.
  if (!outcome) return publish();
  if (outcome.ok) {
    applyServerCart(outcome.data);
    const { [key]: _, ...problems } = snapshot.problems;
    publish({ problems });
  } else if (outcome.code === "somebody_else") {
    await handOver(outcome.message);
  } else {
    publish({ problems: { ...snapshot.problems, [key]: outcome } });
    if (outcome.code !== "lost") await refreshCart();
  }
}

function track(change: Promise<void>) {
  const done: Promise<void> = change.finally(() => inFlight.delete(done));
  inFlight.add(done);
  return done;
}

/** From the first change on; the same listeners are added once. */
function watchLeaving() {
  window.addEventListener("pagehide", onPageHide);
  document.addEventListener("visibilitychange", onVisibilityChange);
}

/** Runs a change after a delay, in place of an earlier one with the same key that has not started. */
function schedule(key: number, delay: number, start: () => Promise<void>) {
  watchLeaving();
  clearTimeout(scheduled.get(key)?.timer);
  const run = () => {
    scheduled.delete(key);
    sentByAction.add(key);
    return track(start().finally(() => sentByAction.delete(key)));
  };
  scheduled.set(key, { timer: setTimeout(run, delay), run });
}

/** Ends the delays, and returns the keys of all changes that wait or whose action was not answered. */
function takeUnanswered(): Set<number> {
  const keys = new Set([...scheduled.keys(), ...sentByAction]);
  for (const { timer } of scheduled.values()) clearTimeout(timer);
  scheduled.clear();
  sentByAction.clear();
  return keys;
}

/** Sends the latest values of what was not answered, in requests that outlive the page. */
const sendBeforeLeaving = () => takeUnanswered().forEach(sendByApi);

// A phone may end a hidden page without a further event.
const onVisibilityChange = () => document.visibilityState === "hidden" && sendBeforeLeaving();

function onPageHide() {
  sendBeforeLeaving();
  const quantities = [...pendingQuantities].map(([packId, change]) => ({ packId, ...change }));
  storeLeftChanges(serverCart?.checkoutKey ?? null, { quantities, gift: pendingGift });
}

/** Sends the pending change of a line, or of the gift options under `GIFT_KEY`, by the API, whose requests outlive the page. */
function sendByApi(key: number) {
  if (key === GIFT_KEY) {
    const sent = pendingGift;
    void track(send(key, patchCart("", sent), () => settleGift(sent)));
    return;
  }
  const sent = pendingQuantities.get(key);
  if (!sent) return;
  const { productId, quantity } = sent;
  const response = patchCart(`/items/${productId}?packId=${key}`, { quantity });
  void track(send(key, response, () => settleQuantity(key, quantity)));
}

function settleQuantity(packId: number, sent: number) {
  if (pendingQuantities.get(packId)?.quantity === sent) pendingQuantities.delete(packId);
}

function settleGift(sent: Partial<Gift>) {
  if (pendingGift === sent) pendingGift = {};
}

/** Sets the packs of a line; 0 removes it. Shown at once, sent when the clicking stops. */
export function changeLineQuantity(
  actions: CartActions,
  { productId, packId }: Pick<PageLine, "productId" | "packId">,
  quantity: number,
): void {
  pendingQuantities.set(packId, { productId, quantity });
  publish();
  schedule(packId, quantity === 0 ? DELAY_MS.none : DELAY_MS.quantity, () => {
    const form = cartForm({ productId: String(productId), packId: String(packId), quantity: String(quantity) });
    return send(packId, actions.changeLine(null, form), () => settleQuantity(packId, quantity));
  });
}

export function setGiftOptions(actions: CartActions, change: Partial<Gift>): void {
  pendingGift = { ...pendingGift, ...change };
  publish();
  schedule(GIFT_KEY, change.personalMessage === undefined ? DELAY_MS.none : DELAY_MS.message, () => {
    const sent = pendingGift;
    const gift = { ...(serverCart as CartState), ...sent };
    const form = cartForm({ ...(gift.giftWrap && { giftWrap: "on" }), personalMessage: gift.personalMessage });
    return send(GIFT_KEY, actions.changeGift(null, form), () => settleGift(sent));
  });
}

export async function removeAllLines(actions: CartActions): Promise<void> {
  watchLeaving();
  await flushCart();
  await send(CLEAR_KEY, actions.clearCart(null, cartForm({})), () => {});
}

/** Sends the changes that still wait, and resolves when the server has answered all of them. */
export async function flushCart(): Promise<void> {
  for (const { timer, run } of [...scheduled.values()]) {
    clearTimeout(timer);
    void run();
  }
  await Promise.allSettled([...inFlight]);
}
