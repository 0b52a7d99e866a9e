// The packs of a sweet: one stock, several sizes; what an edit may change and what it does to stock, holds and lines.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StaffMember } from "@/lib/auth/actor";
import { reserve, setQuantity } from "@/lib/cart/commands";
import { readCart } from "@/lib/cart/queries";
import { createSweet, restock, updateSweet } from "@/lib/catalogue/commands";
import { findSweet } from "@/lib/catalogue/queries";
import { createSweetInput, updateSweetInput } from "@/lib/catalogue/schema";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import { purchase, setOrderStatus } from "@/lib/invoices/order-commands";
import { placeOrder } from "@/lib/orders/place";
import { orderInput } from "@/lib/orders/schema";
import { expectStockRight } from "../support/database";
import { aCustomer, anAdmin, aSweet, aVisitor } from "../support/factories";

let admin: StaffMember;
beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => expectStockRight());

const byWeight = [
  { label: "250 g", grams: 250, units: 1, price: 200 },
  { label: "500 g", grams: 500, units: 2, price: 380, isDefault: true },
  { label: "1 kg", grams: 1000, units: 4, price: 720 },
];
const aTray = (quantity: number) =>
  createSweet(
    admin,
    createSweetInput.parse({
      name: "Mysore Pak",
      category: "Traditional Sweets",
      description: "Gram flour and ghee.",
      price: 380,
      quantity,
      packs: byWeight,
    }),
  );
const edit = (sweet: { id: number }, changes: object) => updateSweet(admin, sweet.id, updateSweetInput.parse(changes));
const packOf = (sweet: SweetWithPicture, label: string) => {
  const pack = sweet.packs.find((known) => known.label === label);
  if (!pack) throw new Error(`no pack ${label}`);
  return pack;
};
const availableOf = (sweet: SweetWithPicture) => sweet.packs.map(({ available }) => available);
const now = async ({ id }: { id: number }) => (await findSweet(id)) as SweetWithPicture;
const stored = ({ packs }: SweetWithPicture) =>
  packs.map(({ id, label, grams, units, price, isDefault }) => ({ id, label, grams, units, price, isDefault }));

const order = (items: object[]) =>
  orderInput.parse({
    items,
    delivery: { recipientName: "Asha", deliveryAddress: "12 Marine Drive", phoneNumber: "98200 00000" },
  });

