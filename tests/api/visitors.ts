// Orders without an account, as a browser without JavaScript places and uses them.
import { expect } from "vitest";
import { MADE_FOR } from "@/lib/forms/made-for";
import { page, sendForm, sendFormOf, textOf } from "./forms";
import { anAdmin, aSweet, aVisitorsCart, call, unique } from "./shop";

/** A new order of a new browser: the checkout of its cart, sent without an account. Every text of its person is findable. */
export async function aVisitorsOrder() {
  const sweet = await aSweet();
  const cookie = await aVisitorsCart(sweet.id);
  const person = {
    recipientName: unique("Sunita "),
    deliveryAddress: unique("Street "),
    phoneNumber: "98200 11111",
    notes: unique("Note "),
    email: `${unique("v")}@mithaas.test`,
  };
  const answer = await sendForm("/checkout?guest=1", "recipientName", person, cookie);
  const id = Number(/\/orders\?placed=(\d+)$/.exec(answer.headers.get("location") ?? "")?.[1]);
  expect([answer.status, id > 0]).toEqual([303, true]);
  return { id, sweet, cookie, person, answer };
}

/** Presses a button of a page: sends the form that ends with it. */
export async function press(path: string, button: string, cookie: string): Promise<Response> {
  const forms = (await page(path, cookie)).match(/<form\b.*?<\/form>/gs) ?? [];
  const form = forms.find((html) => textOf(html).endsWith(button));
  if (!form) throw new Error(`${path} has no button ${button}`);
  return sendFormOf(form, path, MADE_FOR, {}, cookie);
}

/** Sets the status of an order as the owner does. */
export const setStatus = async (id: number, status: string) =>
  call("PUT", `/admin/orders/${id}/status`, { token: await anAdmin(), body: { status } });
