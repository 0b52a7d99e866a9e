import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { urlWithQuery } from "@/components/admin/urls";
import { type Admin, isAdmin } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";

/**
 * Returns the admin. Anybody else is redirected to /login, which explains why, and leads back to `path` after an admin's login.
 * Pages call it before they read anything.
 */
export async function requireAdmin(path: string): Promise<Admin> {
  const actor = await currentActor();
  if (!isAdmin(actor)) redirect(urlWithQuery("/login", { denied: 1, next: path }));
  return actor;
}

/** The metadata of a page with a title for admins only, so that nobody else can find out that the page exists. */
export const adminMetadata = (title: string) => async (): Promise<Metadata> =>
  isAdmin(await currentActor()) ? { title } : {};

/** The same for a page whose title needs data. `find` shows the not-found page if there is none. */
export const adminMetadataFor =
  <P>(find: (admin: Admin, params: P) => Promise<string>) =>
  async ({ params }: { params: Promise<P> }): Promise<Metadata> => {
    const actor = await currentActor();
    return isAdmin(actor) ? { title: await find(actor, await params) } : {};
  };
