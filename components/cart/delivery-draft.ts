/*
 * What is being typed at the checkout, for this tab alone and until the order is placed or its owner logs out. It belongs to one
 * cart's next order, by its key: whoever signs in here afterwards does not see it.
 */

const DRAFT = "mithaas:delivery";

export type DeliveryDraft = Record<string, string>;

/** Storage may be refused: then what was typed lasts as long as the page. */
let last: string | null = null;

function read(): string | null {
  try {
    return sessionStorage.getItem(DRAFT);
  } catch {
    return last;
  }
}

/** What was typed for the order with this key before. */
export function readDraft(key: string | null): DeliveryDraft | null {
  try {
    const draft = JSON.parse(read() ?? "null");
    return draft && draft.key === key ? draft.texts : null;
  } catch {
    return null;
  }
}

export function storeDraft(key: string | null, texts: DeliveryDraft): void {
  last = JSON.stringify({ key, texts });
  try {
    sessionStorage.setItem(DRAFT, last);
  } catch {
    // remembered in this page alone
  }
}

/** The order was placed, or its owner has logged out. */
export function clearDraft(): void {
  last = null;
  try {
    sessionStorage.removeItem(DRAFT);
  } catch {
    // nothing was stored
  }
}
