// docs/behaviour.md#prices over HTTP: shapes and refusals. What a save does: tests/domain/prices.test.ts.
import { beforeAll, expect, test } from "vitest";
import { invalid, problem } from "./expected";
import { aBrowser, admin, anAdmin, aSweet, base, call, unique } from "./shop";

let token: string;
beforeAll(async () => {
  token = await anAdmin();
});
const put = (body: unknown) => call("PUT", "/admin/prices", { token, body });
/** A sweet with its one pack, as the list has it. */
async function aRow() {
  const { id, name, packs } = await aSweet({ name: unique("Peda "), price: 100 });
  return {
    ...{ productId: id as number, packId: packs[0].id as number, version: 1 },
    ...{ name, label: "1 piece", price: 100, active: true },
  };
}

test("prices are listed and changed, and the answer has what changed", async () => {
  const [one, two] = [await aRow(), await aRow()];
  const list = await call("GET", "/admin/prices", { token });
  expect(list.body).toEqual(expect.arrayContaining([one, two]));
  expect(list.headers.has("etag")).toBe(true);
  const changed = await put([{ ...one, price: 104.5 }, two]);
  expect([changed.status, changed.body]).toEqual([200, [{ ...one, price: 104.5, version: 2 }]]);
  expect((await put([])).body).toEqual([]);
  expect((await call("GET", `/sweets/${one.productId}`)).body).toMatchObject({ price: 104.5 });
});

test("refusals name rows and sweets, and change nothing", async () => {
  const [one, two] = [await aRow(), await aRow()];
  const changed = { ...one, price: 120 };
  expect(await put([changed, { ...two, version: 7 }])).toMatchObject({
    status: 409,
    body: { code: "stale_version", items: [two.productId] },
  });
  const none = { path: "1.packId", message: "This sweet has no such pack" };
  expect((await put([changed, { ...two, packId: one.packId + 1e6 }])).body).toEqual(
    problem(404, "not_found", "Pack not found.", { errors: [none] }),
  );
  expect((await put([changed, changed])).body).toEqual(invalid([["1.packId", "This pack is listed twice"]]));
  expect((await put([changed, { ...two, price: 0 }])).body).toEqual(
    invalid([["1.price", "Price must be greater than 0"]]),
  );
  const many = Array.from({ length: 1001 }, (_, at) => ({ productId: 1, packId: at + 1, price: 1, version: 1 }));
  expect(await put(many)).toMatchObject({ status: 422 });
  expect(await put(many.slice(1))).toMatchObject({ status: 404 });
  const { body } = await call("GET", "/admin/prices", { token });
  expect(body).toEqual(expect.arrayContaining([one, two]));
});

test("the file has the columns that are taken back", async () => {
  const { productId, packId, name } = await aRow();
  const response = await fetch(`${base}/admin/prices/export`, { headers: { cookie: await aBrowser(admin) } });
  expect(response.headers.get("content-disposition")).toMatch(/filename="prices-\d{4}-\d\d-\d\d\.csv"$/);
  const lines = Buffer.from(await response.arrayBuffer())
    .toString("utf8")
    .split("\r\n");
  expect(lines[0]).toBe("\ufeffproductId,packId,name,label,price,active");
  expect(lines).toContain(`${productId},${packId},${name},1 piece,100,true`);
});
