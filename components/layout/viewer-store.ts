import { useSyncExternalStore } from "react";
import { badgeText, cartLabel, greeting, type Viewer, WIDE } from "./viewer-text";

/*
 * Who is looking, as far as the page's looks are concerned: read from the hint cookie that the server sets beside its
 * httpOnly ones. Nothing is decided by it; the server checks every action again.
 */

export type { Viewer } from "./viewer-text";

const hintCookie = "mithaas_hint";
const changed = "mithaas:viewer";
const visitor: Viewer = { role: "visitor", count: 0 };

let lastText: string | undefined;
let lastViewer = visitor;
let channel: BroadcastChannel | undefined;

/** The value of one cookie as it stands in `document.cookie`, decoded; undefined when absent or malformed. */
export function readCookie(name: string): string | undefined {
  for (const part of document.cookie.split("; ")) {
    if (!part.startsWith(`${name}=`)) continue;
    try {
      return decodeURIComponent(part.slice(name.length + 1));
    } catch {
      return undefined;
    }
  }
  return undefined;
}

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

/** The viewer of this moment. The same object as long as the cookie has not changed. In the browser only. */
export function readViewer(): Viewer {
  const text = readCookie(hintCookie);
  if (text !== lastText) {
    lastText = text;
    lastViewer = parse(text);
  }
  return lastViewer;
}

const isWide = () => matchMedia(WIDE).matches;

/** Brings the header in line with the hint: the variant on <html>, the badge and the greeting. */
export function paintViewer(viewer: Viewer): void {
  document.documentElement.dataset.viewer = viewer.role;
  const texts = {
    "data-cart-count": badgeText(viewer.count),
    "data-cart-label": cartLabel(viewer.count),
    'data-greeting="wide"': greeting(viewer, isWide()),
    'data-greeting="narrow"': greeting(viewer, !isWide()),
  };
  for (const [mark, text] of Object.entries(texts)) {
    for (const element of document.querySelectorAll(`[${mark}]`)) {
      if (element.textContent !== text) element.textContent = text;
    }
  }
}

/** Tells this tab and the others that the hint may have changed. */
export function announceViewer(): void {
  window.dispatchEvent(new Event(changed));
  channel ??= typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(changed);
  channel?.postMessage("");
}

/** Writes the hint as the server would, and tells all tabs. */
export function setViewer(viewer: Viewer): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  const hint = encodeURIComponent(JSON.stringify(viewer));
  document.cookie = `${hintCookie}=${hint}; Path=/; Max-Age=2592000; SameSite=Lax${secure}`;
  announceViewer();
}

/** Sets the number of units in the cart at once, before the server's own hint arrives. */
export function setCartCount(count: number): void {
  setViewer({ ...readViewer(), count });
}

/** Calls back when the hint may have changed: here, in another tab, or while the page was away. */
export function subscribeViewer(onChange: () => void): () => void {
  const others = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(changed);
  const jar = "cookieStore" in window ? (window.cookieStore as EventTarget) : undefined;
  for (const name of [changed, "focus", "pageshow"]) window.addEventListener(name, onChange);
  others?.addEventListener("message", onChange);
  jar?.addEventListener("change", onChange);
  return () => {
    for (const name of [changed, "focus", "pageshow"]) window.removeEventListener(name, onChange);
    jar?.removeEventListener("change", onChange);
    others?.close();
  };
}

// One listener for all the parts of a page that ask who is looking.
const asking = new Set<() => void>();
let unsubscribe: (() => void) | undefined;

function ask(onChange: () => void) {
  asking.add(onChange);
  unsubscribe ??= subscribeViewer(() => {
    for (const tell of asking) tell();
  });
  return () => {
    asking.delete(onChange);
    if (asking.size > 0) return;
    unsubscribe?.();
    unsubscribe = undefined;
  };
}

const onServer = () => visitor;

/** The viewer in a client component. Renders as a visitor on the server and while hydrating. */
export function useViewer(): Viewer {
  return useSyncExternalStore(ask, readViewer, onServer);
}
