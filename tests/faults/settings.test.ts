// What the owner saves on one instance is on the pages of every instance within a second, and what time changes too. Slow: it starts
// three instances and looks at every page until both have what was saved.
import { beforeAll, expect, test } from "vitest";
import { addDays } from "@/lib/dates";
import {
  anInstance,
  anOwner,
  aPerson,
  aSweetBy,
  call,
  figure,
  type HttpResponse,
  type Instance,
  order,
  until,
} from "./shop";

let a: Instance;
let b: Instance;
let owner: string;
beforeAll(async () => {
  [a, b] = await Promise.all([anInstance(), anInstance()]);
  owner = await anOwner(a);
});

const read = async (section: string) => (await call(a, "GET", "/api/admin/settings", { token: owner })).body[section];
/** Saves a section with some fields changed. */
async function save(section: string, fields: object, at = a): Promise<HttpResponse> {
  const { version, value } = await read(section);
  const body = { version, value: { ...value, ...fields } };
  const answer = await call(at, "PUT", `/api/admin/settings/${section}`, { token: owner, body });
  expect([answer.status, answer.body]).toEqual([200, { version: version + 1, value: answer.body.value }]);
  return answer;
}

// Pages of the catalogue, of text alone, private ones, and of what is not there, by two ways.
const pages = ["/home", "/products", "/about", "/faq", "/cart", "/nope", "/products/nope"];
const shows = async (at: Instance, path: string, text: string) =>
  ((await call(at, "GET", path)).body as string).includes(text);
/** Until every page of both instances has the text in it, or none has; the milliseconds it took. */
async function everywhere(text: string, wanted = true): Promise<number> {
  let slowest = 0;
  for (const at of [a, b])
    for (const path of pages)
      slowest += await until(async () => (await shows(at, path, text)) === wanted).catch(() => {
        throw new Error(`${path} ${wanted ? "does not show" : "still shows"} ${text}`);
      });
  return slowest;
}

test("a fact is changed on every page of both instances, those of what is not there too", async () => {
  await everywhere("10012022000123");
  await save("shop", { fssai: "20000000000001" });
  figure("a changed fact on 14 pages", await everywhere("20000000000001"), 1_000);
  await everywhere("10012022000123", false);
  expect((await call(b, "GET", "/api/shop")).body.fssai).toBe("20000000000001");
  expect((await call(b, "GET", "/api/openapi.json")).body.info.contact.email).toBe("support@mithaas.example");
  const { emails } = (await read("shop")).value;
  await save("shop", { emails: { ...emails, support: "help@sweets.example" } }, b);
  await until(() => shows(a, "/returns", "help@sweets.example"));
  await until(async () => {
    const { body } = await call(a, "GET", "/api/openapi.json");
    return body.info.contact.email === "help@sweets.example";
  });
});

test("what the areas say is on the policy pages of the other instance", async () => {
  await until(() => shows(b, "/terms", "free above ₹1,000"));
  const { version, value } = await read("areas");
  const changed = value.map((area: { id: string }) => (area.id === "mumbai" ? { ...area, freeFrom: 1250 } : area));
  await call(a, "PUT", "/api/admin/settings/areas", { token: owner, body: { version, value: changed } });
  await until(() => shows(b, "/terms", "free above ₹1,250"));
  await until(() => shows(b, "/faq", "free above ₹1,250"));
});

test("what was read of a section can be written", async () => {
  for (const section of ["shop", "areas", "windows", "pause", "notice"]) {
    const { version, value } = await read(section);
    const again = await call(b, "PUT", `/api/admin/settings/${section}`, { token: owner, body: { version, value } });
    expect([again.status, again.body]).toEqual([200, { version: version + 1, value }]);
    const stale = await call(a, "PUT", `/api/admin/settings/${section}`, { token: owner, body: { version, value } });
    expect([stale.status, stale.body.code]).toEqual([409, "stale_version"]);
    expect(await read(section)).toEqual({ version: version + 1, value });
  }
});

test("the notice stands above every page from its first moment until its last", async () => {
  const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
  const { body } = await save("notice", { text: "Diwali boxes are here", link: "/products", from: soon(2), to: null });
  await everywhere('href="/products">Diwali boxes');
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(body.value.from));
  expect((await call(b, "GET", "/api/shop")).body.notice).toEqual(body.value);
  await save("notice", { to: soon(2) });
  await everywhere("Diwali boxes are here", false);
  expect((await call(b, "GET", "/api/shop")).body.notice).toBeNull();
});

test("a pause is on every page and refuses orders on both, until it ends by itself", async () => {
  const [sweet, person, key] = [await aSweetBy(a, owner), await aPerson(a), crypto.randomUUID()];
  const placed = await order(a, person.token, [sweet.id], key);
  const far = "2099-11-30T04:30:00.000Z";
  await save("pause", { paused: true, until: far, reason: "Family wedding" });
  await everywhere("Not taking orders until 30 November 2099, 10:00 am");
  for (const at of [a, b]) {
    const refused = await order(at, person.token, [sweet.id]);
    expect([refused.status, refused.body.code, refused.body.until]).toEqual([409, "paused", far]);
    expect((await call(at, "GET", "/api/shop")).body).toMatchObject({ paused: true, pause: { until: far } });
    // An order that was placed before is answered again: its first answer may have been lost.
    const again = await order(at, person.token, [sweet.id], key);
    expect([again.status, again.body]).toEqual([201, placed.body]);
  }
  await save("pause", { until: null });
  await everywhere("Not taking orders at the moment");
  const end = new Date(Date.now() + 2_000).toISOString();
  await save("pause", { until: end });
  await everywhere("Not taking orders", false);
  for (const at of [a, b]) expect((await order(at, person.token, [sweet.id])).status).toBe(201);
  expect((await call(a, "GET", "/api/shop")).body).toMatchObject({ paused: false, pause: null });
});

test("the shop's clock begins where SHOP_CLOCK says, in the process that serves", async () => {
  const later = await anInstance({ SHOP_CLOCK: "2031-03-05T18:29:58Z" });
  const today = async (at: Instance) => (await call(at, "GET", "/api/delivery?pincode=400028")).body.today as string;
  await until(async () => (await today(later)) === addDays("2031-03-05", 1));
  expect(await today(a)).not.toMatch(/^2031/);
  await later.stop();
});
