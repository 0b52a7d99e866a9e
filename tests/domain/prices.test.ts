// The prices of many packs: all or none, versions, what is written of it, and what takes the last save back.
import { expect, test } from "vitest";
import { deleteSweet, updateSweet } from "@/lib/catalogue/commands";
import { savePrices } from "@/lib/catalogue/price-commands";
import { listPrices, pricesForPage } from "@/lib/catalogue/price-queries";
import { findSweet } from "@/lib/catalogue/queries";
import { createWebhook } from "@/lib/webhooks/commands";
import { atOnceBehind, done, lockOf, pageNotifications, refusal, refusals } from "../support/database";
import { anAdmin, aSweet, aTray, type Item, trayPacks } from "../support/factories";
import { pool, sql } from "../support/sql";

const [owner, other] = [await anAdmin(), await anAdmin()];

const rowsOf = async (...sweets: Item[]) =>
  (await listPrices(owner)).filter(({ productId }) => sweets.some(({ id }) => id === productId));
const pricesOf = async (...sweets: Item[]) => (await rowsOf(...sweets)).map(({ price }) => price);
/** The packs of these sweets, each with a price that is so much higher. */
const raised = async (by: number, ...sweets: Item[]) =>
  (await rowsOf(...sweets)).map(({ productId, packId, price, version }) => ({
    ...{ productId, packId, version },
    price: price + by,
  }));
const save = (rows: Awaited<ReturnType<typeof raised>>, by = owner) => savePrices(by, rows, pool);
const entriesOf = ({ id }: Item) =>
  sql`select text, changes from audit_log where noun_id = ${id} and noun = 'sweets' and action = 'set prices' order by id`;

test("packs have other prices, their sweet that of its default pack, and everybody hears of it", async () => {
  const [tray, single] = [await aTray(4, "Kaju Katli"), await aSweet({ price: 50, name: "Peda" })];
  await createWebhook(owner, { url: "https://93.184.216.34/prices", events: ["sweet.updated"] }, pool);
  const before = await rowsOf(tray, single);
  expect(before[0]).toEqual({
    ...{ productId: tray.id, name: "Kaju Katli", packId: tray.small.packId, label: "250 g", price: 200 },
    ...{ active: true, version: 1 },
  });
  const rows = await raised(10.5, tray, single);
  const received = await pageNotifications();
  await save(rows);
  expect(new Set((await received()).map((text) => JSON.parse(text).id))).toEqual(new Set([tray.id, single.id]));
  expect(await rowsOf(tray, single)).toEqual(
    before.map((row) => ({ ...row, price: row.price + 10.5, version: row.version + 1 })),
  );
  expect((await findSweet(tray.id))?.price).toBe(390.5);
  expect((await findSweet(single.id))?.price).toBe(60.5);
  expect(await entriesOf(tray)).toMatchObject([
    {
      text: `${owner.name} changed Kaju Katli: price of 250 g, price of 500 g, price of 1 kg`,
      changes: { "price of 250 g": [200, 210.5], "price of 500 g": [380, 390.5], "price of 1 kg": [720, 730.5] },
    },
  ]);
  expect(await entriesOf(single)).toMatchObject([
    { text: `${owner.name} changed the price of Peda 1 piece from ₹50 to ₹60.50` },
  ]);
  const events = await sql`select sweet_id from webhook_deliveries where type = 'sweet.updated' order by 1`;
  expect(events.map(({ sweet_id }) => sweet_id)).toEqual([tray.id, single.id]);
});

test("the answer has the packs that changed; the same price changes nothing and writes nothing", async () => {
  const [tray, single] = [await aTray(0), await aSweet()];
  const [small, medium, large, piece] = await raised(0, tray, single);
  const saved = await save([small!, { ...medium!, price: 381 }, large!, piece!]);
  expect(saved).toMatchObject([{ packId: medium?.packId, price: 381, version: 2, label: "500 g" }]);
  expect(await save(await raised(0, tray, single))).toEqual([]);
  expect((await rowsOf(tray, single)).map(({ version }) => version)).toEqual([2, 2, 2, 1]);
  expect([(await entriesOf(tray)).length, (await entriesOf(single)).length]).toEqual([1, 0]);
});

