/*
 * What was typed into a form and not saved when the owner left it, or was signed out, in session storage, which ends with the tab.
 */

const keyOf = (form: string) => `mithaas:${form}`;

export function storeDraft(form: string, draft: object): void {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(draft));
  } catch {
    // The browser may refuse storage. The owner then has to type again.
  }
}

/** Returns what was typed before the form was left, and deletes it. */
export function restoreDraft<Draft>(form: string): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? "null");
    sessionStorage.removeItem(keyOf(form));
    return draft;
  } catch {
    return null;
  }
}
