import { readStored, store } from "@/components/ui/storage";
import { readViewer } from "./viewer-store";

/*
 * The delivery details that are being typed at the checkout, in local storage, so that a closed tab loses nothing: until the order is placed,
 * for a day at most. A draft belongs to one cart's checkout key, which nobody else's cart has. It goes when its person logs out, and when
 * another one is signed in here.
 */

const STORAGE_KEY = "mithaas:delivery";
const KEPT_MS = 24 * 60 * 60 * 1000;

export type DeliveryDraft = Partial<Record<string, string>>;
type Stored = { key: string | null; name?: string; at: number; texts: DeliveryDraft };

/** For browsers that refuse storage: the draft then lasts until the next page load. */
let fallback: string | null = null;

function read(): Stored | null {
  try {
    return JSON.parse(readStored(STORAGE_KEY) ?? fallback ?? "null");
  } catch {
    return null;
  }
}

export function readDeliveryDraft(key: string | null): DeliveryDraft | null {
  dropOldDraft();
  const stored = read();
  return stored?.key === key ? stored.texts : null;
}

/** Once the session has ended, the draft of a cart stays that of the person who began it. */
export function storeDeliveryDraft(key: string | null, texts: DeliveryDraft): void {
  const before = read();
  const name = readViewer().name ?? (before?.key === key ? before.name : undefined);
  const stored: Stored = { key, name, at: Date.now(), texts };
  const text = JSON.stringify(stored);
  fallback = store(STORAGE_KEY, text) ? null : text;
}

export function clearDraft(): void {
  fallback = null;
  store(STORAGE_KEY, null);
}

/** Removes a draft that is older than a day, or of somebody else than who is signed in. A session that only ended leaves it. */
export function dropOldDraft(): void {
  const stored = read();
  if (!stored) return;
  const { role, name } = readViewer();
  const isOld = !(Math.abs(Date.now() - stored.at) < KEPT_MS);
  if (isOld || (role !== "visitor" && name !== stored.name)) clearDraft();
}
