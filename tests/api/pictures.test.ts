import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { anAdmin, aSweet, base, call, sql, unique } from "./shop";

/** A photograph with what a telephone writes into it. */
const photograph = (seed = Math.floor(Math.random() * 200)) =>
  sharp({ create: { width: 1200, height: 900, channels: 3, background: { r: seed, g: 120, b: 40 } } })
    .withExif({
      IFD0: { Artist: "Asha Rao", Copyright: "secret place" },
      IFD3: { GPSLatitude: "19/1 1/1 0/1", GPSLatitudeRef: "N" },
    })
    .jpeg()
    .toBuffer();

/** A PNG that is small as a file and enormous as pixels; only its header is ever read. */
function bomb(width: number, height: number): Buffer {
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const crc = (bytes: Buffer) => {
    let c = 0xffffffff;
    for (const byte of bytes) c = (crcTable[(c ^ byte) & 0xff] as number) ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
  };
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const whole = Buffer.alloc(body.length + 8);
    whole.writeUInt32BE(data.length, 0);
    body.copy(whole, 4);
    whole.writeUInt32BE(crc(body), body.length + 4);
    return whole;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1; // one bit a pixel, grey
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

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
    expect([picture.status, picture.headers.get("content-type")]).toEqual([
      200,
      file.endsWith("avif") ? "image/avif" : "image/webp",
    ]);
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
  const { body: sweet } = await call("POST", "/sweets", { token, body: form(fields(), await photograph(10)) });
  const put = async (body: FormData) => (await call("PUT", `/sweets/${sweet.id}`, { token, body })).body;
  const { updatedAt: _, ...before } = sweet;
  expect(await put(form({ price: "10" }))).toMatchObject({
    ...before,
    price: 10,
    packs: [{ ...before.packs[0], price: 10 }],
  });
  expect((await put(form({ price: "11" }, Buffer.alloc(0)))).image).toBe(sweet.image);
  const replaced = await put(form({}, await photograph(20), "../../../etc/passwd.svg"));
  expect([replaced.image === sweet.image, replaced.price]).toEqual([false, 11]);
  expect((await put(form({ removeImage: "true" }))).image).toBeNull();
  expect((await put(form({}))).price).toBe(11);
  expect(await put(form({ prepHours: "9", travels: "true", hsn: "0801" }))).toMatchObject({
    prepHours: 9,
    travels: true,
    hsn: "0801",
  });
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
  const { status, body } = await call("POST", "/sweets", {
    token: await anAdmin(),
    body: form({ ...fields(), ...wrong }),
  });
  expect([status, body.errors[0].path]).toEqual([422, field]);
});

test("details deeper than 32 levels are a 400", async () => {
  const details = `{"allergens":${"[".repeat(32)}${"]".repeat(32)}}`;
  const { status, body } = await call("POST", "/sweets", {
    token: await anAdmin(),
    body: form({ ...fields(), details }),
  });
  expect([status, body.code]).toEqual([400, "bad_request"]);
});

describe("pictures that are none", () => {
  const refused: [string, () => Promise<Buffer> | Buffer, number][] = [
    ["text", () => Buffer.from("not a picture"), 415],
    [
      "a GIF",
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
          .gif()
          .toBuffer(),
      415,
    ],
    ["an SVG", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    ["a JPEG that ends too early", async () => (await photograph()).subarray(0, 900), 422],
    [
      "a JPEG of noise after its first bytes",
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(5_000, 7)]),
      422,
    ],
    ["5 MB and a byte", () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(5 * 1024 * 1024 - 2)]), 413],
    ["16,000 × 16,000 points in 31 KB", () => bomb(16_000, 16_000), 422],
    ["7,000 × 6,000 points", () => bomb(7_000, 6_000), 422],
  ];
  test.each(refused)("%s", async (_name, make, expected) => {
    const token = await anAdmin();
    const { id } = await aSweet();
    const picture = await make();
    const [before] = await sql`select (select count(*) from images) as images, (select count(*) from sweets) as sweets`;
    const started = performance.now();
    expect((await call("POST", "/sweets", { token, body: form(fields(), picture) })).status).toBe(expected);
    expect((await call("PUT", `/sweets/${id}`, { token, body: form({ price: "1" }, picture) })).status).toBe(expected);
    expect(performance.now() - started).toBeLessThan(10_000);
    const [after] = await sql`select (select count(*) from images) as images, (select count(*) from sweets) as sweets`;
    expect(after).toEqual(before);
    expect((await call("GET", `/sweets/${id}`)).body.price).toBe(100);
  });

  test("a picture for a sweet that does not exist is not stored", async () => {
    const [before] = await sql`select count(*) as images from images`;
    const { status } = await call("PUT", "/sweets/2147483647", {
      token: await anAdmin(),
      body: form({}, await photograph()),
    });
    expect(status).toBe(404);
    expect((await sql`select count(*) as images from images`)[0]).toEqual(before);
  });

  test("40 megapixels are taken", async () => {
    const large = await sharp({ create: { width: 8_000, height: 5_000, channels: 3, background: "#a52" } })
      .png()
      .toBuffer();
    const { status } = await call("POST", "/sweets", {
      token: await anAdmin(),
      body: form(fields(), large, "large.png"),
    });
    expect(status).toBe(201);
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
