// nightly: a silent storage is waited for as long as a request may take; guards lib/images, app/media, app/admin/sweets
// Two instances that share no folder: pictures are in S3-compatible storage, which breaks.
import fs from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { S3Server } from "../support/s3-server";
import { sql } from "../support/sql";
import { anInstance, anOwner, call, cookieOf, expectUnavailable, type Instance, until } from "./shop";

const storage = new S3Server();
let a: Instance;
let b: Instance;
let owner: string;
beforeAll(async () => {
  await storage.start();
  // Folders that nobody can write to: whoever touched them would fail.
  [a, b] = (await Promise.all(
    ["/dev/null/a", "/dev/null/b"].map((DATA_DIR) => anInstance({ ...storage.env, S3_PREFIX: "shop/", DATA_DIR })),
  )) as [Instance, Instance];
  owner = await anOwner(a);
});
afterEach(() => {
  storage.fault = () => undefined;
});
afterAll(() => storage.stop());

const photograph = (red: number) =>
  sharp({ create: { width: 1000, height: 800, channels: 3, background: { r: red, g: 90, b: 40 } } })
    .jpeg()
    .toBuffer();
const counted = async () =>
  (await sql`select (select count(*) from sweets) as sweets, (select count(*) from images) as images`)[0];

/** Adds a sweet with a picture, as a program does. */
async function add(at: Instance, red: number): Promise<{ status: number; body: any }> {
  const form = new FormData();
  const fields = { category: "Cakes", description: "For a test.", price: "100", stock: "5" };
  for (const [name, value] of Object.entries({ ...fields, name: `Sweet ${crypto.randomUUID()}` }))
    form.set(name, value);
  form.set("image", new Blob([new Uint8Array(await photograph(red))], { type: "image/jpeg" }), "photo.jpg");
  const headers = { authorization: `Bearer ${owner}` };
  const response = await fetch(`${at.url}/api/sweets`, { method: "POST", headers, body: form });
  return { status: response.status, body: await response.json() };
}

test("a picture that is uploaded through one instance is served by the other, at the same address and with the same headers", async () => {
  const { status, body } = await add(a, 1);
  expect(status).toBe(201);
  for (const at of [a, b]) {
    const response = await fetch(at.url + body.image);
    const name = body.image.slice("/media/".length);
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      200,
      {
        "content-type": "image/webp",
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        etag: `"${name}"`,
      },
    ]);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.equals(storage.objects.get(`shop/uploads/${name}`)?.bytes as Buffer)).toBe(true);
    expect((await call(at, "GET", body.image, { headers: { "if-none-match": `"${name}"` } })).status).toBe(304);
  }
  const missing = await call(b, "GET", `/media/${"0".repeat(20)}-960.webp`);
  expect([missing.status, missing.headers.get("cache-control")]).toEqual([404, "no-store"]);
  const preview = /\/og\/[^"]*\.jpg/.exec((await call(b, "GET", `/products/${body.slug}`)).body)?.[0] ?? "";
  expect(await call(b, "GET", preview)).toMatchObject({ status: 200 });
});

test("a draft that was sent to one instance is found by the form that reaches the other", async () => {
  const cookie = await cookieOf(owner);
  const upload = new FormData();
  upload.set("image", new Blob([new Uint8Array(await photograph(2))], { type: "image/jpeg" }), "photo.jpg");
  const [first, second] = [a, b].map(({ url }) => url.replace("127.0.0.1", "localhost")) as [string, string];
  const headers = { cookie, origin: first };
  const sent = await fetch(`${first}/admin/sweets/picture`, { method: "POST", headers, body: upload });
  const draft = (await sent.json()).name;
  expect([sent.status, storage.objects.has(`shop/drafts/${draft}`)]).toEqual([201, true]);

  const manifest = path.join(process.env.TEST_BUILD ?? "", "server/server-reference-manifest.json");
  const actions = Object.entries<{ exportedName: string }>(JSON.parse(fs.readFileSync(manifest, "utf8")).node);
  const [action = ""] = actions.find(([, { exportedName }]) => exportedName === "addSweet") ?? [];
  const form = new FormData();
  const name = `Draft ${crypto.randomUUID()}`;
  const fields = { name, category: "Cakes", description: "For a test.", price: "100", quantity: "5", picture: draft };
  for (const [field, value] of Object.entries(fields)) form.set(`1_${field}`, value);
  form.set("0", JSON.stringify([null, "$K1"]));
  const saved = await fetch(`${second}/admin?tab=products`, {
    method: "POST",
    body: form,
    headers: { cookie, origin: second, "next-action": action },
  });
  expect(await saved.text()).toContain("Sweet added successfully");
  expect((await sql`select image_id from sweets where name = ${name}`)[0]?.image_id).toMatch(/^[0-9a-f]{20}$/);
  expect(storage.objects.has(`shop/drafts/${draft}`)).toBe(false);
});

test("while the storage is away the shop sells, pictures are 503 that nobody stores, and nothing is stored of an upload", async () => {
  const { body: sweet } = await add(a, 3);
  await fetch(a.url + sweet.image);
  const other = sweet.image.replace("960.webp", "320.avif");
  const before = await counted();
  await storage.stop();
  try {
    expect((await call(a, "GET", sweet.image)).status).toBe(200); // it was read lately
    const missed = await call(a, "GET", other);
    expectUnavailable(missed);
    expect(missed.headers.get("cache-control")).toBe("no-store");
    const refused = await add(a, 4);
    expect([refused.status, refused.body.code]).toEqual([503, "service_unavailable"]);
    expect(await counted()).toEqual(before);
    expect((await call(a, "GET", "/products")).status).toBe(200);
    const held = { productId: sweet.id, quantity: 1 };
    expect((await call(b, "POST", "/api/cart/reserve", { body: held })).status).toBe(200);
  } finally {
    await storage.start();
  }
  await until(async () => (await call(a, "GET", other)).status === 200);
  await until(async () => (await add(a, 4)).status === 201);
});

test("a storage that is silent holds up nobody but who uploads, and then as long as a request may take", async () => {
  const before = await counted();
  storage.fault = () => "silence";
  const uploading = add(a, 5);
  for (let i = 0; i < 5; i++) expect((await call(a, "GET", "/api/sweets?limit=1")).status).toBe(200);
  expect((await uploading).status).toBe(503);
  expect(await counted()).toEqual(before);
  storage.fault = () => undefined;
  await until(async () => (await add(a, 5)).status === 201);
});

test("a full storage is 507 with nothing stored in the database, and one failure in between is not noticed", async () => {
  const before = await counted();
  storage.fault = (request) => (request.startsWith("PUT") ? { status: 507, code: "StorageFull" } : undefined);
  const full = await add(b, 6);
  expect([full.status, full.body.code]).toEqual([507, "storage_full"]);
  expect(await counted()).toEqual(before);
  let failures = 1;
  storage.fault = () => (failures-- > 0 ? { status: 500, code: "InternalError" } : undefined);
  expect((await add(b, 6)).status).toBe(201);
});
