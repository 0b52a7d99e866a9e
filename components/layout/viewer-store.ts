import { useSyncExternalStore } from "react";
import { createListeners, createTabChannel, readCookie } from "@/components/ui/client-store";
import { toast } from "@/components/ui/toast";
import { badgeText, cartLabel, greeting, type Viewer, WIDE } from "./viewer-text";

/*
 * Who is looking, for the looks of the page only: read from the hint cookie that the server sets beside its httpOnly cookies.
 * Nothing is decided by it, because the server checks every action itself. Public pages are the same for everybody and rely on
 * the hint alone, so a session that ended elsewhere is found out by asking the server now and then.
 */

/** Milliseconds for which a response of the server is trusted. */
const FRESH_MS = 10_000;

const hintCookie = "mithaas_hint";
const visitor: Viewer = { role: "visitor", count: 0 };

let lastText: string | undefined;
let lastViewer = visitor;
let cachedViewer = visitor;
let refreshedAt = Number.NEGATIVE_INFINITY;
let isServerFailing = false;

const channel = createTabChannel<"">("mithaas:viewer");
export const logouts = createTabChannel<"">("mithaas:logout");
const listeners = createListeners((signal) => {
  const { notify } = listeners;
  channel.listen(notify, signal);
  // The cookie may have changed while the page was in the background.
  for (const event of ["focus", "pageshow"]) window.addEventListener(event, notify, { signal });
  const cookies = "cookieStore" in window ? (window.cookieStore as EventTarget) : undefined;
  cookies?.addEventListener("change", notify, { signal });
});
/** Calls back when the hint may have changed: here, in another tab, or in the background. */
export const subscribeViewer = listeners.subscribe;

function parse(text: string | undefined): Viewer {
  try {
    const hint = JSON.parse(text ?? "");
    const count = Number.isFinite(hint.count) && hint.count > 0 ? Math.floor(hint.count) : 0;
    if (hint.role !== "customer" && hint.role !== "admin") return { role: "visitor", count };
    return { role: hint.role, name: typeof hint.name === "string" ? hint.name : undefined, count };
  } catch {
    return visitor;
  }
}

/** The viewer of this moment; the same object as long as the cookie has not changed. In the browser only. */
export function readViewer(): Viewer {
  const text = readCookie(hintCookie);
  if (text !== lastText) {
    lastText = text;
    lastViewer = parse(text);
  }
  return lastViewer;
}

/** The viewer in a client component. Renders as a visitor on the server and while hydrating. */
export function useViewer(): Viewer {
  return useSyncExternalStore(subscribeViewer, readViewer, () => visitor);
}

/** Writes the hint as the server would, here and for other tabs. */
export function setViewer(viewer: Viewer): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  const hint = encodeURIComponent(JSON.stringify(viewer));
  document.cookie = `${hintCookie}=${hint}; Path=/; Max-Age=2592000; SameSite=Lax${secure}`;
  listeners.notify();
  channel.post("");
}

/** Sets the number of packs in the cart before the server's own hint arrives. */
export function setCartCount(count: number): void {
  setViewer({ ...readViewer(), count });
}

/** Whether two viewers are one person, as far as the hint tells. */
export const isSamePerson = (one: Viewer, other: Viewer) => one.role === other.role && one.name === other.name;

/** Notes for whom the router's cache of pages is, which it shows again on Back. */
export function setCachedViewer(viewer: Viewer): void {
  cachedViewer = viewer;
}

export const isCachedViewer = (viewer: Viewer) => isSamePerson(cachedViewer, viewer);

/** Marks the hint as just confirmed: the page at hand was rendered for this viewer. */
export function markViewerFresh(): void {
  refreshedAt = performance.now();
}

/** Asks the server who is looking, unless a recent response says so, and corrects the hint. Visitors are not asked for. */
export async function refreshViewer(): Promise<void> {
  const before = readViewer();
  if (before.role === "visitor" || document.visibilityState === "hidden") return;
  if (performance.now() - refreshedAt < FRESH_MS) return;
  markViewerFresh();
  try {
    const response = await fetch("/account/viewer", { cache: "no-store" });
    if (!response.ok) {
      // One toast for each outage.
      if (!isServerFailing) toast.error("Failed to get current user");
      isServerFailing = true;
      return;
    }
    isServerFailing = false;
    const viewer = (await response.json()) as Viewer;
    // A login or logout in the meantime is newer than this response. The count is left alone, because a change of the cart may
    // be on its way to the server.
    if (readViewer() === before && !isSamePerson(viewer, before)) setViewer(viewer);
  } catch {
    // A lost connection says nothing about the session.
  }
}

const isWide = () => matchMedia(WIDE).matches;

export function paintViewer(viewer: Viewer): void {
  document.documentElement.dataset.viewer = viewer.role;
  const texts = {
    "data-cart-count": badgeText(viewer.count),
    "data-cart-label": cartLabel(viewer.count),
    'data-greeting="wide"': greeting(viewer, isWide()),
    'data-greeting="narrow"': greeting(viewer, !isWide()),
  };
  for (const [attribute, text] of Object.entries(texts)) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      if (element.textContent !== text) element.textContent = text;
    }
  }
}
