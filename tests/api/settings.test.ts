// The settings through the API. The shop is shared with other tests: festivals aside nothing is changed here, since every version that is sent is old.
// What a change does is in tests/faults/settings.test.ts.
import { beforeAll, describe, expect, test } from "vitest";
import { sections } from "@/db/constants/settings";
import { defaultSettings } from "@/lib/settings/defaults";
import { anAdmin, aSweet, call } from "./shop";

let admin: string;
beforeAll(async () => {
  admin = await anAdmin();
});

/** A version that no section has. */
const OLD = 2_147_483_647;
const save = (section: string, value: unknown, version: unknown = OLD) =>
  call("PUT", `/admin/settings/${section}`, { token: admin, body: { version, value } });

test("anybody may read the shop's facts", async () => {
  const { status, body } = await call("GET", "/shop");
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...defaultSettings.shop, name: "Mithaas", since: 1985 });
  expect(Object.keys(body)).toEqual(expect.arrayContaining(["paused", "pause", "notice"]));
});

// This file owns the section `festivals` of the shared shop. Its days are past, so that nobody can book them.
describe("festivals", () => {
  const far = "2200-01-01T00:00:00.000Z";
  const past = "2020-01-01T00:00:00.000Z";
  const festival = (slug: string, opensAt: string, closesAt: string, sweets: number[]) => ({
    slug,
    name: slug,
    text: null,
    days: ["2020-01-02", "2020-01-03"],
    opensAt,
    closesAt,
    sweets,
  });
  const version = async () => (await call("GET", "/admin/settings", { token: admin })).body.festivals.version;

  test("are read by anybody with their state, deleted sweets too", async () => {
    const sweet = await aSweet();
    const value = [
      festival("to-come", "2199-12-31T00:00:00.000Z", far, [sweet.id]),
      festival("open", past, far, [sweet.id]),
      festival("over", past, "2020-01-01T00:00:01.000Z", [sweet.id]),
    ];
    const { status, body } = await save("festivals", value, await version());
    expect([status, body]).toEqual([200, { version: expect.any(Number), value }]);
    await call("DELETE", `/sweets/${sweet.id}`, { token: admin });
    const states = ["before", "open", "closed"];
    expect((await call("GET", "/festivals")).body).toEqual(
      value.map((one, index) => ({ ...one, state: states[index] })),
    );
    expect((await save("festivals", [], await version())).status).toBe(200);
    expect((await call("GET", "/festivals")).body).toEqual([]);
  });

  test("are refused with the path of what is wrong", async () => {
    const { id } = await aSweet();
    const good = festival("diwali", past, far, [id]);
    for (const [value, path] of [
      [[good, { ...good, slug: "holi", sweets: [id, 2_000_000_000] }], "value.1.sweets.1"],
      [[{ ...good, sweets: [] }], "value.0.sweets"],
      [[{ ...good, sweets: [id, id] }], "value.0.sweets"],
      [[{ ...good, sweets: ["1"] }], "value.0.sweets.0"],
      [[{ ...good, slug: "Diwali" }], "value.0.slug"],
      [[{ ...good, name: " " }], "value.0.name"],
      [[{ ...good, days: [] }], "value.0.days"],
      [[{ ...good, days: ["2027-02-30"] }], "value.0.days.0"],
      [[{ ...good, closesAt: past }], "value.0.closesAt"],
      [[{ ...good, opensAt: "2027-01-01" }], "value.0.opensAt"],
      [[good, good], "value"],
    ] as const) {
      const { status, body } = await save("festivals", value);
      expect([status, body.errors?.[0]?.path]).toEqual([422, path]);
    }
  });
});

test("the owner reads every section with its version", async () => {
  const { status, body } = await call("GET", "/admin/settings", { token: admin });
  expect([status, Object.keys(body)]).toEqual([200, [...sections]]);
  for (const section of sections)
    expect(body[section]).toEqual({ version: expect.any(Number), value: expect.anything() });
});

test("a section that is not there", async () => {
  for (const section of ["prices", "Shop", "shop%00", "__proto__"])
    expect([section, (await save(section, {})).status]).toEqual([section, 404]);
});

test.each([[-1], [0.5], ["1"], [null], [2 ** 31]])("version %j is none", async (version) => {
  const { status, body } = await save("notice", defaultSettings.notice, version);
  expect([status, body.errors[0].path]).toEqual([422, "version"]);
});

