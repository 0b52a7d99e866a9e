import { describe, expect, test } from "vitest";
import { areaOf, feeOf, prepMinutesFor } from "@/lib/delivery/rules";
import { bookableDays, findWindow, windowsOn } from "@/lib/settings/calendar";
import { defaultSettings } from "@/lib/settings/defaults";
import { type Area, areaSettings, windowSettings } from "@/lib/settings/schema";

const area = (id: string, ...pincodes: string[]): Area => ({
  id,
  name: id,
  kind: "local",
  pincodes,
  fee: 49,
  freeFrom: 1000,
  minimum: null,
  leadMinutes: 120,
  estimate: null,
  active: true,
});

describe("the area of a pincode", () => {
  const areas = [
    area("everywhere", "*"),
    area("state", "4*"),
    area("city", "400*"),
    area("wide range", "400001-400104"),
    area("narrow range", "400020-400030"),
    area("one", "400028"),
  ];
  const cases: [string, string][] = [
    ["400028", "one"],
    ["400020", "narrow range"],
    ["400030", "narrow range"],
    ["400031", "wide range"],
    ["400001", "wide range"],
    ["400104", "wide range"],
    ["400105", "city"],
    ["401107", "state"],
    ["560001", "everywhere"],
  ];
  test.each(cases)("%s is in the area whose line covers the fewest pincodes: %s", (pincode, id) => {
    expect(areaOf(areas, pincode)?.id).toBe(id);
    expect(areaOf(areas.toReversed(), pincode)?.id).toBe(id);
  });

  test("an area that is switched off is as if it were not there", () => {
    const off = areas.map((one) => (one.id === "one" ? { ...one, active: false } : one));
    expect(areaOf(off, "400028")?.id).toBe("narrow range");
  });

  test("no area is no answer", () => {
    expect(areaOf([area("one", "400028")], "400029")).toBeNull();
    expect(areaOf([], "400028")).toBeNull();
  });

  test("the seed serves Mumbai, Thane and Navi Mumbai itself, and everywhere else by courier", () => {
    const { areas: seed } = defaultSettings;
    expect(areaOf(seed, "400001")).toMatchObject({ name: "Mumbai", kind: "local", fee: 49, freeFrom: 1000 });
    expect(areaOf(seed, "400615")).toMatchObject({ kind: "local", fee: 79, freeFrom: 1500, leadMinutes: 180 });
    expect(areaOf(seed, "400705")).toMatchObject({ name: "Thane and Navi Mumbai" });
    expect(areaOf(seed, "400105")).toMatchObject({ kind: "courier", fee: 149, freeFrom: 3000, estimate: "1-3 days" });
    expect(areaOf(seed, "781001")).toMatchObject({ kind: "courier" });
  });
});

test("the fee ends exactly at the value from which delivery is free", () => {
  const { freeFrom } = area("a", "*");
  expect(feeOf({ fee: 49, freeFrom }, 999.99)).toBe(49);
  expect(feeOf({ fee: 49, freeFrom }, 1000)).toBe(0);
  expect(feeOf({ fee: 49, freeFrom: null }, 1_00_000)).toBe(49);
  expect(feeOf({ fee: 49, freeFrom: 0 }, 0)).toBe(0);
});

describe("the windows of a day", () => {
  const windows = windowSettings.parse({
    ...defaultSettings.windows,
    dates: [
      { date: "2026-11-25", windows: [] },
      {
        date: "2026-11-26",
        windows: [
          { from: "18:00", to: "20:00", capacity: 5 },
          { from: "08:00", to: "10:00", capacity: 9 },
        ],
      },
    ],
  });

  test("are those of its weekday", () => {
    expect(windowsOn(windows, "2026-11-23").map(({ from, to, capacity }) => [from, to, capacity])).toEqual([
      ["10:00", "13:00", 30],
      ["13:00", "16:00", 30],
      ["16:00", "20:00", 30],
    ]);
    expect(windowsOn(windows, "2026-11-22").map(({ from, to, capacity }) => [from, to, capacity])).toEqual([
      ["10:00", "14:00", 20],
      ["14:00", "19:00", 20],
    ]);
  });

  test("are none on a day off, and those of the date, in their order, when it has its own", () => {
    expect(windowsOn(windows, "2026-11-25")).toEqual([]);
    expect(windowsOn(windows, "2026-11-26").map(({ from }) => from)).toEqual(["08:00", "18:00"]);
    expect(findWindow(windows, { date: "2026-11-26", from: "18:00" })).toMatchObject({ to: "20:00", capacity: 5 });
    expect(findWindow(windows, { date: "2026-11-26", from: "10:00" })).toBeUndefined();
  });
});

