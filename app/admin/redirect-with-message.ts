import type { Route } from "next";
import { redirect } from "next/navigation";
import { flash } from "@/lib/http/request";

/** The messages that a page shows after another page's form has redirected to it. */
export const completionMessages = {
  added: "Sweet added successfully",
  updated: "Sweet updated successfully",
  deleted: "Sweet deleted successfully",
  samplesAccepted: "The sample sweets are now your own",
  planSaved: "Plan saved",
  planEnded: "This sweet is not made for the day any more",
  samplesDeleted: "The sample sweets have been deleted",
} as const;
export type Completion = keyof typeof completionMessages;

/** The message for the query parameter `done`. With JavaScript the same message is shown as a toast. */
export const completionMessage = (value: unknown) =>
  typeof value === "string" && Object.hasOwn(completionMessages, value)
    ? completionMessages[value as Completion]
    : null;

/** Redirects after a form and shows a message there: as a toast, or in the page without JavaScript. */
export async function redirectWithMessage(
  path: "/admin" | "/admin?tab=products" | "/admin?tab=plans",
  completion: Completion,
): Promise<never> {
  await flash("success", completionMessages[completion]);
  redirect(`${path}${path.includes("?") ? "&" : "?"}done=${completion}` as Route);
}
