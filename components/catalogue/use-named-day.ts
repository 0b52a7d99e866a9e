import { useLayoutEffect, useSyncExternalStore } from "react";
import { chooseDay, readChoice, readDay, showDay, subscribeDay } from "@/components/stock/day-store";
import { DAY_KEY } from "@/lib/cart/constants";

function takeNamedDay(): void {
  const named = new URLSearchParams(location.search).get("day") ?? "";
  if (/^\d{4}-\d\d-\d\d$/.test(named) && named !== readDay()) chooseDay(named);
}

function nameDay(): void {
  const address = new URL(location.href);
  const day = readChoice() ?? "";
  if ((address.searchParams.get("day") ?? "") === day) return;
  if (day) address.searchParams.set("day", day);
  else address.searchParams.delete("day");
  history.replaceState(null, "", address);
}

/** The day of the page, empty for today and on the server. A chosen one is named by the address from now on; follows other tabs. */
export function useNamedDay(): string {
  useLayoutEffect(() => {
    takeNamedDay();
    // Later, because the router takes part in it from then on.
    const timer = setTimeout(nameDay);
    // Another tab has chosen.
    const onStorage = ({ key, newValue }: StorageEvent) => key === DAY_KEY && showDay(newValue ?? "");
    window.addEventListener("storage", onStorage);
    const unsubscribe = subscribeDay(nameDay);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      window.removeEventListener("storage", onStorage);
    };
  }, []);
  return useSyncExternalStore(subscribeDay, readDay, () => "");
}
