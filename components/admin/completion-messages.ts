/** What is said on the page that follows a form of its own page. */
export const completionMessages = {
  added: "Sweet added successfully",
  updated: "Sweet updated successfully",
  deleted: "Sweet deleted successfully",
  samplesAccepted: "The sample sweets are now your own",
  samplesDeleted: "The sample sweets have been deleted",
} as const;
export type Done = keyof typeof completionMessages;

/** The text that an address asks for: without JavaScript there are no toasts. */
export const completionMessage = (word: unknown) =>
  typeof word === "string" && Object.hasOwn(completionMessages, word)
    ? { message: completionMessages[word as Done] }
    : null;
