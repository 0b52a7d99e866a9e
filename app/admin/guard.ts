import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { urlWithQuery } from "@/components/admin/urls";
import type { Permission } from "@/db/constants/auth";
import { type Actor, isStaffMember, type MayAll, may, type Needed, type StaffMember } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";

/**
 * Returns who works for the shop and is signed in. Anybody else is redirected to /login, which explains why, and leads back to `path` after
 * an admin's login; whoever lacks a permission, to the first page of the own; whoever must set up a second factor, to where that is done.
 * Pages call it before they read anything.
 */
export async function requireStaff<P extends Needed>(path: string, ...needed: P): Promise<StaffMember & MayAll<P>> {
  const member = await requireStaffMember(path);
  if (!mayAll(member, needed)) redirect(urlWithQuery("/admin", { denied: 1 }));
  return member;
}

const mayAll = <A extends Actor, P extends Needed>(actor: A, needed: P): actor is A & MayAll<P> =>
  needed.every((permission) => may(actor, permission));

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
  <P extends Needed, Params>(needed: P, find: (admin: StaffMember & MayAll<P>, params: Params) => Promise<string>) =>
  async ({ params }: { params: Promise<Params> }): Promise<Metadata> => {
    const actor = await currentActor();
    return isStaffMember(actor) && mayAll(actor, needed) ? { title: await find(actor, await params) } : {};
  };
