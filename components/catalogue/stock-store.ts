"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { useEffect, useSyncExternalStore } from "react";
import { createListeners, createTabChannel } from "@/components/ui/client-store";

/*
 * How many units of the sweets on this page are left. A page is made with the quantities of that moment; newer ones come from one
 * request for all its sweets, from what this tab reserves, and from other tabs.
 */

const REFRESH_INTERVAL_MS = 20_000;
/** Returning to the page refreshes at once, but not more often than this. */
const MIN_REFRESH_GAP_MS = 2_000;
/** Cards that mount together share one request. */
const MOUNT_BATCH_MS = 50;
/** The API answers for at most so many sweets at once. */
const MAX_IDS = 100;

type Stock = { id: number; quantity: number };

const quantities = new Map<number, number>();
/** How many mounted components show each sweet. */
const mounted = new Map<number, number>();
let refreshedAt = 0;
let batch: ReturnType<typeof setTimeout> | undefined;

const channel = createTabChannel<Stock>("mithaas:stock");
const listeners = createListeners((signal) => {
  const timer = setInterval(() => document.visibilityState === "visible" && refreshStock(), REFRESH_INTERVAL_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
  channel.listen((stock) => store([stock]), signal);
  for (const event of ["focus", "pageshow", "online"]) window.addEventListener(event, onReturn, { signal });
  document.addEventListener("visibilitychange", onReturn, { signal });
});

function onReturn() {
  if (document.visibilityState === "visible" && Date.now() - refreshedAt > MIN_REFRESH_GAP_MS) void refreshStock();
}

function store(stock: readonly Stock[]) {
  for (const { id, quantity } of stock) quantities.set(id, quantity);
  listeners.notify();
}

/** Sets what is left of a sweet, here and in other tabs. */
export function setStock(id: number, quantity: number): void {
  store([{ id, quantity }]);
  channel.post({ id, quantity });
}

/** Reads the stock of all sweets on the page. A lost connection changes nothing: the server decides when units are reserved. */
export async function refreshStock(): Promise<void> {
  const ids = [...mounted.keys()].sort((a, b) => a - b);
  if (ids.length === 0) return;
  refreshedAt = Date.now();
  try {
    const response = await fetch(`/api/stock?ids=${ids.slice(0, MAX_IDS).join(",")}`, {
      headers: { accept: "application/json" },
    });
    if (!response.ok) return;
    const stock: Stock[] = await response.json();
    const found = new Map(stock.map(({ id, quantity }) => [id, quantity]));
    // A sweet that is missing from the response is no longer sold.
    store(ids.map((id) => ({ id, quantity: found.get(id) ?? 0 })));
  } catch {
    // The last known quantities stay.
  }
}

/** What is left of a sweet; `initial`, which the page was made with, until something newer is known. */
export function useStock(id: number, initial: number): number {
  useEffect(() => {
    mounted.set(id, (mounted.get(id) ?? 0) + 1);
    clearTimeout(batch);
    batch = setTimeout(refreshStock, MOUNT_BATCH_MS);
    return () => {
      const rest = (mounted.get(id) ?? 1) - 1;
      if (rest > 0) mounted.set(id, rest);
      else mounted.delete(id);
      quantities.delete(id);
    };
  }, [id]);
  return useSyncExternalStore(
    listeners.subscribe,
    () => quantities.get(id) ?? initial,
    () => initial,
  );
}
