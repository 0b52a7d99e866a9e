// Settings: saved whole, in versions, each change in the history; which orders a change of the windows concerns.
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { saveSection } from "@/app/admin/settings/actions";
import { sections } from "@/db/constants/settings";
import { sampleFestivals } from "@/db/seed/festivals";
import { writeAtOnce } from "@/db/write-slots";
import { affectedWindows } from "@/lib/delivery/queries";
import { formOf } from "@/lib/http/action";
import { saveSettings } from "@/lib/settings/commands";
import { defaultSettings } from "@/lib/settings/defaults";
import { listHistory } from "@/lib/settings/history-queries";
import * as operations from "@/lib/settings/operations";
import {
  currentSettings,
  editableSettings,
  forgetSettings,
  publicShop,
  samplesLeft,
  sweetNames,
} from "@/lib/settings/queries";
import { shopFactNames } from "@/lib/settings/samples";
import { type Festival, festivalSettings, type SettingValues, settingSchemas } from "@/lib/settings/schema";
import { atOnce, atOnceBehind, connect, done, refusal, refusals } from "../support/database";
import { aCustomer, anAdmin, aVisitor, type Member } from "../support/factories";
import { pool, sql } from "../support/sql";

vi.mock("@/lib/delivery/queries", { spy: true });
// The owner sends a form of this site.
vi.mock("@/lib/auth/request", () => ({ currentCaller: async () => ({ actor: owner, byCookie: true }) }));
vi.mock("next/headers", () => ({ headers: async () => new Headers({ "sec-fetch-site": "same-origin" }) }));
vi.mock("next/cache", () => ({ refresh: () => {} }));
let owner: Member;
beforeAll(async () => {
  owner = await anAdmin();
});
afterEach(async () => {
  for (const table of ["settings_history", "settings", "slot_places"]) await sql`delete from ${sql(table)}`;
  forgetSettings();
});

const { windows, notice } = defaultSettings;
const diwali = { text: "Diwali boxes are here", link: "/products", from: null, to: null };
const saveNotice = (version: number, value: SettingValues["notice"], by = owner) =>
  saveSettings(by, "notice", { version, value }, pool);
const stale = { code: "stale_version" };
const changes = async () => (await sql`select 1 from settings_history`).length;

