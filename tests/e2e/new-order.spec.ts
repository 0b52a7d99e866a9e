// Orders that staff take. The keys, refusals and what is filled in: tests/components/new-order.test.tsx; the API: tests/api/taken-orders.
import { expectAccessible } from "../support/accessible";
import { db, expect, shop, test, unique } from "../support/shopper";
import { ordersWith, rowOf } from "./admin-shop";

const NEW = "/admin/orders/new";

test("three sweets are sold by the keyboard alone, with one receipt for paper of 80 mm", async ({ owner }) => {
  const names = [unique("Aaaa"), unique("Bbbb"), unique("Cccc")];
  const sweets = [];
  for (const [i, name] of names.entries()) sweets.push(await shop.sweet({ name, price: 100 * (i + 1), quantity: 5 }));
  await owner.goto("/admin?tab=orders");
  await owner.getByRole("link", { name: "New order" }).click();
  const search = owner.getByRole("combobox", { name: "Sweet" });
  await expect(search).toBeFocused();
  const { keyboard } = owner;
  // A scanned code is the sweet's number.
  await keyboard.type(String(sweets[2]!.id));
  await keyboard.press("Enter");
  await search.fill(names[0]!);
  await expect(owner.getByRole("option", { name: names[0]! })).toBeVisible();
  await keyboard.press("Enter");
  await search.fill(`2 ${names[1]}`);
  await keyboard.press("Enter");
  await expect(owner.getByRole("list", { name: "Sweets of this order" }).getByRole("listitem")).toHaveCount(3);
  await expect(search).toHaveValue("");
  await keyboard.press("Enter");
  await expect(owner.getByRole("radio", { name: "Cash" })).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.type("1000");
  await keyboard.press("Enter");
  await expect(owner.getByText(/Order #\d+: ₹800 paid. Change ₹200/)).toBeVisible();
  await expect(search).toBeFocused();
  for (const [i, { id }] of sweets.entries()) expect((await shop.sweetNow(id)).quantity).toBe(i === 1 ? 3 : 4);

  const href = await owner.getByRole("link", { name: "Receipt" }).getAttribute("href");
  await owner.goto(`${href}`);
  const receipt = owner.getByRole("article", { name: /^Receipt for order/ });
  await expect(receipt).toContainText(/(Bill of supply|Tax invoice) \S+\/\d{6}/);
  for (const name of names) await expect(receipt).toContainText(name);
  await expect(receipt).toContainText("Total₹800");
  await expect(receipt).toContainText("Paid: Cash₹800");
  const pdf = await owner.pdf({ preferCSSPageSize: true });
  // 80 mm are 226.8 points.
  expect(pdf.toString("latin1")).toMatch(/\/MediaBox\s*\[\s*0 0 22[67]/);
  await expect(owner.getByRole("link", { name: "Next customer" })).toHaveAttribute("href", NEW);
});

test("an order by phone: a window, an advance, and the next time its number finds the address; without a window it has its day", async ({
  owner,
}) => {
  const { name } = await shop.sweet({ category: "Traditional Sweets", price: 300, quantity: 9 });
  const phone = `98${Date.now().toString().slice(-8)}`;
  const customer = unique("Asha");
  await owner.goto(NEW);
  await owner.getByRole("combobox", { name: "Sweet" }).fill(`4 ${name}`);
  await owner.keyboard.press("Enter");
  await owner.getByLabel("By phone, for later").check();
  await owner.getByLabel("Phone", { exact: true }).fill(phone);
  await owner.getByLabel("Name", { exact: true }).fill(customer);
  await owner.getByLabel("Address").fill("14 Shivaji Park Road");
  await owner.getByLabel("Pincode").fill("400028");
  await owner.locator("fieldset", { hasText: "Time" }).getByRole("radio").last().check();
  await owner.getByLabel("Advance (₹)").fill("500");
  await owner.getByLabel("Advance by").selectOption("upi");
  await expectAccessible(owner);
  await owner.getByRole("button", { name: "Take order" }).click();
  const taken = owner.getByText(/Order #\d+: taken, ₹[\d,]+ to be paid/);
  await expect(taken).toBeVisible();
  const id = Number(/#(\d+)/.exec((await taken.textContent()) ?? "")?.[1]);

  const planned = await shop.sweet({ quantity: 0 });
  await shop.plan(planned.id, 3, 1);
  await owner.reload();
  await owner.getByRole("combobox", { name: "Sweet" }).fill(`2 ${planned.name}`);
  await owner.keyboard.press("Enter");
  await owner.getByLabel("By phone, for later").check();
  await owner.getByLabel("Phone", { exact: true }).fill(`+91 ${phone.slice(0, 5)} ${phone.slice(5)}`);
  await owner.keyboard.press("Enter");
  await expect(owner.getByText(new RegExp(`Last order #${id} of`))).toBeVisible();
  await expect(owner.getByLabel("Name", { exact: true })).toHaveValue(customer);
  await expect(owner.getByLabel("Address")).toHaveValue("14 Shivaji Park Road");
  await expect(owner.getByLabel("Pincode")).toHaveValue("400028");
  const lines = owner.getByRole("list", { name: "Sweets of this order" });
  const day = owner.getByRole("combobox", { name: "Day" });
  await day.selectOption("");
  await expect(lines).toContainText("Only 0 left");
  await day.selectOption({ index: 3 });
  await expect(lines).not.toContainText("left");
  const chosen = await day.inputValue();
  await owner.getByRole("button", { name: "Take order" }).click();
  await expect(taken).not.toContainText(`#${id}`);
  const nextId = Number(/#(\d+)/.exec((await taken.textContent()) ?? "")?.[1]);
  const [{ orderDay, window }] = (await db`
    select day::text as "orderDay", slot_from as window from orders where id = ${nextId}`) as unknown as [
    { orderDay: string; window: string | null },
  ];
  expect({ orderDay, window }).toEqual({ orderDay: chosen, window: null });

  await owner.goto(`/admin/audit?noun=orders&nounId=${id}`);
  await expect(owner.getByText(`found order #${id} by the number of a caller`)).toBeVisible();

  await owner.goto(ordersWith(customer));
  await expect(rowOf(owner, id)).toContainText(phone);
  await expect(rowOf(owner, id).locator(".badge").first()).toHaveText("Pending");
  await owner.goto(`/admin/orders/${id}`);
  await expect(owner.getByRole("definition").filter({ hasText: phone }).first()).toContainText(customer);
  await expect(owner.getByText("Received · UPI")).toBeVisible();
  await expect(owner.getByText("Counter", { exact: true })).toBeVisible();
});

test("what is short is named with what is left, and taken", async ({ owner }) => {
  const sweet = await shop.sweet({ quantity: 5 });
  await owner.goto(NEW);
  await owner.getByRole("combobox", { name: "Sweet" }).fill(`3 ${sweet.name}`);
  await owner.keyboard.press("Enter");
  await shop.edit(sweet.id, { stock: 2 });
  await owner.getByRole("button", { name: "Take payment" }).click();
  await expect(owner.getByRole("form").getByRole("alert")).toContainText(
    `${sweet.name}: Only 2 items available in stock.`,
  );
  await owner.getByRole("button", { name: "Take what is available" }).click();
  await owner.getByRole("button", { name: "Take payment" }).dblclick();
  await expect(owner.getByText(/Order #\d+: ₹200 paid/)).toBeVisible();
  expect((await shop.sweetNow(sweet.id)).quantity).toBe(0);
});
