import type { Route } from "next";
import { redirect } from "next/navigation";
import { completionMessages, type Done } from "@/components/admin/completion-messages";
import { flash } from "@/lib/auth/request";

/** Leads on after a form on a page of its own, and says there what was done: in a toast, or in the page without JavaScript. */
export async function done(path: "/admin" | "/admin?tab=products", what: Done): Promise<never> {
  await flash("success", completionMessages[what]);
  redirect(`${path}${path.includes("?") ? "&" : "?"}done=${what}` as Route);
}