describe("a section", () => {
  test("has its default at version 0, and what was saved from version 1 on", async () => {
    expect(await editableSettings(owner)).toMatchObject({ notice: { version: 0, value: notice } });
    expect(await saveNotice(0, diwali)).toEqual({ version: 1, value: diwali, before: notice });
    expect((await currentSettings()).values.notice).toEqual(diwali);
    const later = { ...diwali, text: "The last Diwali boxes" };
    expect(await saveNotice(1, later)).toEqual({ version: 2, value: later, before: diwali });
    const { values, versions, revision } = await currentSettings();
    const none = Object.fromEntries(sections.map((section) => [section, 0]));
    expect([values.notice, versions, revision]).toEqual([later, { ...none, notice: 2 }, 2]);
  });

  test.each(sections)("%s can be written as it was read, and is read as it was written", async (section) => {
    const value = (await editableSettings(owner))[section]?.value as SettingValues[typeof section];
    expect(settingSchemas[section].parse(value)).toEqual(value);
    await saveSettings(owner, section, { version: 0, value }, pool);
    expect((await editableSettings(owner))[section]).toEqual({ version: 1, value });
  });

  test("of messages has those on that are newer than what was saved", async () => {
    const { order_changed: _, ...before } = { ...defaultSettings.messages, refund: false };
    await sql`insert into settings (section, version, value) values ('messages', 1, ${JSON.stringify(before)}::text::jsonb)`;
    const { messages } = await editableSettings(owner);
    expect(messages?.value).toEqual({ ...before, order_changed: true });
  });

  test("of payments is without payment online where it was saved before that, and so its history says", async () => {
    const { online, ...before } = { ...defaultSettings.payments, upiId: "mithaas@okbank" };
    await sql`insert into settings (section, version, value) values ('payments', 1, ${JSON.stringify(before)}::text::jsonb)`;
    expect((await currentSettings()).values.payments).toEqual({ ...before, online });
    const value = { ...before, online: { active: true, holdMinutes: 30 } };
    await saveSettings(owner, "payments", { version: 1, value }, pool);
    const { entries } = await listHistory(owner, "payments", 1);
    expect(entries[0]?.changes).toEqual([{ label: "Offer to pay online", from: "No", to: "Yes" }]);
  });

  test("of payments keeps payment online when a program that does not know it saves the rest", async () => {
    const online = { active: true, holdMinutes: 45 };
    await saveSettings(owner, "payments", { version: 0, value: { ...defaultSettings.payments, online } }, pool);
    const put = (version: number, value: unknown) =>
      operations.saveSettings.run({
        ...{ actor: owner, write: writeAtOnce, caller: { actor: owner, byCookie: false }, headers: new Headers() },
        ...{ picture: null, session: "token", input: { section: "payments", version, value } },
      } as never);
    const { online: _, ...older } = { ...defaultSettings.payments, remindAfterHours: 5 };
    expect(await put(1, older)).toMatchObject({ value: { remindAfterHours: 5, online } });
    const off = { active: false, holdMinutes: 15 };
    expect(await put(2, { ...older, online: off })).toMatchObject({ value: { online: off } });
    for (const wrong of ["online", null, []]) expect(await refusal(put(3, wrong))).toMatchObject({ code: "invalid" });
  });

  test("is saved only over the version that was read; the others do not matter", async () => {
    await saveNotice(0, diwali);
    for (const version of [0, 2]) expect(await refusal(saveNotice(version, diwali))).toMatchObject(stale);
    await saveSettings(owner, "pause", { version: 0, value: defaultSettings.pause }, pool);
    expect(await changes()).toBe(2);
  });

  test("is saved by one of those who save at once, also the first time", async () => {
    const db = connect(16);
    const save = (version: number) => (i: number) =>
      saveSettings(owner, "notice", { version, value: { ...diwali, text: `Notice ${i}` } }, db);
    const first = await atOnce(8, save(0));
    expect([done(first).length, refusals(first)]).toEqual([1, { stale_version: 7 }]);
    const second = await atOnceBehind((on) => on`select pg_advisory_xact_lock(7411986)`, 8, save(1));
    expect([done(second).length, refusals(second)]).toEqual([1, { stale_version: 7 }]);
    expect(await changes()).toBe(2);
    expect((await currentSettings()).values.notice).toEqual(done(second)[0]?.value);
  });

  test("is the owner's to read with its version and its history, and to save", async () => {
    for (const [person, code] of [
      [await aCustomer(), "forbidden"],
      [aVisitor(), "unauthorized"],
    ] as const)
      for (const work of [
        saveSettings(person, "notice", { version: 0, value: diwali }, pool),
        listHistory(person, "shop", 20),
      ])
        expect(await refusal(work)).toMatchObject({ code });
    expect(await changes()).toBe(0);
  });
});

describe("the history", () => {
  test("says who, when, and what was and is, the newest first", async () => {
    const other = await anAdmin();
    await saveNotice(0, { ...notice, text: "One" });
    await saveNotice(1, { ...notice, text: "Two", link: "/products" }, other);
    await saveSettings(owner, "pause", { version: 0, value: { paused: true, until: null, reason: null } }, pool);
    const { entries, hasMore } = await listHistory(owner, "notice", 20);
    expect(hasMore).toBe(false);
    const text = (from: string, to: string) => ({ label: "Text", from, to });
    const at = expect.stringMatching(/^20\d\d-/);
    expect(entries).toEqual([
      {
        version: 2,
        at,
        by: `${other.name} (${other.email})`,
        changes: [text("One", "Two"), { label: "Link", from: "", to: "/products" }],
      },
      { version: 1, at, by: `${owner.name} (${owner.email})`, changes: [text("", "One")] },
    ]);
    expect(await listHistory(owner, "notice", 1)).toMatchObject({ entries: [{ version: 2 }], hasMore: true });
    expect((await listHistory(owner, "pause", 20)).entries).toMatchObject([
      { changes: [{ label: "Orders paused", from: "No", to: "Yes" }] },
    ]);
  });

  test("keeps a change when the account of whoever made it is gone", async () => {
    await saveNotice(0, { ...notice, text: "One" });
    await sql`update settings_history set by_user_id = null`;
    expect((await listHistory(owner, "notice", 20)).entries).toMatchObject([{ by: null }]);
  });
});

