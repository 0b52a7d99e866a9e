import type { Section } from "@/lib/settings/constants";

/** What was typed and not saved when the form was left, and the version that it was typed over. Session storage ends with the tab. */
type Draft = { version: number; fields: Record<string, string> };

const keyOf = (section: Section) => `mithaas:settings:${section}`;

/** Stores what was typed while the owner is elsewhere: at another tab, or at the login. */
export function storeDraft(section: Section, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(section), JSON.stringify(draft));
  } catch {
    // The browser may refuse storage. The owner then has to type again.
  }
}

/** Returns what was typed before the form was left, and deletes it. */
export function restoreDraft(section: Section): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(section)) ?? "null");
    sessionStorage.removeItem(keyOf(section));
    return draft;
  } catch {
    return null;
  }
}
