// Settings: saved whole, in versions, each change in the history.
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { sampleFestivals } from "@/db/seed/festivals";
import type { StaffMember } from "@/lib/auth/actor";
import { saveSettings } from "@/lib/settings/commands";
import { sections } from "@/lib/settings/constants";
import { defaultSettings } from "@/lib/settings/defaults";
import {
  currentSettings,
  editableSettings,
  forgetSettings,
  publicShop,
  sampleDetails,
  sweetNames,
} from "@/lib/settings/queries";
import { type Festival, festivalSettings, type SettingValues, settingSchemas } from "@/lib/settings/schema";
import { atOnce, atOnceBehind, connect, done, refusal, refusals } from "../support/database";
import { aCustomer, anAdmin, aVisitor } from "../support/factories";
import { sql } from "../support/sql";

let owner: StaffMember;
beforeAll(async () => {
  owner = await anAdmin();
});
afterEach(async () => {
  await sql`delete from settings_history`;
  await sql`delete from settings`;
  forgetSettings();
});

const diwali = { text: "Diwali boxes are here", link: "/products", from: null, to: null };
const versionOf = async (section: keyof SettingValues) => (await editableSettings(owner))[section]?.version ?? 0;
const history = () => sql`select section, version, from_value, to_value, by_user_id from settings_history order by id`;

describe("a section", () => {
  test("has its default at version 0, and what was saved from version 1 on", async () => {
    expect(await editableSettings(owner)).toMatchObject({ notice: { version: 0, value: defaultSettings.notice } });
    expect(await saveSettings(owner, "notice", { version: 0, value: diwali })).toEqual({ version: 1, value: diwali });
    expect((await currentSettings()).values.notice).toEqual(diwali);
    const later = { ...diwali, text: "The last Diwali boxes" };
    expect(await saveSettings(owner, "notice", { version: 1, value: later })).toEqual({ version: 2, value: later });
    const { values, versions, revision } = await currentSettings();
    expect([values.notice, versions, revision]).toEqual([
      later,
      {
        shop: 0,
        areas: 0,
        windows: 0,
        pause: 0,
        notice: 2,
        payments: 0,
        tax: 0,
        messages: 0,
        festivals: 0,
        security: 0,
      },
      2,
    ]);
  });

  test.each(sections)("%s can be written as it was read, and is read as it was written", async (section) => {
    const value = (await editableSettings(owner))[section]?.value as SettingValues[typeof section];
    expect(settingSchemas[section].parse(value)).toEqual(value);
    await saveSettings(owner, section, { version: 0, value });
    expect((await editableSettings(owner))[section]).toEqual({ version: 1, value });
  });

  test("is saved only over the version that was read; the others do not matter", async () => {
    await saveSettings(owner, "notice", { version: 0, value: diwali });
    for (const version of [0, 2])
      expect(await refusal(saveSettings(owner, "notice", { version, value: diwali }))).toMatchObject({
        code: "stale_version",
      });
    expect(await versionOf("notice")).toBe(1);
    await saveSettings(owner, "pause", { version: 0, value: defaultSettings.pause });
    expect(await history()).toHaveLength(2);
  });

  test("is the owner's to read with its version and to save", async () => {
    for (const [person, code] of [
      [await aCustomer(), "forbidden"],
      [aVisitor(), "unauthorized"],
    ] as const) {
      expect(await refusal(editableSettings(person))).toMatchObject({ code });
      expect(await refusal(saveSettings(person, "notice", { version: 0, value: diwali }))).toMatchObject({ code });
    }
    expect(await history()).toEqual([]);
  });
});

test("the history says who changed what, from what and to what", async () => {
  const other = await anAdmin();
  const { notice } = defaultSettings;
  await saveSettings(owner, "notice", { version: 0, value: diwali });
  await saveSettings(other, "notice", { version: 1, value: notice });
  expect(await history()).toEqual([
    { section: "notice", version: 1, from_value: null, to_value: diwali, by_user_id: owner.id },
    { section: "notice", version: 2, from_value: diwali, to_value: notice, by_user_id: other.id },
  ]);
  const [row] = await sql`select at >= now() - interval '1 minute' as is_recent from settings_history limit 1`;
  expect(row?.is_recent).toBe(true);
});

