import type { PackForm } from "@/lib/catalogue/pack-form";
import type { SweetTexts } from "./fields";

/** What was typed before the session ended, and the stock and the packs that the form showed then. Session storage ends with the tab. */
type Draft = { changes: Partial<SweetTexts>; quantity: string; packs?: { typed: PackForm; before: PackForm } };

const keyOf = (id: number | null) => `mithaas:sweet:${id ?? "new"}`;

/** Stores what was typed while the user logs in again. */
export function storeDraft(id: number | null, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(id), JSON.stringify(draft));
  } catch {
    // The browser may refuse storage. The user then has to type again.
  }
}

/** Returns what was typed before the login, and deletes it. */
export function restoreDraft(id: number | null): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? "null");
    sessionStorage.removeItem(keyOf(id));
    return draft;
  } catch {
    return null;
  }
}
