import { anAccount, anAdmin, call, type Person, unique } from "./shop";

export const kinds = ["owner", "manager", "counter", "kitchen", "accountant"] as const;
export type Kind = (typeof kinds)[number];
export type Member = Person & { name: string; staff: Kind };

export const inviteOf = (staff: Kind) => ({ name: `Person ${unique()}`, email: `${unique("s")}@mithaas.test`, staff });

/** Somebody who works for the shop, as if an invitation had been accepted. */
export async function aMember(staff: Kind): Promise<Member> {
  const name = `Person ${unique()}`;
  return { ...(await anAccount(name, staff)), name, staff };
}

const members = new Map<Kind, Promise<Member>>();
/** The same one for all tests of a file that change nothing about the person. */
export function theMember(staff: Kind): Promise<Member> {
  const known = members.get(staff) ?? aMember(staff);
  members.set(staff, known);
  return known;
}

/** The secret at the end of a link. */
export const tokenOf = (link: string) => link.split("/").at(-1) ?? "";

export type Key = { id: number; key: string; name: string };
/** A key with these permissions, made by an owner. */
export async function aKey(permissions: string[], maker?: string): Promise<Key> {
  const name = `Key ${unique()}`;
  const token = maker ?? (await anAdmin());
  const { body } = await call("POST", "/admin/keys", { token, body: { name, permissions, expiresAt: null } });
  return { id: body.id, key: body.key, name };
}