test("of two who save at once one is refused, also the first time", async () => {
  const db = connect(16);
  const save = (version: number) => (i: number) =>
    saveSettings(owner, "notice", { version, value: { ...diwali, text: `Notice ${i}` } }, db);
  const first = await atOnce(8, save(0));
  expect([done(first).length, refusals(first)]).toEqual([1, { stale_version: 7 }]);
  const second = await atOnceBehind((on) => on`select pg_advisory_xact_lock(7411986)`, 8, save(1));
  expect([done(second).length, refusals(second)]).toEqual([1, { stale_version: 7 }]);
  expect(await history()).toHaveLength(2);
  expect((await currentSettings()).values.notice).toEqual(done(second)[0]?.value);
});

test("the facts are samples until the owner has saved them, changed or not", async () => {
  expect(await sampleDetails()).toContain("FSSAI licence number");
  await saveSettings(owner, "notice", { version: 0, value: diwali });
  expect(await sampleDetails()).not.toEqual([]);
  await saveSettings(owner, "shop", { version: 0, value: defaultSettings.shop });
  expect(await sampleDetails()).toEqual([]);
});

test("festivals of the seed are samples until they are saved, over version 1", async () => {
  const ids = new Map((await sql`select slug, id from sweets`).map(({ slug, id }) => [slug, id]));
  const value = festivalSettings.parse(sampleFestivals(new Date(), ids));
  await sql`insert into settings (section, version, value) values ('festivals', 1, ${JSON.stringify(value)}::text::jsonb)`;
  forgetSettings();
  expect(await sampleDetails()).toContain("Festivals");
  expect(await refusal(saveSettings(owner, "festivals", { version: 0, value }))).toMatchObject({
    code: "stale_version",
  });
  expect(await saveSettings(owner, "festivals", { version: 1, value })).toEqual({ version: 2, value });
  expect(await sampleDetails()).not.toContain("Festivals");
});

test("festivals that the owner adds to a shop without any are no samples", async () => {
  await saveSettings(owner, "festivals", { version: 0, value: [] });
  expect(await sampleDetails()).not.toContain("Festivals");
});

test("a festival keeps a deleted sweet, and takes none that never was", async () => {
  const [sweet] = await sql`update sweets set deleted_at = now() where id = (select min(id) from sweets) returning id`;
  const [festival] = sampleFestivals(
    new Date(),
    new Map([
      ["til-gajak", sweet?.id],
      ["gujiya", sweet?.id],
    ]),
  );
  const holding = (...sweets: number[]) => ({ version: 0, value: [{ ...(festival as Festival), sweets }] });
  expect(await refusal(saveSettings(owner, "festivals", holding(sweet?.id, 999_999)))).toMatchObject({
    code: "invalid",
    errors: [{ path: "value.0.sweets.1", message: "There is no such sweet" }],
  });
  expect(await saveSettings(owner, "festivals", holding(sweet?.id))).toMatchObject({ version: 1 });
  const names = await sweetNames(owner);
  expect(names.filter(({ deleted }) => deleted).map(({ id }) => id)).toEqual([sweet?.id]);
  await sql`update sweets set deleted_at = null where id = ${sweet?.id}`;
});

test("anybody may know whether orders are taken, and the notice while it stands", async () => {
  const now = new Date("2026-11-24T04:00:00Z");
  expect(await publicShop(now)).toMatchObject({ name: "Mithaas", paused: false, pause: null, notice: null });
  const until = "2026-11-24T04:30:00.000Z";
  await saveSettings(owner, "pause", { version: 0, value: { paused: true, until, reason: "Family wedding" } });
  await saveSettings(owner, "notice", { version: 0, value: { ...diwali, to: until } });
  expect(await publicShop(now)).toMatchObject({
    paused: true,
    pause: { until, reason: "Family wedding" },
    notice: { ...diwali, to: until },
  });
  expect(await publicShop(new Date(until))).toMatchObject({ paused: false, pause: null, notice: null });
});
