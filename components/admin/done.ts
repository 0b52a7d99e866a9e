/** What is said on the page that follows a form of its own page. */
export const doneTexts = {
  added: "Sweet added successfully",
  updated: "Sweet updated successfully",
  deleted: "Sweet deleted successfully",
  samplesAccepted: "The sample sweets are now your own",
  samplesDeleted: "The sample sweets have been deleted",
} as const;
export type Done = keyof typeof doneTexts;

/** The text that an address asks for: without JavaScript there are no toasts. */
export const doneText = (word: unknown) =>
  typeof word === "string" && Object.hasOwn(doneTexts, word) ? { message: doneTexts[word as Done] } : null;