describe("a value out of bounds is refused with its path", () => {
  const { shop, windows, pause, notice } = defaultSettings;
  const [area] = defaultSettings.areas;
  const [window] = windows.week;
  const times = <T>(count: number, what: T | ((i: number) => T)): T[] =>
    Array.from({ length: count }, (_, i) => (what instanceof Function ? what(i) : what));
  const areas = (fields: object) => [{ ...area, ...fields }];
  const week = (...fields: object[]) => ({ ...windows, week: fields.map((one) => ({ ...window, ...one })) });

  test.each([
    ["shop", { ...shop, legalName: "M" }, "value.legalName"],
    ["shop", { ...shop, legalName: "M".repeat(121) }, "value.legalName"],
    ["shop", { ...shop, legalName: "Mithaas \0" }, "value.legalName"],
    ["shop", { ...shop, address: { ...shop.address, street: "  " } }, "value.address.street"],
    ["shop", { ...shop, address: { ...shop.address, postalCode: "40002" } }, "value.address.postalCode"],
    ["shop", { ...shop, address: { ...shop.address, postalCode: "040002" } }, "value.address.postalCode"],
    ["shop", { ...shop, phones: { ...shop.phones, shop: "call us" } }, "value.phones.shop"],
    ["shop", { ...shop, emails: { ...shop.emails, orders: "orders" } }, "value.emails.orders"],
    ["shop", { ...shop, hours: [{ ...shop.hours[0], fromDay: 0 }] }, "value.hours.0.fromDay"],
    ["shop", { ...shop, hours: [{ ...shop.hours[0], toDay: 8 }] }, "value.hours.0.toDay"],
    ["shop", { ...shop, hours: [{ ...shop.hours[0], closes: "24:00" }] }, "value.hours.0.closes"],
    ["shop", { ...shop, hours: [{ ...shop.hours[0], closes: "08:59" }] }, "value.hours.0.closes"],
    ["shop", { ...shop, hours: [{ ...shop.hours[0], fromDay: 3, toDay: 2 }] }, "value.hours.0.toDay"],
    ["shop", { ...shop, hours: times(15, shop.hours[0]) }, "value.hours"],
    ["shop", { ...shop, social: [{ name: "MySpace", url: "https://x.example" }] }, "value.social.0.name"],
    ["shop", { ...shop, social: [{ name: "X", url: "https:\\\\x.example" }] }, "value.social.0.url"],
    ["shop", { ...shop, fssai: "1001202200012" }, "value.fssai"],
    ["shop", { ...shop, grievance: { ...shop.grievance, email: "" } }, "value.grievance.email"],
    ["shop", { ...shop, team: times(21, shop.team[0]) }, "value.team"],
    ["shop", { ...shop, awards: [{ ...shop.awards[0], year: 1899 }] }, "value.awards.0.year"],
    ["areas", {}, "value"],
    ["areas", areas({ id: "Mumbai" }), "value.0.id"],
    ["areas", [area, area], "value"],
    ["areas", areas({ name: "" }), "value.0.name"],
    ["areas", areas({ kind: "drone" }), "value.0.kind"],
    ["areas", areas({ pincodes: [] }), "value.0.pincodes"],
    ["areas", areas({ pincodes: ["400028", "4000"] }), "value.0.pincodes.1"],
    ["areas", areas({ pincodes: ["400104-400001"] }), "value.0.pincodes.0"],
    ["areas", areas({ pincodes: times(201, "400028") }), "value.0.pincodes"],
    ["areas", areas({ fee: -1 }), "value.0.fee"],
    ["areas", areas({ fee: 10_000.01 }), "value.0.fee"],
    ["areas", areas({ fee: 49.005 }), "value.0.fee"],
    ["areas", areas({ freeFrom: 10_00_001 }), "value.0.freeFrom"],
    ["areas", areas({ minimum: -0.01 }), "value.0.minimum"],
    ["areas", areas({ leadMinutes: 20_161 }), "value.0.leadMinutes"],
    ["areas", areas({ estimate: "x".repeat(41) }), "value.0.estimate"],
    ["areas", areas({ active: "yes" }), "value.0.active"],
    ["areas", times(51, (i) => ({ ...area, id: `area-${i}` })), "value"],
    ["windows", { ...windows, bookableDays: 61 }, "value.bookableDays"],
    ["windows", { ...windows, bookableDays: 0 }, "value.bookableDays"],
    ["windows", { ...windows, pickupCapacity: 10_001 }, "value.pickupCapacity"],
    ["windows", week({ capacity: -1 }), "value.week.0.capacity"],
    ["windows", week({ weekday: 8 }), "value.week.0.weekday"],
    ["windows", week({ to: "10:00" }), "value.week.0.to"],
    ["windows", week({}, { to: "12:00" }), "value.week.1.from"],
    ["windows", { ...windows, dates: [{ date: "2026-02-30", windows: [] }] }, "value.dates.0.date"],
    ["windows", { ...windows, dates: times(2, { date: "2026-11-30", windows: [] }) }, "value.dates.1.date"],
    ["pause", { ...pause, paused: "no" }, "value.paused"],
    ["pause", { ...pause, until: "2026-11-30" }, "value.until"],
    ["pause", { ...pause, reason: "x".repeat(201) }, "value.reason"],
    ["notice", { ...notice, text: "x".repeat(161) }, "value.text"],
    ["notice", { ...notice, link: "/\t/evil.example" }, "value.link"],
    ["notice", { ...notice, link: "http://evil.example" }, "value.link"],
    ["notice", { ...notice, from: "2026-11-30T00:00:00Z", to: "2026-11-30T00:00:00Z" }, "value.to"],
    ["notice", undefined, "value"],
  ])("%s %#", async (section, value, path) => {
    const { status, body } = await save(section, value);
    expect([status, body.errors?.[0]?.path, body.message]).toEqual([422, path, body.errors?.[0]?.message]);
  });

  test("the bounds themselves are accepted", async () => {
    const most = {
      fee: 10_000,
      freeFrom: 10_00_000,
      minimum: 0.05,
      leadMinutes: 20_160,
      pincodes: ["*", "5*", "40002*"],
    };
    const phones = { ...shop.phones, tollFree: null };
    const link = "https://shop.example/diwali";
    for (const [section, value] of [
      ["shop", { ...shop, legalName: "M".repeat(120), phones, team: [], awards: [] }],
      ["areas", areas(most)],
      ["areas", []],
      ["windows", { bookableDays: 60, pickupCapacity: 0, week: [], dates: [{ date: "2026-11-30", windows: [] }] }],
      ["pause", { paused: true, until: "2026-11-30T18:00:00+05:30", reason: "x".repeat(200) }],
      ["notice", { text: "🪔".repeat(160), link, from: "2026-11-01T00:00:00Z", to: null }],
    ] as const)
      expect([section, (await save(section, value)).status]).toEqual([section, 409]);
  });
});
