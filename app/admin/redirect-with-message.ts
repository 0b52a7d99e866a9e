import { redirect } from "next/navigation";
import { flash } from "@/lib/http/request";

/** The messages of what leads to another page. */
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

/** The message for the query parameter `done`. */
export const completionMessage = (value: unknown) =>
  typeof value === "string" && Object.hasOwn(completionMessages, value)
    ? completionMessages[value as Completion]
    : null;

/** Redirects after a form, and shows a message there as a toast. */
export async function redirectWithMessage(
  path: "/admin" | "/admin?tab=products" | "/admin?tab=plans",
  completion: Completion,
): Promise<never> {
  await flash("success", completionMessages[completion]);
  redirect(path);
}