describe("samples", () => {
  const sold = async () => new Map((await sql`select slug, id from sweets`).map(({ slug, id }) => [slug, id]));
  const day = new Date("2026-11-24T04:00:00Z");

  const saveShop = (version: number, change: Partial<SettingValues["shop"]>) =>
    saveSettings(owner, "shop", { version, value: { ...defaultSettings.shop, ...change } }, pool);

  test("are facts one by one, until each is changed or accepted: saving the section takes none", async () => {
    const all = await samplesLeft();
    expect(all).toEqual(expect.arrayContaining(["FSSAI licence", "grievance officer", "phones", "awards"]));
    await saveShop(0, {});
    expect(await samplesLeft()).toEqual(all);
    const [own, ...awards] = defaultSettings.shop.awards;
    const phones = { ...defaultSettings.shop.phones, shop: "+91 22 2430 0000" };
    await saveShop(1, { fssai: "20000000000001", phones, awards: [...awards, { ...own!, title: "Ours" }] });
    expect(await samplesLeft()).toEqual(all.filter((name) => name !== "FSSAI licence"));
    expect((await publicShop()).samples.filter((name) => /^(phones|awards)/.test(name))).toEqual([
      "phones.tollFree",
      "awards.1",
      "awards.2",
      "awards.3",
    ]);
    await saveShop(2, { accepted: shopFactNames });
    expect(await samplesLeft()).toEqual([]);
    // Whoever writes the section without what was accepted accepts nothing.
    await saveShop(3, { accepted: ["fssai"] });
    expect(await samplesLeft()).toEqual(all.filter((name) => name !== "FSSAI licence"));
    expect((await listHistory(owner, "shop", 1)).entries[0]?.changes).toEqual([
      { label: "Samples that are ours", from: expect.stringContaining("Award of 2009"), to: "FSSAI licence number" },
    ]);
  });

  test("are the festivals of the seed until they are saved, over version 1, and none that the owner adds", async () => {
    const value = festivalSettings.parse(sampleFestivals(day, await sold()));
    await sql`insert into settings (section, version, value) values ('festivals', 1, ${JSON.stringify(value)}::text::jsonb)`;
    forgetSettings();
    expect(await samplesLeft()).toContain("festivals");
    expect(await refusal(saveSettings(owner, "festivals", { version: 0, value }, pool))).toMatchObject(stale);
    expect(await saveSettings(owner, "festivals", { version: 1, value }, pool)).toEqual({
      version: 2,
      value,
      before: value,
    });
    expect(await samplesLeft()).not.toContain("festivals");
    await sql`delete from settings`;
    await saveSettings(owner, "festivals", { version: 0, value: [] }, pool);
    expect(await samplesLeft()).not.toContain("festivals");
  });

  test("a festival keeps a deleted sweet, and takes none that never was", async () => {
    const [sweet] =
      await sql`update sweets set deleted_at = now() where id = (select min(id) from sweets) returning id`;
    const [festival] = sampleFestivals(day, await sold());
    const holding = (...sweets: number[]) => ({ version: 0, value: [{ ...(festival as Festival), sweets }] });
    expect(await refusal(saveSettings(owner, "festivals", holding(sweet?.id, 999_999), pool))).toMatchObject({
      code: "invalid",
      errors: [{ path: "value.0.sweets.1", message: "There is no such sweet" }],
    });
    expect(await saveSettings(owner, "festivals", holding(sweet?.id), pool)).toMatchObject({ version: 1 });
    const names = await sweetNames(owner);
    expect(names.filter(({ deleted }) => deleted).map(({ id }) => id)).toEqual([sweet?.id]);
    await sql`update sweets set deleted_at = null where id = ${sweet?.id}`;
  });
});

