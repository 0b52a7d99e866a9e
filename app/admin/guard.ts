import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { urlWithQuery } from "@/components/admin/admin-urls";
import { type Admin, isAdmin } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";

/**
 * The admin who asks for `path`; anybody else is sent to /login, which says why and leads an admin back.
 * For pages, before they read anything.
 */
export async function requireAdmin(path: string): Promise<Admin> {
  const actor = await currentActor();
  if (!isAdmin(actor)) redirect(urlWithQuery("/login", { denied: 1, next: path }) as Route);
  return actor;
}

/** A page's title for admins: nobody else learns from it that the page is there. */
export const adminMetadata = (title: string) => async (): Promise<Metadata> =>
  isAdmin(await currentActor()) ? { title } : {};

/** The same for a page of one thing, named by what was found; without it the page says that it is not there. */
export const adminMetadataFor =
  <P>(find: (admin: Admin, params: P) => Promise<string>) =>
  async ({ params }: { params: Promise<P> }): Promise<Metadata> => {
    const actor = await currentActor();
    return isAdmin(actor) ? { title: await find(actor, await params) } : {};
  };
