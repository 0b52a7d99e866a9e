"use no memo"; // the memo would weigh more on every page than it saves

import { useEffect, useSyncExternalStore } from "react";

/*
 * What is left of the sweets that this page shows. The page itself knows it of when it was made; what is known since then is
 * asked for in one request for all of them, and told to other tabs.
 */

/** Milliseconds between two questions while the page is looked at. */
const EVERY_MS = 20_000;
/** A return to the page asks again, but not more often than this. */
const AT_MOST_EVERY_MS = 2_000;

const known = new Map<number, number>();
/** How many parts of the page show a sweet. */
const shown = new Map<number, number>();
const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;
let timer: ReturnType<typeof setInterval> | undefined;
let askedAt = 0;
let soon: ReturnType<typeof setTimeout> | undefined;

function learn(stock: readonly { id: number; quantity: number }[]) {
  for (const { id, quantity } of stock) known.set(id, quantity);
  for (const listener of listeners) listener();
}

/** Says what is left of a sweet: to every part of this page that shows it, and to other tabs. */
export function setStock(id: number, quantity: number): void {
  learn([{ id, quantity }]);
  channel?.postMessage({ id, quantity });
}

/** Asks the shop what is left of everything on the page. A lost connection changes nothing. */
export async function refreshStock(): Promise<void> {
  const ids = [...shown.keys()].sort((a, b) => a - b);
  if (ids.length === 0) return;
  askedAt = Date.now();
  try {
    const response = await fetch(`/api/stock?ids=${ids.slice(0, 100).join(",")}`, {
      headers: { accept: "application/json" },
    });
    if (!response.ok) return;
    const stock: { id: number; quantity: number }[] = await response.json();
    // A sweet that is not in the answer is not sold any more.
    const quantities = new Map(stock.map(({ id, quantity }) => [id, quantity]));
    learn(ids.map((id) => ({ id, quantity: quantities.get(id) ?? 0 })));
  } catch {
    // the last known numbers stay; reserving is what decides
  }
}

function onReturn() {
  if (document.visibilityState === "visible" && Date.now() - askedAt > AT_MOST_EVERY_MS) void refreshStock();
}

function onTick() {
  if (document.visibilityState === "visible") void refreshStock();
}

function watch() {
  channel ??= typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("mithaas:stock");
  if (channel) channel.onmessage = ({ data }) => learn([data]);
  for (const event of ["focus", "pageshow", "online"]) window.addEventListener(event, onReturn);
  document.addEventListener("visibilitychange", onReturn);
  timer = setInterval(onTick, EVERY_MS);
}

function unwatch() {
  for (const event of ["focus", "pageshow", "online"]) window.removeEventListener(event, onReturn);
  document.removeEventListener("visibilitychange", onReturn);
  clearInterval(timer);
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) watch();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) unwatch();
  };
}

/** What is left of a sweet: `atFirst`, as the page was made with, until more is known. */
export function useStock(id: number, atFirst: number): number {
  useEffect(() => {
    shown.set(id, (shown.get(id) ?? 0) + 1);
    // One request for all the cards that appear together.
    clearTimeout(soon);
    soon = setTimeout(refreshStock, 50);
    return () => {
      const left = (shown.get(id) ?? 1) - 1;
      if (left > 0) shown.set(id, left);
      else shown.delete(id);
      known.delete(id);
    };
  }, [id]);
  return useSyncExternalStore(
    subscribe,
    () => known.get(id) ?? atFirst,
    () => atFirst,
  );
}