test("anybody may know whether orders are taken, and the notice while it stands", async () => {
  const now = new Date("2026-11-24T04:00:00Z");
  const open = { paused: false, pause: null, notice: null };
  expect(await publicShop(now)).toMatchObject({ name: "Mithaas", ...open });
  const until = "2026-11-24T04:30:00.000Z";
  await saveSettings(owner, "pause", { version: 0, value: { paused: true, until, reason: "Family wedding" } }, pool);
  await saveNotice(0, { ...diwali, to: until });
  expect(await publicShop(now)).toMatchObject({
    paused: true,
    pause: { until, reason: "Family wedding" },
    notice: { ...diwali, to: until },
  });
  expect(await publicShop(new Date(until))).toMatchObject(open);
});

describe("of the windows of orders, a change names", () => {
  // A Thursday; now is the day before at noon in India.
  const DAY = "2026-11-26";
  const now = new Date("2026-11-25T06:30:00Z");
  const take = (date: string, from: string, pool: "delivery" | "pickup", taken: number) =>
    sql`insert into slot_places (date, from_time, pool, taken) values (${date}, ${from}, ${pool}, ${taken})`;
  const affected = (after: typeof windows, before = windows) => affectedWindows(owner, before, after, undefined, now);
  const thursdayWith = (capacity: number) => ({
    ...windows,
    week: windows.week.map((window) => (window.weekday === 4 ? { ...window, capacity } : window)),
  });
  const dayOff = { ...windows, dates: [{ date: DAY, windows: [] }] };
  const morning = { date: DAY, from: "10:00", to: "13:00" };

  test("those that take fewer orders than hold a place", async () => {
    await take(DAY, "10:00", "delivery", 3);
    await take(DAY, "10:00", "pickup", 3);
    await take(DAY, "13:00", "delivery", 2);
    expect(await affected(thursdayWith(2))).toEqual([{ ...morning, pool: "delivery", orders: 3, capacity: 2 }]);
    expect(await affected({ ...windows, pickupCapacity: 1 })).toEqual([
      { ...morning, pool: "pickup", orders: 3, capacity: 1 },
    ]);
    expect(await affected(thursdayWith(3))).toEqual([]);
  });

  test("those that are no longer offered, whether their day is off or they are gone", async () => {
    await take(DAY, "10:00", "delivery", 1);
    const none = { ...morning, pool: "delivery", orders: 1, capacity: null };
    expect(await affected(dayOff)).toEqual([none]);
    expect(await affected({ ...windows, week: windows.week.filter(({ weekday }) => weekday !== 4) })).toEqual([none]);
  });

  test("none that is over, that was too small before, or that nobody booked", async () => {
    await take("2026-11-19", "10:00", "delivery", 3);
    await take("2026-11-25", "10:00", "delivery", 3); // today, until 13:00
    await take(DAY, "13:00", "delivery", 3);
    await take(DAY, "16:00", "delivery", 0);
    expect(await affected(thursdayWith(2), thursdayWith(2))).toEqual([]);
    expect(await affected(dayOff, dayOff)).toEqual([]);
    const closed = { ...windows, week: [] };
    expect(await affected(closed)).toMatchObject([
      { date: "2026-11-25", from: "10:00" },
      { date: DAY, from: "13:00" },
    ]);
    const later = new Date("2026-11-25T07:30:00Z"); // 13:00 in India
    expect(await affectedWindows(owner, windows, closed, undefined, later)).toMatchObject([{ date: DAY }]);
  });

  test("in the answer to the owner's form, which says that it is saved also when they cannot be read", async () => {
    await take("2099-11-26", "10:00", "delivery", 3);
    const save = (version: number, capacity: number) => {
      const value = JSON.stringify(thursdayWith(capacity));
      return saveSection(null, formOf({ section: "windows", version, value }));
    };
    const saved = { message: "Windows saved" };
    const warnings = ["3 orders hold a place on 26 Nov 2099 10:00-13:00, which now takes 2"];
    expect(await save(0, 2)).toEqual({ ok: true, data: { ...saved, version: 1, warnings } });
    vi.mocked(affectedWindows).mockRejectedValueOnce(Object.assign(new Error("Busy"), { code: "POOL_BUSY" }));
    expect(await save(1, 1)).toEqual({ ok: true, data: { ...saved, version: 2, warnings: [] } });
  });
});
