import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { address } from "@/components/admin/address";
import { type Admin, isAdmin } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";

/**
 * The admin who asks for `path`; anybody else is sent to /login, which says why (specification §2) and leads an admin back.
 * For pages, before they read anything.
 */
export async function adminOrLogin(path: string): Promise<Admin> {
  const actor = await currentActor();
  if (!isAdmin(actor)) redirect(address("/login", { denied: 1, next: path }) as Route);
  return actor;
}

/** A page's title for admins: nobody else learns from it that the page is there. */
export const adminTitle = (title: string) => async (): Promise<Metadata> =>
  isAdmin(await currentActor()) ? { title } : {};
