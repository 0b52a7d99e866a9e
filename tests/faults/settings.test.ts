// What the owner saves on one instance is on the pages of every instance, and what time changes too.
import { beforeAll, expect, test } from "vitest";
import {
  anInstance,
  aPerson,
  aSweetBy,
  call,
  type HttpResponse,
  type Instance,
  inside,
  order,
  twoInstances,
  until,
} from "./shop";

let a: Instance;
let b: Instance;
let owner: string;
beforeAll(async () => {
  ({ a, b, owner } = await twoInstances(inside));
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
/** Until every page of both instances has the text in it, or none has. */
async function everywhere(text: string, wanted = true): Promise<void> {
  for (const at of [a, b])
    for (const path of pages)
      await until(async () => (await shows(at, path, text)) === wanted).catch(() => {
        throw new Error(`${path} ${wanted ? "does not show" : "still shows"} ${text}`);
      });
}
const setClocks = (text: string) => Promise.all([a, b].map((at) => at.setClock(Date.parse(text))));

test("a fact is changed on every page of both instances, those of what is not there too", async () => {
  await everywhere("10012022000123");
  await save("shop", { fssai: "20000000000001" });
  await everywhere("20000000000001");
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

test("the notice stands above every page from its first moment until its last", async () => {
  await setClocks("2030-06-01T06:00:00Z");
  const [from, to] = ["2030-06-02T06:00:00.000Z", "2030-06-03T06:00:00.000Z"];
  const { body } = await save("notice", { text: "Diwali boxes are here", link: "/products", from, to });
  await everywhere("Diwali boxes are here", false);
  expect((await call(b, "GET", "/api/shop")).body.notice).toBeNull();
  await setClocks(from);
  await everywhere('href="/products">Diwali boxes');
  expect((await call(b, "GET", "/api/shop")).body.notice).toEqual(body.value);
  await setClocks(to);
  await everywhere("Diwali boxes are here", false);
  expect((await call(b, "GET", "/api/shop")).body.notice).toBeNull();
});

test("a pause is on every page and refuses orders on both, until it ends by itself", async () => {
  const [sweet, person, key] = [await aSweetBy(a, owner), await aPerson(a), crypto.randomUUID()];
  const placed = await order(a, person.token, [sweet.id], key);
  await save("pause", { paused: true, until: null, reason: "Family wedding" });
  await everywhere("Not taking orders at the moment");
  const end = "2030-06-30T04:30:00.000Z";
  await save("pause", { until: end });
  await everywhere("Not taking orders until 30 June 2030, 10:00 am");
  for (const at of [a, b]) {
    const refused = await order(at, person.token, [sweet.id]);
    expect([refused.status, refused.body.code, refused.body.until]).toEqual([409, "paused", end]);
    expect((await call(at, "GET", "/api/shop")).body).toMatchObject({ paused: true, pause: { until: end } });
    // An order that was placed before is answered again: its first answer may have been lost.
    const again = await order(at, person.token, [sweet.id], key);
    expect([again.status, again.body]).toEqual([201, placed.body]);
  }
  await setClocks(end);
  await everywhere("Not taking orders", false);
  for (const at of [a, b]) expect((await order(at, person.token, [sweet.id])).status).toBe(201);
  expect((await call(a, "GET", "/api/shop")).body).toMatchObject({ paused: false, pause: null });
});

test("the footer's year is right on New Year's morning, on pages that were made before it", async () => {
  await setClocks("2030-12-31T18:00:00Z");
  await everywhere("© 2025–2030");
  await setClocks("2030-12-31T18:30:00Z");
  await everywhere("© 2025–2031");
  await everywhere("© 2025–2030", false);
});

test("the shop's clock begins where SHOP_CLOCK says, in the process that serves", async () => {
  const later = await anInstance({ SHOP_CLOCK: "2031-03-05T18:29:59Z" });
  const today = async () => (await call(later, "GET", "/api/delivery?pincode=400028")).body.today as string;
  await until(async () => (await today()) === "2031-03-06");
});
