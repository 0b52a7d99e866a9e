// What the owner reads about changes of the settings: who changed what, and which orders a change of the windows concerns.
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffMember } from "@/lib/auth/actor";
import { affectedWindows } from "@/lib/delivery/queries";
import { saveSettings } from "@/lib/settings/commands";
import { defaultSettings } from "@/lib/settings/defaults";
import { listHistory } from "@/lib/settings/history-queries";
import { refusal } from "../support/database";
import { aCustomer, anAdmin } from "../support/factories";
import { sql } from "../support/sql";

let owner: StaffMember;
beforeAll(async () => {
  owner = await anAdmin();
});
beforeEach(async () => {
  await sql`delete from settings_history`;
  await sql`delete from settings`;
  await sql`delete from slot_places`;
});

const { windows, notice } = defaultSettings;
// A Thursday; now is the day before at noon in India.
const DAY = "2026-11-26";
const now = new Date("2026-11-25T06:30:00Z");

test("the history says who, when, and what was and is, the newest first", async () => {
  const other = await anAdmin();
  await saveSettings(owner, "notice", { version: 0, value: { ...notice, text: "One" } });
  await saveSettings(other, "notice", { version: 1, value: { ...notice, text: "Two", link: "/products" } });
  await saveSettings(owner, "pause", { version: 0, value: { paused: true, until: null, reason: null } });
  const { entries, hasMore } = await listHistory(owner, "notice", 20);
  expect(hasMore).toBe(false);
  expect(entries).toMatchObject([
    {
      version: 2,
      by: other.name,
      changes: [
        { label: "Text", from: "One", to: "Two" },
        { label: "Link", from: "", to: "/products" },
      ],
    },
    { version: 1, by: owner.name, changes: [{ label: "Text", from: "", to: "One" }] },
  ]);
  expect(await listHistory(owner, "notice", 1)).toMatchObject({ entries: [{ version: 2 }], hasMore: true });
  expect((await listHistory(owner, "pause", 20)).entries).toMatchObject([
    { changes: [{ label: "Orders paused", from: "No", to: "Yes" }] },
  ]);
});

test("a change stays when the account of whoever made it is gone", async () => {
  const gone = await anAdmin();
  await saveSettings(gone, "notice", { version: 0, value: { ...notice, text: "One" } });
  await sql`update settings_history set by_user_id = null`;
  expect((await listHistory(owner, "notice", 20)).entries).toMatchObject([{ by: null }]);
});

const take = (date: string, from: string, pool: "delivery" | "pickup", taken: number) =>
  sql`insert into slot_places (date, from_time, pool, taken) values (${date}, ${from}, ${pool}, ${taken})`;
const affected = (after: typeof windows, before = windows) => affectedWindows(owner, before, after, undefined, now);
const thursdayWith = (capacity: number) => ({
  ...windows,
  week: windows.week.map((window) => (window.weekday === 4 ? { ...window, capacity } : window)),
});

test("a window that takes fewer orders than hold a place is named with them", async () => {
  await take(DAY, "10:00", "delivery", 3);
  await take(DAY, "10:00", "pickup", 3);
  await take(DAY, "13:00", "delivery", 2);
  expect(await affected(thursdayWith(2))).toEqual([
    { date: DAY, from: "10:00", to: "13:00", pool: "delivery", orders: 3, capacity: 2 },
  ]);
  expect(await affected({ ...windows, pickupCapacity: 1 })).toEqual([
    { date: DAY, from: "10:00", to: "13:00", pool: "pickup", orders: 3, capacity: 1 },
  ]);
  expect(await affected(thursdayWith(3))).toEqual([]);
});

test("a window that is no longer offered is named, whether its day is off or it is gone", async () => {
  await take(DAY, "10:00", "delivery", 1);
  const none = { date: DAY, from: "10:00", to: "13:00", pool: "delivery", orders: 1, capacity: null };
  expect(await affected({ ...windows, dates: [{ date: DAY, windows: [] }] })).toEqual([none]);
  expect(await affected({ ...windows, week: windows.week.filter(({ weekday }) => weekday !== 4) })).toEqual([none]);
});

test("what is over, what was too small before, and windows that nobody booked are not named", async () => {
  await take("2026-11-19", "10:00", "delivery", 3);
  await take("2026-11-25", "10:00", "delivery", 3); // today, until 13:00
  await take(DAY, "13:00", "delivery", 3);
  await take(DAY, "16:00", "delivery", 0);
  const dayOff = { ...windows, dates: [{ date: DAY, windows: [] }] };
  expect(await affected(thursdayWith(2), thursdayWith(2))).toEqual([]);
  expect(await affected(dayOff, dayOff)).toEqual([]);
  const closed = { ...windows, week: [] };
  expect((await affected(closed)).map(({ date, from }) => [date, from])).toEqual([
    ["2026-11-25", "10:00"],
    [DAY, "13:00"],
  ]);
  const later = new Date("2026-11-25T07:30:00Z"); // 13:00 in India
  expect((await affectedWindows(owner, windows, closed, undefined, later)).map(({ date }) => date)).toEqual([DAY]);
});

test("both are the owner's to read", async () => {
  const customer = await aCustomer();
  expect(await refusal(listHistory(customer, "shop", 20))).toMatchObject({ code: "forbidden" });
  expect(await refusal(affectedWindows(customer, windows, windows))).toMatchObject({ code: "forbidden" });
});
