// What several of the owner's screens need.
import sharp from "sharp";
import { db, type Page, shop, unique } from "../support/shopper";

/** Orders of one new customer, each of two packs of one sweet at ₹250. */
export async function orders(count: number, more: Record<string, unknown> = {}, fields = {}) {
  const sweet = await shop.sweet({ price: 250, quantity: 100, ...fields });
  const buyer = await shop.customer();
  const made: number[] = [];
  for (let n = 0; n < count; n++) made.push((await shop.order(buyer, [{ productId: sweet.id, quantity: 2 }], more)).id);
  const ids = made as [number, number, number];
  return { sweet, buyer, id: ids[0], ids };
}

/** As if the customer of an order of ₹500 had chosen UPI and sent the UTR: the settings of the shared shop offer no UPI. */
export async function aClaim(id: number) {
  const utr = String(700_000_000_000 + id);
  await db`update orders set payment_method = 'upi' where id = ${id}`;
  await db`insert into payments (order_id, method, amount, state, reference) values (${id}, 'upi', 50000, 'claimed', ${utr})`;
  return utr;
}

/** Invites somebody and returns the link that the owner is shown. */
export async function invited(owner: Page, kind: string) {
  await owner.goto("/admin/staff");
  const name = unique(kind);
  const form = owner.getByRole("form", { name: "Invite somebody" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Email").fill(`${name.replaceAll(" ", "")}@example.com`);
  await form.getByLabel("Role").selectOption(kind);
  await form.getByRole("button", { name: "Invite" }).click();
  return { name, link: await form.getByLabel(`Link for ${name}`).inputValue() };
}

/** The list of orders with those that a text finds. */
export const ordersWith = (search: string | number) => `/admin?tab=orders&search=${encodeURIComponent(search)}`;

/** The list of sweets with this one. */
export const listOf = ({ name }: { name: string }) => `/admin?tab=products&search=${encodeURIComponent(name)}`;

/** Takes the session away, as its end does. */
export const endSession = (page: Page) => page.context().clearCookies();

/** A photograph to upload. */
export const photograph = async (name = "photo.png") => ({
  name,
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 1200, height: 900, channels: 3, background: "#b86a00" } })
    .png()
    .toBuffer(),
});

/** The row of an order in a list: a search by its number finds phones with these digits too. */
export const rowOf = (page: Page, id: number) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: `#${id}`, exact: true }) });
