// The form of a new order, as the API's body.
import { expect, test } from "vitest";
import { takenOrderForm } from "@/lib/orders/taken-form";

const items = JSON.stringify([{ productId: 5, packId: 7, quantity: 2, price: 99.5 }]);
const later = {
  when: "later",
  items,
  name: "Asha Rao",
  phone: "98200 00000",
  email: "",
  advance: "upi",
  payment: "cod",
};
const paths = (form: Record<string, string>) =>
  takenOrderForm.safeParse(form).error?.issues.map(({ path }) => path.join("."));

test("handed over at once, it is paid as was chosen, and what is typed for later does not count", () => {
  expect(takenOrderForm.parse({ ...later, when: "now", paid: "card", giftWrap: "on", amount: "5" })).toEqual({
    items: JSON.parse(items),
    giftWrap: true,
    personalMessage: "",
    payment: "card",
  });
});

test("for later, the customer gets it at the address unless somebody else is named", () => {
  const delivery = {
    deliveryAddress: "12 Hill Road\r\nMumbai",
    pincode: "400 028",
    slot: "2026-11-24 10:00",
    method: "delivery",
  };
  expect(takenOrderForm.parse({ ...later, ...delivery, amount: "1,200.50", notes: " ", day: "" })).toEqual({
    items: JSON.parse(items),
    giftWrap: false,
    personalMessage: "",
    customer: { name: "Asha Rao", phone: "98200 00000", email: null },
    delivery: {
      recipientName: "Asha Rao",
      phoneNumber: "98200 00000",
      deliveryAddress: "12 Hill Road\nMumbai",
      notes: null,
      pincode: "400028",
      method: "delivery",
      slot: { date: "2026-11-24", from: "10:00" },
      day: null,
    },
    payment: "cod",
    received: { method: "upi", amount: 1200.5 },
  });
  // A window that a refusal has offered is ordered at once.
  const other = takenOrderForm.parse({ ...later, ...delivery, alternative: "2026-11-25 14:00" });
  expect(other.delivery?.slot).toEqual({ date: "2026-11-25", from: "14:00" });
  // It has its own day.
  const dayOf = (day: string, alternative: string) =>
    takenOrderForm.parse({ ...later, ...delivery, day, alternative }).delivery?.day;
  expect([
    dayOf("2026-11-24", "2026-11-25 14:00"),
    dayOf("2026-11-24", "2026-11-24 18:00"),
    dayOf("2026-11-24", ""),
  ]).toEqual([null, "2026-11-24", "2026-11-24"]);
  const gift = { ...later, ...delivery, recipientName: "Ila Rao", phoneNumber: "98200 11111" };
  expect(takenOrderForm.parse(gift).delivery).toMatchObject({ recipientName: "Ila Rao", phoneNumber: "98200 11111" });
});

test("an address is needed unless it is picked up; what is missing of the customer is said once", () => {
  expect(paths({ ...later, name: "", phone: "" })).toEqual([
    "customer.name",
    "customer.phone",
    "delivery.deliveryAddress",
  ]);
  expect(takenOrderForm.parse({ ...later, method: "pickup" }).delivery?.deliveryAddress).toBe("Picked up at the shop");
  expect(paths({ ...later, method: "pickup", amount: "much" })).toEqual(["received.amount"]);
  expect(paths({ when: "now", items: "no JSON", paid: "cash" })).toEqual(["items"]);
});

test("a company counts while it is ticked, handed over or for later", () => {
  const company = { gstin: " 07 aaact2727q1zy", companyName: "Tata & Sons", deliveredTo: "others" };
  const stored = { gstin: "07AAACT2727Q1ZY", name: "Tata & Sons", deliveredTo: "others" };
  for (const form of [
    { ...later, ...company, when: "now", paid: "cash" },
    { ...later, ...company, method: "pickup" },
  ]) {
    expect(takenOrderForm.parse(form).company).toBeUndefined();
    expect(takenOrderForm.parse({ ...form, forCompany: "on" }).company).toEqual(stored);
    expect(paths({ ...form, forCompany: "on", gstin: "", companyName: "A" })).toEqual([
      "company.gstin",
      "company.name",
    ]);
  }
});
