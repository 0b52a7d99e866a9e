import { useSyncExternalStore } from "react";
import { createListeners, createTabChannel, readCookie } from "@/components/ui/client-store";
import { PINCODE_COOKIE, PINCODE_SECONDS, pincodeIn } from "@/lib/delivery/constants";

/*
 * The shopper's pincode, in a cookie of this device: private pages read it on the server, public pages here.
 */

const channel = createTabChannel<"">("mithaas:pincode");
const listeners = createListeners((signal) => channel.listen(listeners.notify, signal));

/** The remembered pincode; empty when there is none. In the browser only. */
export const readPincode = (): string => pincodeIn(readCookie(PINCODE_COOKIE) ?? "");

/** The remembered pincode in a client component. On the server and while hydrating: the one that the page was rendered with. */
export const usePincode = (rendered = ""): string =>
  useSyncExternalStore(listeners.subscribe, readPincode, () => rendered);

/** Remembers a pincode, here and in the other tabs. */
export function rememberPincode(pincode: string): void {
  if (pincode === readPincode()) return;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${PINCODE_COOKIE}=${pincode}; Path=/; Max-Age=${PINCODE_SECONDS}; SameSite=Lax${secure}`;
  // As the first-paint script does: the page makes room for what is said of the pincode.
  document.documentElement.dataset.pincode = "";
  listeners.notify();
  channel.post("");
}
