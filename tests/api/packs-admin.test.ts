// The owner edits packs over HTTP (docs/behaviour.md#editing-packs): how a list is matched with what is stored, and what is refused where. What
// an edit does to stock, holds and orders: tests/domain/packs.test.ts.
import { describe, expect, test } from "vitest";
import { aCustomer, anAdmin, anOrder, aSweet, call, sql, unique } from "./shop";
import { aTray, byWeight } from "./trays";

const plain = { label: "500 g", grams: 500, units: 1, price: 380 };
type Pack = { id: number; label: string; units: number; price: number; available: number; isDefault: boolean };
const put = async (id: number, body: unknown) => call("PUT", `/sweets/${id}`, { token: await anAdmin(), body });
const post = async (body: object) =>
  call("POST", "/sweets", {
    token: await anAdmin(),
    body: { name: `Tray ${unique()}`, category: "Cakes", description: "For a test.", price: 380, stock: 4, ...body },
  });
/** The packs of a sweet as they are sent. */
const inputOf = ({ packs }: { packs: object[] }) =>
  packs.map((pack) => {
    const { available: _, pricePerKg: __, ...input } = pack as Pack & { pricePerKg: unknown };
    return input;
  });
const refusal = ({ status, body }: { status: number; body: { errors?: { path: string; message: string }[] } }) => [
  status,
  (body.errors ?? []).map(({ path, message }) => `${path}: ${message}`),
];

test("packs are matched by id, else by their label whatever its case; the others are new, and what is left out is deleted", async () => {
  const sweet = await aTray();
  const [small, half, kilo] = sweet.packs;
  const { body } = await put(sweet.id, {
    packs: [
      { id: small.id, label: "Quarter", grams: 250, units: 1, price: 210 },
      { label: "500 G", grams: 500, units: 2, price: 390, isDefault: true },
      { label: "750 g", grams: 750, units: 3, price: 560 },
    ],
  });
  expect(body).toMatchObject({ price: 390, quantity: 10 });
  expect(body.packs.map(({ id, label }: Pack) => [id, label])).toEqual([
    [small.id, "Quarter"],
    [half.id, "500 G"],
    [expect.any(Number), "750 g"],
  ]);
  expect(await sql`select 1 from packs where id = ${kilo.id}`).toHaveLength(0);
});

test("two packs exchange their labels", async () => {
  const sweet = await aTray();
  const [small, half, kilo] = inputOf(sweet);
  const { body } = await put(sweet.id, {
    packs: [{ ...small, label: "1 kg" }, half, { ...kilo, label: "250 g" }],
  });
  expect(body.packs.map(({ id, label }: Pack) => [id, label])).toEqual([
    [small?.id, "1 kg"],
    [half?.id, "500 g"],
    [kilo?.id, "250 g"],
  ]);
});

test("the default stays where no pack says otherwise, and else moves", async () => {
  const sweet = await aTray();
  const unsaid = inputOf(sweet).map(({ isDefault: _, ...pack }) => pack);
  expect((await put(sweet.id, { packs: unsaid })).body.price).toBe(380);
  const moved = inputOf(sweet).map((pack) => ({ ...pack, isDefault: pack.label === "1 kg" }));
  expect((await put(sweet.id, { packs: moved })).body).toMatchObject({
    price: 720,
    quantity: 5,
    details: { netWeightGrams: 1000 },
  });
});

test("the units of all packs change by one factor, also those of a sold one, which alone keeps its own", async () => {
  const sweet = await aTray(10);
  await anOrder(await aCustomer(), sweet.id);
  const list = inputOf(sweet);
  expect(refusal(await put(sweet.id, { packs: [list[0], { ...list[1], units: 5 }, list[2]] }))).toEqual([
    422,
    [
      "packs.1.units: This pack was sold or is in a cart, so it keeps its part of the stock. Switch it off and add another one.",
    ],
  ]);
  const { status, body } = await put(sweet.id, { packs: list.map((pack) => ({ ...pack, units: pack.units * 2 })) });
  expect([status, body.quantity]).toEqual([200, 9]);
});