describe("time in India", () => {
  const { windows } = defaultSettings;
  const isReachable = (window: { date: string; from: string }, leadMinutes: number, prepHours: number, now: Date) =>
    prepHours * 60 < prepMinutesFor(window, leadMinutes, now);

  test("a new day that can be booked begins at midnight in India, also at the end of a month and of a year", () => {
    expect(bookableDays(windows, new Date("2026-11-30T18:29:59.999Z"))[0]).toBe("2026-11-30");
    expect(bookableDays(windows, new Date("2026-11-30T18:30:00.000Z"))[0]).toBe("2026-12-01");
    const week = bookableDays(windows, new Date("2026-12-28T05:00:00Z"));
    expect([week.length, week[3], week[4], week[6]]).toEqual([7, "2026-12-31", "2027-01-01", "2027-01-03"]);
    expect(bookableDays({ ...windows, bookableDays: 2 }, new Date("2028-02-28T20:00:00Z"))).toEqual([
      "2028-02-29",
      "2028-03-01",
    ]);
  });

  test("a window can be reached while the way and the preparation end before it begins, to the minute", () => {
    const ten = { date: "2026-11-23", from: "10:00" };
    // Two hours before 10:00 in India.
    expect(prepMinutesFor(ten, 120, new Date("2026-11-23T02:30:00.000Z"))).toBe(0);
    expect(isReachable(ten, 120, 0, new Date("2026-11-23T02:30:00.000Z"))).toBe(false);
    expect(isReachable(ten, 120, 0, new Date("2026-11-23T02:29:59.999Z"))).toBe(true);
    expect(isReachable(ten, 0, 24, new Date("2026-11-22T04:30:00.000Z"))).toBe(false);
    expect(isReachable(ten, 0, 24, new Date("2026-11-22T04:29:59.000Z"))).toBe(true);
  });

  test("a lead time reaches over midnight", () => {
    const early = { date: "2026-12-01", from: "00:30" };
    expect(isReachable(early, 60, 0, new Date("2026-11-30T17:59:59Z"))).toBe(true);
    expect(isReachable(early, 60, 0, new Date("2026-11-30T18:00:00Z"))).toBe(false);
  });
});

describe("settings that are refused", () => {
  const seed = defaultSettings;
  test.each([["40002"], ["4000280"], ["012345"], ["400104-400001"], ["4000*28"], ["**"], [""], ["400028*"]])(
    "the pincode line %j",
    (line) => {
      expect(areaSettings.safeParse([{ ...seed.areas[0], pincodes: [line] }]).success).toBe(false);
    },
  );
  test.each([["400028"], ["400001 - 400104"], ["56*"], ["*"], ["40002*"]])("but not the line %j", (line) => {
    expect(areaSettings.safeParse([{ ...seed.areas[0], pincodes: [line] }]).success).toBe(true);
  });
  test("two areas of one id, a fee of three decimals, a window that ends before it begins, two that begin together", () => {
    expect(areaSettings.safeParse([seed.areas[0], seed.areas[0]]).success).toBe(false);
    expect(areaSettings.safeParse([{ ...seed.areas[0], fee: 49.005 }]).success).toBe(false);
    const week = (...times: [string, string][]) =>
      windowSettings.safeParse({
        ...seed.windows,
        week: times.map(([from, to]) => ({ weekday: 1, from, to, capacity: 3 })),
      });
    expect(week(["10:00", "12:00"], ["12:00", "14:00"]).success).toBe(true);
    expect(week(["10:00", "10:00"]).error?.issues[0]?.path).toEqual(["week", 0, "to"]);
    expect(week(["10:00", "12:00"], ["10:00", "14:00"]).error?.issues[0]?.path).toEqual(["week", 1, "from"]);
  });
});
