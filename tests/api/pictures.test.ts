// Sweets as forms, with their pictures. What a picture becomes, and which are refused: tests/unit/images.test.ts.
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { anAdmin, aSweet, base, call, sql, unique } from "./shop";

let shades = 0;
/** A photograph of a colour of its own, with what a telephone writes into it. */
const photograph = () =>
  sharp({ create: { width: 1200, height: 900, channels: 3, background: { r: (shades += 20), g: 120, b: 40 } } })
    .withExif({
      IFD0: { Artist: "Asha Rao", Copyright: "secret place" },
      IFD3: { GPSLatitude: "19/1 1/1 0/1", GPSLatitudeRef: "N" },
    })
    .jpeg()
    .toBuffer();

function form(fields: Record<string, string>, picture?: Buffer, name = "photo.jpg"): FormData {
  const made = new FormData();
  for (const [field, text] of Object.entries(fields)) made.set(field, text);
  if (picture) made.set("image", new Blob([new Uint8Array(picture)], { type: "image/jpeg" }), name);
  return made;
}
const fields = () => ({
  name: `Peda ${unique()}`,
  category: "Traditional Sweets",
  description: "Soft & milky, शुद्ध.",
  price: "320.50",
  stock: "12",
  isAvailable: "false",
});

test("a sweet with a picture, from a form: text becomes numbers and booleans, the picture loses its metadata", async () => {
  const token = await anAdmin();
  const details = JSON.stringify({ netWeightGrams: 250, allergens: ["Milk"], vegetarian: true });
  const sent = {
    ...fields(),
    featured: "true",
    sugarFree: "false",
    giftBox: "on",
    imageAlt: "Six pedas",
    prepHours: "6",
    travels: "true",
    hsn: " 080212 ",
    details,
    unknown: "x",
  };
  const made = await call("POST", "/sweets", { token, body: form(sent, await photograph()) });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    name: sent.name,
    description: sent.description,
    price: 320.5,
    quantity: 12,
    featured: true,
    sugarFree: false,
    giftBox: true,
    isAvailable: true,
    imageAlt: "Six pedas",
    prepHours: 6,
    travels: true,
    hsn: "080212",
    image: expect.stringMatching(/^\/media\/[0-9a-f]{20}-960\.webp$/),
    details: { netWeightGrams: 250, allergens: ["Milk"], vegetarian: true, ingredients: null },
  });
  for (const file of [made.body.image, made.body.image.replace("960.webp", "320.avif")]) {
    const picture = await fetch(base + file);
    const type = file.endsWith("avif") ? "image/avif" : "image/webp";
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, type]);
    expect(picture.headers.get("cache-control")).toMatch(/immutable/);
    expect(picture.headers.get("x-content-type-options")).toBe("nosniff");
    const bytes = Buffer.from(await picture.arrayBuffer());
    const { exif, xmp, iptc } = await sharp(bytes).metadata();
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
    expect(bytes.includes("Asha Rao")).toBe(false);
  }
});

test("a form changes only what it holds; a picture is replaced, removed, and unchanged when none is sent", async () => {
  const token = await anAdmin();
  const { body: sweet } = await call("POST", "/sweets", { token, body: form(fields(), await photograph()) });
  const put = async (body: FormData) => (await call("PUT", `/sweets/${sweet.id}`, { token, body })).body;
  const { updatedAt: _, ...before } = sweet;
  expect(await put(form({ price: "10" }))).toMatchObject({
    ...before,
    price: 10,
    packs: [{ ...before.packs[0], price: 10 }],
  });
  expect((await put(form({ price: "11" }, Buffer.alloc(0)))).image).toBe(sweet.image);
  const replaced = await put(form({}, await photograph(), "../../../etc/passwd.svg"));
  expect([replaced.image === sweet.image, replaced.price]).toEqual([false, 11]);
  expect((await put(form({ removeImage: "true" }))).image).toBeNull();
  expect((await put(form({}))).price).toBe(11);
  const own = { prepHours: 9, travels: true, hsn: "0801" };
  expect(await put(form({ prepHours: "9", travels: "true", hsn: "0801" }))).toMatchObject(own);
  expect(await put(form({ prepHours: "" }))).toMatchObject({ prepHours: 0, travels: true });
  expect(await put(form({ travels: "" }))).toMatchObject({ prepHours: 0, travels: false });
  expect((await put(form({ hsn: " " }))).hsn).toBe("2106");
});