describe("refused with the field that is wrong:", () => {
  const at = (index: number, changes: object) =>
    byWeight.map((pack, position) => (position === index ? { ...pack, ...changes } : pack));
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...plain, label: `Pack ${index}`, units: index + 1 }));

  test.each<[string, unknown, string[]]>([
    ["no list", "250 g", ["packs: Invalid input: expected array, received string"]],
    ["no pack", [], ["packs: A sweet needs a pack", "packs: At least one pack must be on sale"]],
    ["two packs of one label", at(1, { label: "250 G" }), ["packs.1.label: Two packs cannot have the same label"]],
    ["two defaults", at(0, { isDefault: true }), ["packs: Only one pack can be the default"]],
    [
      "none on sale",
      byWeight.map((pack) => ({ ...pack, isDefault: false, active: false })),
      ["packs: At least one pack must be on sale"],
    ],
    ["a default that is off", at(1, { active: false }), ["packs.1.active: The default pack must be on sale"]],
    ["13 packs", many(13), ["packs: A sweet has at most 12 packs"]],
    ["no label", at(0, { label: " " }), ["packs.0.label: Please enter how the pack is called"]],
    ["a long label", at(0, { label: "x".repeat(41) }), ["packs.0.label: Must be at most 40 characters"]],
    ["no weight at all", at(0, { grams: 0 }), ["packs.0.grams: Weight must be 1 g or more"]],
    ["too heavy", at(0, { grams: 100_001 }), ["packs.0.grams: Weight must be 1,00,000 g or less"]],
    ["half a gram", at(0, { grams: 2.5 }), ["packs.0.grams: Weight must be in whole grams"]],
    ["no units", at(0, { units: 0 }), ["packs.0.units: Units must be 1 or more"]],
    ["too many units", at(0, { units: 1001 }), ["packs.0.units: Units must be 1,000 or less"]],
    ["half a unit", at(0, { units: 0.5 }), ["packs.0.units: Units must be a whole number"]],
    ["no price", at(0, { price: undefined }), ["packs.0.price: Price must be greater than 0"]],
    ["a price of nothing", at(0, { price: 0 }), ["packs.0.price: Price must be greater than 0"]],
    ["too dear", at(0, { price: 1_000_000.01 }), ["packs.0.price: Price must be 10,00,000 or less"]],
    ["a part of a paisa", at(0, { price: 1.005 }), ["packs.0.price: Use at most two decimals"]],
  ])("%s", async (_, packs, errors) => {
    const sweet = await aSweet({ price: 380 });
    expect(refusal(await put(sweet.id, { packs }))).toEqual([422, errors]);
    expect(refusal(await post({ packs }))).toEqual([422, errors]);
    expect((await call("GET", `/sweets/${sweet.id}`)).body.packs).toEqual(sweet.packs);
  });

  test("a pack of another sweet, and one pack twice", async () => {
    const [sweet, other] = [await aTray(), await aTray()];
    const [small, half, kilo] = inputOf(sweet);
    expect(refusal(await put(sweet.id, { packs: [half, { ...small, id: other.packs[0].id }] }))).toEqual([
      422,
      ["packs.1.id: This sweet has no such pack"],
    ]);
    expect(refusal(await put(sweet.id, { packs: [half, small, { ...kilo, id: small?.id }] }))).toEqual([
      422,
      ["packs.2.id: This pack is listed twice"],
    ]);
  });

  test("a price and a net weight that are not those of the default pack; what is right is not", async () => {
    const sweet = await aTray();
    const packs = inputOf(sweet);
    expect(refusal(await put(sweet.id, { packs, price: 1, details: { netWeightGrams: 7 } }))).toEqual([
      422,
      [
        "price: The price must be that of the default pack",
        "details.netWeightGrams: The net weight must be that of the default pack",
      ],
    ]);
    expect(refusal(await post({ packs: byWeight, price: 381 }))[0]).toBe(422);
    expect((await put(sweet.id, { packs, price: 380, details: { netWeightGrams: 500 } })).status).toBe(200);
    expect((await post({ packs: many(12) })).body.packs).toHaveLength(12);
  });

  test("a stock that cannot be counted in the new unit", async () => {
    const sweet = await aTray(2);
    await call("POST", `/sweets/${sweet.id}/restock`, {
      token: await anAdmin(),
      body: { quantity: 1, packId: sweet.packs[0].id },
    });
    const [, half] = inputOf(sweet);
    const [status, errors] = refusal(await put(sweet.id, { packs: [{ ...half, units: 1 }] }));
    expect([status, errors]).toEqual([
      422,
      ["packs: The stock of 5 units cannot be counted in units that are 2 times as large. Correct the stock first."],
    ]);
  });
});

test("a form with a picture edits no packs: it is refused as any other text, and leaves packs as they are without them", async () => {
  const sweet = await aTray();
  const send = async (fields: Record<string, string>) => {
    const body = new FormData();
    for (const [name, text] of Object.entries(fields)) body.set(name, text);
    return put(sweet.id, body);
  };
  expect(refusal(await send({ packs: "[]" }))).toEqual([
    422,
    ["packs: Invalid input: expected array, received string"],
  ]);
  const { body } = await send({ price: "400" });
  expect(body.price).toBe(400);
  expect(body.packs.map(({ id, price }: Pack) => [id, price])).toEqual(
    inputOf(sweet).map(({ id, price, isDefault }) => [id, isDefault ? 400 : price]),
  );
});
