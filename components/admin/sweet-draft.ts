import type { SweetTexts } from "./sweet-fields";

/** What was typed before the session ended; `quantity` is the stock that it was typed against. Session storage ends with the tab. */
type Draft = { changes: Partial<SweetTexts>; quantity: string };

const keyOf = (id: number | null) => `mithaas:sweet:${id ?? "new"}`;

/** Stores what was typed over a login in between. */
export function storeDraft(id: number | null, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(id), JSON.stringify(draft));
  } catch {
    // storage may be refused; the fields are then typed again
  }
}

/** What was typed before a login, once. */
export function takeDraft(id: number | null): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? "null");
    sessionStorage.removeItem(keyOf(id));
    return draft;
  } catch {
    return null;
  }
}
