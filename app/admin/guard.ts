import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { urlWithQuery } from "@/components/admin/urls";
import { isStaffMember, may, type StaffMember } from "@/lib/auth/actor";
import type { Permission } from "@/lib/auth/constants";
import { currentActor } from "@/lib/auth/request";

/**
 * Returns who works for the shop and is signed in. Anybody else is redirected to /login, which explains why, and leads back to `path` after
 * an admin's login; whoever lacks the permission, to the first page of the own; whoever must set up a second factor, to where that is done.
 * Pages call it before they read anything.
 */
export async function requireStaff(path: string, permission: Permission): Promise<StaffMember> {
  const member = await requireStaffMember(path);
  if (!may(member, permission)) redirect(urlWithQuery("/admin", { denied: 1 }));
  return member;
}

/** The same for a page that is for everybody who works for the shop. */
export async function requireStaffMember(path: string): Promise<StaffMember> {
  const actor = await currentActor();
  if (!isStaffMember(actor)) redirect(urlWithQuery("/login", { denied: 1, next: path }));
  if (actor.lacksFactor) redirect("/account");
  return actor;
}

/** The metadata of a page with a title for those alone who may open it, so that nobody else can find out that the page exists. */
export const adminMetadata = (permission: Permission, title: string) => async (): Promise<Metadata> =>
  may(await currentActor(), permission) ? { title } : {};

/** The same for a page whose title needs data. `find` shows the not-found page if there is none. */
export const adminMetadataFor =
  <P>(permission: Permission, find: (admin: StaffMember, params: P) => Promise<string>) =>
  async ({ params }: { params: Promise<P> }): Promise<Metadata> => {
    const actor = await currentActor();
    return isStaffMember(actor) && may(actor, permission) ? { title: await find(actor, await params) } : {};
  };
