// The first steps on an owner's dashboard: each is done by what is stored, until all are, or they are put away.
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assertMay } from "@/lib/auth/actor";
import { placeOrder } from "@/lib/orders/place";
import { putFirstStepsAway } from "@/lib/reports/commands";
import { firstSteps } from "@/lib/reports/first-steps";
import { saveSettings } from "@/lib/settings/commands";
import { defaultSettings } from "@/lib/settings/defaults";
import { forgetSettings } from "@/lib/settings/queries";
import { shopFactNames } from "@/lib/settings/samples";
import type { SettingValues } from "@/lib/settings/schema";
import { aCustomer, anAdmin, anOrder, aSweet } from "../support/factories";
import { pool, sql } from "../support/sql";

const owner = assertMay(await anAdmin(), "settings:write");
const doneOf = async (who = owner) => (await firstSteps(who, pool))?.done;
const save = <Name extends keyof SettingValues>(section: Name, change: object = {}, version = 0) => {
  const before = defaultSettings[section];
  const value = Array.isArray(before) ? Object.values(change) : { ...before, ...change };
  return saveSettings(owner, section, { version, value: value as SettingValues[Name] }, pool);
};
const addFactor = (id: number, confirmedAt: string | null) => sql`
  insert into second_factors (user_id, secret, confirmed_at) values (${id}, 'x', ${confirmedAt})
  on conflict (user_id) do update set confirmed_at = excluded.confirmed_at`;

beforeAll(() => sql`update sweets set sample = true`);
beforeEach(async () => {
  for (const table of ["settings_history", "settings", "first_steps_away"]) await sql`delete from ${sql(table)}`;
  forgetSettings();
});

describe("a step is done by what is stored", () => {
  test("settings once their section is saved and says something", async () => {
    const none = { facts: false, areas: false, windows: false, payments: false, tax: false };
    expect(await doneOf()).toMatchObject(none);
    await save("areas");
    await save("windows", { week: [] });
    await save("payments", { cod: { active: false, upTo: null } });
    expect(await doneOf()).toMatchObject(none);
    await saveSettings(owner, "areas", { version: 1, value: defaultSettings.areas }, pool);
    await save("windows", {}, 1);
    await save("payments", {}, 1);
    // Without a GSTIN: not registered.
    await save("tax");
    expect(await doneOf()).toMatchObject({ ...none, areas: true, windows: true, payments: true, tax: true });
  });

  test("facts once no sample is left; those that are left are named", async () => {
    await save("shop", { accepted: shopFactNames.filter((name) => name !== "fssai") });
    expect(await firstSteps(owner, pool)).toMatchObject({ done: { facts: false }, factsLeft: ["FSSAI licence"] });
    await save("shop", { accepted: shopFactNames }, 1);
    expect(await firstSteps(owner, pool)).toMatchObject({ done: { facts: true }, factsLeft: [] });
  });

  test("sweets once there is an own one and no sample, a test order by any order, a factor by the owner's own", async () => {
    expect(await doneOf()).toMatchObject({ sweets: false, order: false, factor: false });
    const sweet = await aSweet();
    expect(await doneOf()).toMatchObject({ sweets: false });
    await sql`update sweets set deleted_at = now() where sample`;
    expect(await doneOf()).toMatchObject({ sweets: true });
    await placeOrder(await aCustomer(), anOrder([[sweet, 1]]), { channel: "web" }, pool);
    await addFactor(owner.id, null);
    expect(await doneOf()).toMatchObject({ order: true, factor: false });
    await addFactor(owner.id, new Date().toISOString());
    expect(await doneOf()).toMatchObject({ factor: true });
    const other = assertMay(await anAdmin(), "settings:write");
    expect(await doneOf(other)).toMatchObject({ factor: false });
  });

  test("there are none once all are done", async () => {
    await save("shop", { accepted: shopFactNames });
    await saveSettings(owner, "areas", { version: 0, value: defaultSettings.areas }, pool);
    for (const section of ["windows", "payments", "tax"] as const) await save(section);
    expect(await firstSteps(owner, pool)).toBeNull();
  });
});

test("they are put away for every owner, and come back; the same twice is written down once", async () => {
  const other = assertMay(await anAdmin(), "settings:write");
  await Promise.all([true, true].map((away) => putFirstStepsAway(owner, away, pool)));
  expect(await firstSteps(other, pool)).toBeNull();
  await putFirstStepsAway(other, false, pool);
  expect(await firstSteps(owner, pool)).not.toBeNull();
  const entries = await sql`select text from audit_log where noun = 'settings' order by id`;
  expect(entries.map(({ text }) => text)).toEqual([
    expect.stringMatching(/ put the first steps away$/),
    expect.stringMatching(/ took the first steps back$/),
  ]);
});
