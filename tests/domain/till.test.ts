// What the screen of new orders reads: the packs on sale, and the last order of a caller (docs/behaviour.md#orders-taken-by-staff).
import { expect, test, vi } from "vitest";
import { deleteSweet, updateSweet } from "@/lib/catalogue/commands";
import { updateSweetInput } from "@/lib/catalogue/schema";
import { itemsAtTill, packsAtTill } from "@/lib/catalogue/till-queries";
import { takeOrder } from "@/lib/invoices/order-commands";
import { findCaller } from "@/lib/orders/caller-queries";
import { placeOrder } from "@/lib/orders/place";
import { takenOrderInput } from "@/lib/orders/taken-schema";
import { refusal } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, aTray, many, trayPacks } from "../support/factories";

// Monday, 9:30 in India.
vi.mock("@/lib/clock", async (original) => ({
  ...(await original<typeof import("@/lib/clock")>()),
  shopNow: () => new Date("2026-11-23T04:00:00Z"),
}));
const tuesday = "2026-11-24";
const tuesdayMorning = { date: tuesday, from: "10:00" };
const delivery = { recipientName: "Ila Rao", deliveryAddress: "12 Hill Road, Mumbai", phoneNumber: "98200 11111" };

const admin = await anAdmin();

test("the till has every pack on sale, of a sweet the default one first, and finds what rows name", async () => {
  const [tray, gone] = [await aTray(7, "Milk Slab"), await aSweet()];
  await deleteSweet(admin, gone.id);
  const list = trayPacks.map((pack) => ({ ...pack, active: pack.grams < 1000 }));
  await updateSweet(admin, tray.id, updateSweetInput.parse({ packs: list }));
  const packs = await packsAtTill(admin);
  const own = packs.filter(({ productId }) => productId === tray.id);
  expect(own.map(({ packLabel, price, available }) => [packLabel, price, available])).toEqual([
    ["500 g", 380, 3],
    ["250 g", 200, 7],
  ]);
  expect(packs.some(({ productId }) => productId === gone.id)).toBe(false);
  const row = (field: string, typed: string, quantity = "") => ({ field, typed, quantity });
  expect(await itemsAtTill(admin, [row("item0", "Milk Slab"), row("item2", "Milk Slab, 250 g", "3")])).toEqual([
    { ...many(tray.medium, 1), price: 380 },
    { ...many(tray.small, 3), price: 200 },
  ]);
  expect(await refusal(itemsAtTill(admin, [row("item4", "Nothing of that name")]))).toMatchObject({
    errors: [{ path: "item4" }],
  });
  const kitchen = await anAdmin("kitchen");
  expect(await refusal(packsAtTill(kitchen))).toMatchObject({ permission: "orders:write" });
});

test("a caller is known again by the number: by the last order that it had made, or was the recipient's of", async () => {
  const sweet = await aSweet();
  const [number, friend] = ["9712345678", "9612345678"];
  const customer = { name: "Zoya Khan", phone: "+91 97123-45678", email: "z@example.com" };
  expect(await findCaller(admin, number)).toBeNull();
  const gift = await takeOrder(
    admin,
    takenOrderInput.parse({
      items: [{ productId: sweet.id, quantity: 1 }],
      customer,
      delivery: { ...delivery, phoneNumber: friend, pincode: "400028", slot: tuesdayMorning },
    }),
  );
  expect(await findCaller(admin, friend)).toMatchObject({ id: gift.id, name: "Ila Rao", email: null });
  expect(await findCaller(admin, `0${number}`)).toMatchObject({
    id: gift.id,
    name: "Zoya Khan",
    email: "z@example.com",
    recipientName: "Ila Rao",
    deliveryAddress: "12 Hill Road, Mumbai",
    day: tuesday,
    fulfilment: { pincode: "400028", slot: tuesdayMorning },
  });
  // An order of an account has the same number as that of its recipient, whose account's address is not shown.
  const own = { ...delivery, recipientName: "Zoya K.", phoneNumber: number, notes: null };
  const { id } = await placeOrder(await aCustomer(), anOrder([[sweet, 1]], { delivery: own }), { channel: "web" });
  expect(await findCaller(admin, number)).toMatchObject({ id, name: "Zoya K.", email: null, recipientName: "Zoya K." });
  expect(await refusal(findCaller(admin, "98200 0000"))).toMatchObject({ code: "invalid" });
  expect(await refusal(findCaller(await anAdmin("accountant"), number))).toMatchObject({ code: "permission" });
});