describe("one stock", () => {
  test("counts default packs, and each pack takes its units", async () => {
    const tray = await aTray(10);
    expect(tray).toMatchObject({ price: 380, quantity: 10, details: { netWeightGrams: 500 } });
    expect(availableOf(tray)).toEqual([20, 10, 5]);
    expect(tray.packs[0]).toMatchObject({ label: "250 g", price: 200, pricePerKg: 800, isDefault: false });
    const visitor = aVisitor();
    const hold = await reserve(visitor, { productId: tray.id, packId: packOf(tray, "250 g").id, quantity: 3 });
    expect(hold).toMatchObject({ quantity: 3, available: 17 });
    await reserve(visitor, { productId: tray.id, quantity: 1 });
    expect(await now(tray)).toMatchObject({ quantity: 7 });
    expect(availableOf(await now(tray))).toEqual([15, 7, 3]);
    const cart = await readCart(visitor);
    expect(cart.items.map(({ packLabel, quantity, price }) => [packLabel, quantity, price])).toEqual([
      ["250 g", 3, 200],
      ["500 g", 1, 380],
    ]);
    expect(cart.total).toBe(980);
    await expect(
      reserve(visitor, { productId: tray.id, packId: packOf(tray, "1 kg").id, quantity: 4 }),
    ).rejects.toMatchObject({ code: "insufficient_stock", extra: { available: 3 } });
    await setQuantity(visitor, tray.id, { quantity: 0, packId: packOf(tray, "250 g").id });
    expect(await now(tray)).toMatchObject({ quantity: 9 });
  });

  test("an order of several packs is whole or none, and its cancellation returns what each took", async () => {
    const tray = await aTray(2);
    const [small, , large] = tray.packs.map(({ id }) => id);
    const customer = await aCustomer();
    await expect(
      placeOrder(
        customer,
        order([
          { productId: tray.id, packId: small, quantity: 1 },
          { productId: tray.id, packId: large, quantity: 1 },
        ]),
        { channel: "api" },
      ),
    ).rejects.toMatchObject({
      code: "insufficient_stock",
      extra: { short: [{ productId: tray.id, packId: large, available: 0 }] },
    });
    const placed = await placeOrder(
      customer,
      order([
        { productId: tray.id, packId: small, quantity: 2 },
        { productId: tray.id, quantity: 1 },
      ]),
      { channel: "api" },
    );
    expect(placed.items.map(({ packLabel, quantity, price }) => [packLabel, quantity, price])).toEqual([
      ["250 g", 2, 200],
      ["500 g", 1, 380],
    ]);
    expect(placed.total).toBe(780);
    expect(availableOf(await now(tray))).toEqual([0, 0, 0]);
    await setOrderStatus(admin, placed.id, "Cancelled");
    expect(availableOf(await now(tray))).toEqual([4, 2, 1]);
    await setOrderStatus(admin, placed.id, "Processing");
    expect(availableOf(await now(tray))).toEqual([0, 0, 0]);
  });

  test("restock and counter sales count default packs unless a pack is named", async () => {
    const tray = await aTray(1);
    const small = packOf(tray, "250 g").id;
    expect(await restock(admin, tray.id, { quantity: 2, packId: undefined })).toMatchObject({ quantity: 3 });
    expect(availableOf(await restock(admin, tray.id, { quantity: 1, packId: small }))).toEqual([7, 3, 1]);
    expect(availableOf(await purchase(admin, tray.id, { quantity: 1, packId: small }))).toEqual([6, 3, 1]);
    expect(await purchase(admin, tray.id, { quantity: 1 })).toMatchObject({ quantity: 2 });
    await expect(purchase(admin, tray.id, { quantity: 1, packId: 2_000_000_000 })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("an edit of the stock is in default packs; the rest of a pack stays unless nothing is to be left", async () => {
    const tray = await aTray(3);
    await purchase(admin, tray.id, { quantity: 1, packId: packOf(tray, "250 g").id });
    expect(availableOf(await edit(tray, { quantity: 2 }))[0]).toBe(5);
    expect(availableOf(await edit(tray, { quantity: 4, stockWas: 2 }))[0]).toBe(9);
    expect(availableOf(await edit(tray, { quantity: 3 }))[0]).toBe(6);
    await purchase(admin, tray.id, { quantity: 1, packId: packOf(tray, "250 g").id });
    expect(availableOf(await edit(tray, { quantity: 0, stockWas: 2 }))[0]).toBe(0);
  });
});

describe("editing packs", () => {
  test("a smaller unit: the stock, holds and orders stay what they are", async () => {
    const sweet = await aSweet({ quantity: 10, price: 380 });
    const [plain] = sweet.packs;
    const visitor = aVisitor();
    await reserve(visitor, { productId: sweet.id, quantity: 2 });
    const placed = await placeOrder(await aCustomer(), order([{ productId: sweet.id, quantity: 3 }]), {
      channel: "api",
    });
    const tray = await edit(sweet, {
      packs: [
        { label: "250 g", grams: 250, units: 1, price: 200 },
        { id: plain?.id, label: "500 g", grams: 500, units: 2, price: 380, isDefault: true },
      ],
    });
    expect(tray).toMatchObject({ quantity: 5, price: 380, details: { netWeightGrams: 500 } });
    expect(availableOf(tray)).toEqual([10, 5]);
    await setOrderStatus(admin, placed.id, "Cancelled");
    expect(await now(tray)).toMatchObject({ quantity: 8 });
    await setQuantity(visitor, sweet.id, { quantity: 0 });
    expect(await now(tray)).toMatchObject({ quantity: 10 });
  });

  test("what a used pack contains is kept; it is switched off, not deleted", async () => {
    const tray = await aTray(10);
    const visitor = aVisitor();
    await reserve(visitor, { productId: tray.id, packId: packOf(tray, "1 kg").id, quantity: 2 });
    const list = stored(tray);
    await expect(
      edit(tray, { packs: list.map((pack) => (pack.label === "1 kg" ? { ...pack, units: 5 } : pack)) }),
    ).rejects.toMatchObject({
      code: "invalid",
      extra: { errors: [{ path: "packs.2.units" }] },
    });
    const without = await edit(tray, { packs: list.filter(({ label }) => label !== "1 kg") });
    expect(availableOf(without)).toEqual([20, 10]);
    expect((await readCart(visitor)).items[0]).toMatchObject({ isAvailable: false, held: 0, quantity: 2 });
    await expect(reserve(visitor, { productId: tray.id, packId: list[2]?.id, quantity: 1 })).rejects.toMatchObject({
      code: "not_found",
    });
    // Listed again by its label, it is the same pack.
    const again = await edit(tray, { packs: byWeight });
    expect(again.packs.map(({ id }) => id)).toEqual(list.map(({ id }) => id));
  });

  test("price and net weight of the sweet are those of the default pack, whichever is edited", async () => {
    const tray = await aTray(1);
    expect(packOf(await edit(tray, { price: 390 }), "500 g").price).toBe(390);
    expect(packOf(await edit(tray, { details: { netWeightGrams: 480 } }), "480 g")).toMatchObject({
      grams: 480,
      isDefault: true,
    });
    await expect(edit(tray, { price: 1, packs: stored(await now(tray)) })).rejects.toMatchObject({ code: "invalid" });
    const other = await edit(tray, { packs: byWeight.map((pack) => ({ ...pack, isDefault: pack.units === 4 })) });
    expect(other).toMatchObject({ price: 720, details: { netWeightGrams: 1000 }, quantity: 0 });
  });
});
