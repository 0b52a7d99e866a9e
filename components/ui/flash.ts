import { readCookie } from "@/components/layout/viewer-store";
import { type ToastType, toast } from "./toast";

const flashCookie = "mithaas_flash";

/** Shows the toast that the server set in the cookie `mithaas_flash` (JSON `{type, message}`) before a redirect, and deletes the cookie. */
export function showFlash(): void {
  const text = readCookie(flashCookie);
  if (text === undefined) return;
  document.cookie = `${flashCookie}=; Path=/; Max-Age=0; SameSite=Lax`;
  try {
    const { type, message } = JSON.parse(text);
    if (Object.hasOwn(toast, type) && typeof message === "string" && message) toast[type as ToastType](message);
  } catch {
    // Not a cookie that the shop has set.
  }
}
