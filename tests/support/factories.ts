// People and sweets of the tests' own, in the test file's own database. Each is new, so that tests do not meet.

import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { writeDb } from "@/db/client";
import type { Permission, Role, StaffKind } from "@/db/constants/auth";
import type { Customer, May, StaffMember, User, Visitor } from "@/lib/auth/actor";
import { findSession, startSession } from "@/lib/auth/session";
import { createSweet, restock } from "@/lib/catalogue/commands";
import { findSweet } from "@/lib/catalogue/queries";
import { createSweetInput } from "@/lib/catalogue/schema";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import { type OrderInput, orderInput } from "@/lib/orders/schema";
import { pool, sql } from "./sql";

const unique = () => randomBytes(6).toString("hex");

// Hashing takes 60 ms: people who do not log in get a hash that nothing fits.
const NO_PASSWORD = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

async function people<R extends Role>(count: number, role: R): Promise<(User & { role: R })[]> {
  const rows = Array.from({ length: count }, () => {
    const id = unique();
    const staff = role === "admin" ? "owner" : null;
    return { email: `${id}@example.com`, name: `Person ${id}`, role, staff, password_hash: NO_PASSWORD };
  });
  const made = await sql`insert into users ${sql(rows)} returning id, name, email`;
  return made.map((row) => ({
    kind: "user",
    id: row.id as number,
    name: row.name as string,
    email: row.email as string,
    role,
    staff: role === "admin" ? "owner" : null,
    sessionId: 0,
  })) as (User & { role: R })[];
}

/** A customer, not signed in anywhere. */
export const aCustomer = async (): Promise<Customer> => (await people(1, "customer"))[0] as Customer;
export const customers = (count: number): Promise<Customer[]> => people(count, "customer");
let addresses = 0;
/** A network address that no other test of the file has. */
export const anAddress = () => `198.51.100.${++addresses}`;

/** Customers at an address who have registered just now, or so many hours ago. */
export async function accountsAt(address: string, count: number, hours = 0): Promise<Customer[]> {
  const made = await customers(count);
  await sql`update users set created_at = now() - ${hours} * interval '1 hour' where id = any(${made.map(({ id }) => id)})`;
  return made.map((customer) => ({ ...customer, address }));
}

/** Staff whom domain functions take as people who have been let in, whatever they do: who lets them in is tested where that is done. */
export type Member = StaffMember & May<Permission>;

/** One of the shop's people, an owner unless another kind is named. */
export async function anAdmin(staff: StaffKind = "owner"): Promise<Member> {
  const [admin] = await people(1, "admin");
  if (staff !== "owner") await sql`update users set staff = ${staff} where id = ${admin?.id ?? 0}`;
  return { ...admin, staff } as Member;
}

/** A visitor with a cart's cookie; the cart begins with the first line. */
export const aVisitor = (): Visitor & { cartToken: string } => ({ kind: "visitor", cartToken: unique() + unique() });

/** The same person with a live session; `token` is its secret. */
export async function signedIn<U extends User>(user: U, kind: "browser" | "api" = "browser") {
  const token = await writeDb().transaction((tx) => startSession(user.id, kind, "a test", tx));
  const { sessionId } = (await findSession(token)) as User;
  return { actor: { ...user, sessionId } as U, token };
}

let owner: Promise<Member> | undefined;

/** A new sweet. Price in rupees; of one in packs that of its default pack. */
export async function aSweet(wanted: Partial<z.input<typeof createSweetInput>> = {}): Promise<SweetWithPicture> {
  owner ??= anAdmin();
  const { quantity = 10, price, name = `Sweet ${unique()}`, category = "Traditional Sweets", ...rest } = wanted;
  const own = price ?? rest.packs?.find(({ isDefault }) => isDefault)?.price ?? 100;
  const fields = { name, quantity, price: own, category, description: "Made for a test", ...rest };
  return createSweet(await owner, createSweetInput.parse(fields), null, pool);
}

export const trayPacks = [
  { label: "250 g", grams: 250, units: 1, price: 200 },
  { label: "500 g", grams: 500, units: 2, price: 380, isDefault: true },
  { label: "1 kg", grams: 1000, units: 4, price: 720 },
];
/** A sweet in those packs, with so many units of 250 g in stock. `small`, `medium` and `large` name a pack for `many` and `anOrder`. */
export async function aTray(units: number, name = "Mysore Pak") {
  const { id, packs } = await aSweet({ name, quantity: 0, packs: trayPacks });
  const packOf = (grams: number) => ({ id, packId: packs.find((pack) => pack.grams === grams)?.id ?? 0 });
  const [small, medium, large] = [packOf(250), packOf(500), packOf(1000)];
  if (units > 0) await restock((await owner) as Member, id, many(small, units), pool);
  return { id, packs, small, medium, large };
}

/** A sweet, or one of its packs. */
export type Item = { id: number; packId?: number };
/** So many packs of a sweet, for a cart, a sale or a restock. */
export const many = ({ id, packId }: Item, quantity: number) => ({ productId: id, packId, quantity });

/** What there is of a sweet now. */
export const quantityOf = async (sweet: { id: number }) => (await findSweet(sweet.id))?.quantity;

export type Lines = [sweet: Item, quantity: number, price?: number][];
/** An order's input: `[sweet, packs]` or `[sweet, packs, price shown]` a line. `delivery`: only what is to be other than usual. */
export function anOrder(
  lines: Lines,
  { delivery, ...rest }: Partial<Omit<OrderInput, "delivery">> & { delivery?: Partial<OrderInput["delivery"]> } = {},
): OrderInput {
  const usual = { recipientName: "Somebody", deliveryAddress: "12 Some Road, Mumbai", phoneNumber: "98200 00000" };
  return orderInput.parse({
    items: lines.map(([item, quantity, price]) => ({ ...many(item, quantity), price })),
    delivery: { ...usual, ...delivery },
    ...rest,
  });
}
