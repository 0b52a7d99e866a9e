/*
 * The delivery details that are being typed at the checkout, in session storage: for this tab only, until the order is placed or
 * the customer logs out. A draft belongs to one cart's checkout key, so that another person who signs in here does not see it.
 */

const STORAGE_KEY = "mithaas:delivery";

export type DeliveryDraft = Record<string, string>;

/** For browsers that refuse storage: the draft then lasts until the next page load. */
let fallback: string | null = null;

function read(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return fallback;
  }
}

/** The draft of the checkout with this key; null when there is none. */
export function readDraft(key: string | null): DeliveryDraft | null {
  try {
    const draft = JSON.parse(read() ?? "null");
    return draft && draft.key === key ? draft.texts : null;
  } catch {
    return null;
  }
}

export function storeDraft(key: string | null, texts: DeliveryDraft): void {
  fallback = JSON.stringify({ key, texts });
  try {
    sessionStorage.setItem(STORAGE_KEY, fallback);
  } catch {
    // `fallback` has it.
  }
}

export function clearDraft(): void {
  fallback = null;
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is refused, so nothing was stored.
  }
}
