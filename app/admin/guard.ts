import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { type Admin, isAdmin } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";

/** The admin who asks; anybody else is sent to /login, which says why (specification §2). For pages, before they read anything. */
export async function adminOrLogin(): Promise<Admin> {
  const actor = await currentActor();
  if (!isAdmin(actor)) redirect("/login?denied=1");
  return actor;
}

/** A page's title for admins: nobody else learns from it that the page is there. */
export const adminTitle = (title: string) => async (): Promise<Metadata> =>
  isAdmin(await currentActor()) ? { title } : {};