test.each<[Record<string, string>, string]>([
  [{ price: "ten" }, "price"],
  [{ price: "" }, "price"],
  [{ price: "0x10" }, "price"],
  [{ price: "1e2" }, "price"],
  [{ stock: "-1" }, "stock"],
  [{ stock: "1.5" }, "stock"],
  [{ featured: "perhaps" }, "featured"],
  [{ featured: "" }, "featured"],
  [{ prepHours: "721" }, "prepHours"],
  [{ prepHours: "soon" }, "prepHours"],
  [{ travels: "perhaps" }, "travels"],
  [{ hsn: "210" }, "hsn"],
  [{ hsn: "21 06" }, "hsn"],
  [{ details: "{" }, "details"],
  [{ details: '{"allergens":"milk"}' }, "details.allergens"],
  [{ name: "a\0b" }, "name"],
  [{ name: " " }, "name"],
  [{ details: `{"allergens":${"[".repeat(31)}${"]".repeat(31)}}` }, "details.allergens.0"],
])("%j is a 422", async (wrong, field) => {
  const sent = form({ ...fields(), ...wrong });
  const { status, body } = await call("POST", "/sweets", { token: await anAdmin(), body: sent });
  expect([status, body.errors[0].path]).toEqual([422, field]);
});

test("details deeper than 32 levels are a 400", async () => {
  const body = form({ ...fields(), details: `{"allergens":${"[".repeat(32)}${"]".repeat(32)}}` });
  expect((await call("POST", "/sweets", { token: await anAdmin(), body })).body.code).toBe("bad_request");
});

describe("pictures that are none", () => {
  const stored = async () => [
    ...(await sql`select (select count(*) from images) as images, (select count(*) from sweets) as sweets`),
  ];

  test.each<[string, () => Promise<Buffer> | Buffer, number]>([
    ["text", () => Buffer.from("not a picture"), 415],
    ["a JPEG that ends too early", async () => (await photograph()).subarray(0, 900), 422],
    ["5 MB and a byte", () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(5 * 1024 * 1024 - 2)]), 413],
  ])("%s", async (_name, make, expected) => {
    const token = await anAdmin();
    const { id } = await aSweet();
    const picture = await make();
    const before = await stored();
    expect((await call("POST", "/sweets", { token, body: form(fields(), picture) })).status).toBe(expected);
    expect((await call("PUT", `/sweets/${id}`, { token, body: form({ price: "1" }, picture) })).status).toBe(expected);
    expect(await stored()).toEqual(before);
    expect((await call("GET", `/sweets/${id}`)).body.price).toBe(100);
  });

  test("a picture for a sweet that does not exist is not stored", async () => {
    const before = await stored();
    const body = form({}, await photograph());
    expect((await call("PUT", "/sweets/2147483647", { token: await anAdmin(), body })).status).toBe(404);
    expect(await stored()).toEqual(before);
  });
});

test("files of the shop are no pictures, and nobody keeps that there is none", async () => {
  for (const file of [
    "..%2f..%2fpackage.json",
    "%2e%2e/%2e%2e/.env",
    "x.webp",
    `${"0".repeat(20)}-960.webp`,
    "a%00.webp",
  ]) {
    const { status, headers } = await fetch(`${base}/media/${file}`, { redirect: "manual" });
    expect([file, status]).toEqual([file, 404]);
    expect([file, headers.get("cache-control")]).not.toEqual([file, expect.stringContaining("immutable")]);
  }
});
