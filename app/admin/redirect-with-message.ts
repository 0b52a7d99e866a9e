import type { Route } from "next";
import { redirect } from "next/navigation";
import { type Completion, completionMessages } from "@/components/admin/completion-messages";
import { flash } from "@/lib/http/request";

/** Redirects after a form and shows a message there: as a toast, or in the page without JavaScript. */
export async function redirectWithMessage(
  path: "/admin" | "/admin?tab=products",
  completion: Completion,
): Promise<never> {
  await flash("success", completionMessages[completion]);
  redirect(`${path}${path.includes("?") ? "&" : "?"}done=${completion}` as Route);
}
