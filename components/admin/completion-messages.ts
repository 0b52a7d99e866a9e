/** The messages that a page shows after another page's form has redirected to it. */
export const completionMessages = {
  added: "Sweet added successfully",
  updated: "Sweet updated successfully",
  deleted: "Sweet deleted successfully",
  samplesAccepted: "The sample sweets are now your own",
  samplesDeleted: "The sample sweets have been deleted",
} as const;
export type Completion = keyof typeof completionMessages;

/** The message for the query parameter `done`. With JavaScript the same message is shown as a toast. */
export const completionMessage = (value: unknown) =>
  typeof value === "string" && Object.hasOwn(completionMessages, value)
    ? completionMessages[value as Completion]
    : null;
