import { refreshStock } from "@/components/catalogue/stock-store";
import { readViewer, setCartCount } from "@/components/layout/viewer-store";
import { type CartState, countUnits, subtotal } from "@/lib/cart/view";
import { GIFT_WRAP_PAISE, toPaise, toRupees } from "@/lib/money";

/*
 * The cart as this tab shows it, one for page and drawer. The server's answers are the truth; what was clicked or typed and
 * not yet answered lies over it, so that the page never waits. Other tabs are told and ask the server themselves.
 */

type Outcome = { ok: true; data: CartState } | { ok: false; message: string; code: string };
export type CartAction = (before: unknown, form: FormData) => Promise<Outcome>;
export type CartActions = { changeLine: CartAction; changeGift: CartAction; clearCart: CartAction };

export type CartSnapshot = {
  cart: CartState | null;
  /** What the server said of a line, by its product; of the rest under 0. */
  problems: Readonly<Record<number, string>>;
  /** Milliseconds by which the server's clock is ahead of this one. */
  clockAhead: number;
};

const LOST = "Your cart could not be changed. Please try again.";
/** Milliseconds that clicks and typing are gathered for. */
const GATHER = { line: 300, message: 600, now: 0 } as const;

type Gift = { giftWrap: boolean; personalMessage: string };

let told: CartState | null = null;
let problems: Record<number, string> = {};
let clockAhead = 0;
let snapshot: CartSnapshot = { cart: null, problems, clockAhead };
const wanted = new Map<number, number>();
let wantedGift: Partial<Gift> = {};
/** What waits to be sent, by product; the gift under 0. */
const waiting = new Map<number, { timer: ReturnType<typeof setTimeout>; send: () => Promise<void> }>();
const running = new Set<Promise<void>>();
const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;

function withWishes(cart: CartState): CartState {
  if (wanted.size === 0 && Object.keys(wantedGift).length === 0) return cart;
  const items = cart.items
    .map((line) => ({ ...line, quantity: wanted.get(line.productId) ?? line.quantity }))
    .filter((line) => line.quantity > 0);
  const { giftWrap, personalMessage } = { ...cart, ...wantedGift };
  const wrap = giftWrap && items.length > 0 ? GIFT_WRAP_PAISE : 0;
  const total = toRupees(toPaise(subtotal(items)) + wrap);
  return { ...cart, items, giftWrap, personalMessage, total, itemsCount: countUnits(items) };
}

function publish() {
  snapshot = { cart: told && withWishes(told), problems, clockAhead };
  for (const listener of listeners) listener();
}

function show(cart: CartState) {
  told = cart;
  clockAhead = Date.parse(cart.readAt) - Date.now();
  publish();
  if (readViewer().count !== cart.itemsCount) setCartCount(cart.itemsCount);
}

/** What the server sent with the page, unless something newer is known. */
export function hydrateCart(cart: CartState): void {
  if (told && told.readAt >= cart.readAt) return;
  show(cart);
}

/** Drops what is known: somebody else is here. */
export function resetCart(): void {
  told = null;
  problems = {};
  wanted.clear();
  wantedGift = {};
  publish();
}

/** The cart was ordered: it is empty, here and in the other tabs. */
export function clearOrderedCart(): void {
  if (!told) return;
  const readAt = new Date(Date.now() + clockAhead).toISOString();
  applyServerCart({ ...told, items: [], total: 0, itemsCount: 0, giftWrap: false, personalMessage: "", readAt });
}

/** Takes an answer of the server, and tells the other tabs. */
export function applyServerCart(cart: CartState): void {
  show(cart);
  channel ??= typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("mithaas:cart");
  channel?.postMessage("");
  // The cards under the drawer show what is left.
  void refreshStock();
}

/** Asks the server. False when it could not be reached. */
export async function refreshCart(): Promise<boolean> {
  try {
    const response = await fetch("/cart/state", { cache: "no-store" });
    if (!response.ok) return false;
    show((await response.json()) as CartState);
    return true;
  } catch {
    return false;
  }
}

async function send(key: number, action: CartAction, form: FormData, settled: () => void) {
  const outcome: Outcome = await action(null, form).catch(() => ({ ok: false, message: LOST, code: "lost" }));
  settled();
  if (outcome.ok) {
    const { [key]: _, ...others } = problems;
    problems = others;
    applyServerCart(outcome.data);
  } else {
    problems = { ...problems, [key]: outcome.message };
    publish();
    if (outcome.code !== "lost") await refreshCart();
  }
}

function gather(key: number, delay: number, start: () => Promise<void>) {
  clearTimeout(waiting.get(key)?.timer);
  const run = () => {
    waiting.delete(key);
    const done: Promise<void> = start().finally(() => running.delete(done));
    running.add(done);
    return done;
  };
  waiting.set(key, { timer: setTimeout(run, delay), send: run });
}

/** Wishes a line of so many units; 0 takes it out. Seen at once, sent when the clicking ends. */
export function setQuantity(actions: CartActions, productId: number, quantity: number): void {
  wanted.set(productId, quantity);
  publish();
  gather(productId, quantity === 0 ? GATHER.now : GATHER.line, () => {
    const form = new FormData();
    form.set("productId", String(productId));
    form.set("quantity", String(quantity));
    return send(productId, actions.changeLine, form, () => {
      if (wanted.get(productId) === quantity) wanted.delete(productId);
    });
  });
}

/** Wishes gift wrap or another message. */
export function setGiftOptions(actions: CartActions, wish: Partial<Gift>): void {
  wantedGift = { ...wantedGift, ...wish };
  publish();
  gather(0, wish.personalMessage === undefined ? GATHER.now : GATHER.message, () => {
    const sent = wantedGift;
    const gift = { ...(told as CartState), ...sent };
    const form = new FormData();
    if (gift.giftWrap) form.set("giftWrap", "on");
    form.set("personalMessage", gift.personalMessage);
    return send(0, actions.changeGift, form, () => {
      if (wantedGift === sent) wantedGift = {};
    });
  });
}

/** Empties the cart. */
export async function emptyCart(actions: CartActions): Promise<void> {
  await flushCart();
  await send(0, actions.clearCart, new FormData(), () => {});
}

/** Sends what still waits, and resolves when the server has answered it all. */
export async function flushCart(): Promise<void> {
  for (const { timer, send: sendNow } of [...waiting.values()]) {
    clearTimeout(timer);
    void sendNow();
  }
  await Promise.allSettled([...running]);
}

/** For useSyncExternalStore; while anybody listens, other tabs' changes are followed. */
export const cartStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    const others = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("mithaas:cart");
    others?.addEventListener("message", () => void refreshCart());
    return () => {
      listeners.delete(listener);
      others?.close();
    };
  },
  snapshot: () => snapshot,
};