test("one pack that is not there, or another sweet's, is named, and nothing is saved", async () => {
  const [tray, single, gone] = [await aTray(0), await aSweet(), await aSweet()];
  const [rows, lost] = [await raised(5, tray, single), await raised(5, gone)];
  await deleteSweet(owner, gone.id, pool);
  const wrong = [
    [{ ...rows[1]!, packId: 2_147_483_647 }],
    [{ ...rows[1]!, productId: single.id }],
    [{ ...rows[1]!, productId: 2_147_483_647 }],
    lost,
  ];
  for (const [row] of wrong)
    expect(await refusal(save([rows[0]!, row!, rows[3]!]))).toMatchObject({
      code: "not_found",
      errors: [{ path: "1.packId" }],
    });
  expect(await pricesOf(tray, single)).toEqual([200, 380, 720, 100]);
});

test("an older version of one sweet refuses all of them, and names it", async () => {
  const [tray, single] = [await aTray(0), await aSweet()];
  const rows = await raised(5, tray, single);
  await updateSweet(other, tray.id, { description: "Another text" }, null, pool);
  expect(await refusal(save(rows))).toMatchObject({ code: "stale_version", items: [tray.id] });
  expect(await pricesOf(tray, single)).toEqual([200, 380, 720, 100]);
});

test("of those who save the same sweets at once, in whatever order, one does, and nothing is half of one and half of another", async () => {
  const sweets = [await aTray(0), await aSweet(), await aSweet()];
  const rows = await Promise.all([1, 2, 3, 4].map((by) => raised(by, ...sweets)));
  const tries = await atOnceBehind(lockOf(sweets[1]!), 4, (i) => save(i % 2 ? rows[i]!.toReversed() : rows[i]!));
  expect(refusals(tries)).toEqual({ stale_version: 3 });
  const [won] = done(tries);
  expect(await rowsOf(...sweets)).toEqual(expect.arrayContaining(won!));
});

test("the last save says who, when and how much, and is taken back by the prices from before", async () => {
  const sweets = [await aTray(0), await aSweet()];
  await save(await raised(7, ...sweets), other);
  const { lastSave, packs } = await pricesForPage(owner);
  expect(lastSave).toMatchObject({ by: other.name, prices: 4 });
  expect(new Date(lastSave!.at).getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect(packs.find(({ packId }) => packId === sweets[0]?.packs[0]?.id)).toMatchObject({ grams: 250, units: 1 });
  await save(lastSave!.undo!);
  expect(await pricesOf(...sweets)).toEqual([200, 380, 720, 100]);
  // That is a save as well.
  expect((await pricesForPage(owner)).lastSave).toMatchObject({ by: owner.name, prices: 4, undo: { length: 4 } });
});

test("is not taken back once one of its sweets was edited or deleted, also between the page and the button", async () => {
  const sweets = [await aTray(0), await aSweet()];
  const edit = (changes: object) => updateSweet(other, sweets[0]!.id, changes, null, pool);
  await save(await raised(7, ...sweets));
  const { lastSave } = await pricesForPage(owner);
  await edit({ description: "Another text" });
  expect(await refusal(save(lastSave!.undo!))).toMatchObject({ code: "stale_version", items: [sweets[0]?.id] });
  expect((await pricesForPage(owner)).lastSave).toMatchObject({ prices: 4, undo: null });

  await save(await raised(7, ...sweets));
  await edit({ packs: trayPacks.map((pack) => ({ ...pack, active: true })) });
  expect((await pricesForPage(owner)).lastSave).toMatchObject({ undo: null });

  await save(await raised(7, ...sweets));
  await deleteSweet(other, sweets[1]!.id, pool);
  expect((await pricesForPage(owner)).lastSave).toMatchObject({ undo: null });
});

test("a sample keeps being one: its other facts are as unconfirmed as before", async () => {
  const sweet = await aSweet();
  await sql`update sweets set sample = true where id = ${sweet.id}`;
  await save(await raised(5, sweet));
  expect(await sql`select sample from sweets where id = ${sweet.id}`).toEqual([{ sample: true }]);
});
