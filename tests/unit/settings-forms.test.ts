import { set } from "react-hook-form";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type Section, sections } from "@/db/constants/settings";
import { type Texts, textsOfValue, valueOfTexts } from "@/lib/forms/values";
import { defaultSettings } from "@/lib/settings/defaults";
import { settingsForm } from "@/lib/settings/form-schema";
import { settingChanges } from "@/lib/settings/form-texts";
import { newRowOf, sectionForm, settingControl, textsOfSection } from "@/lib/settings/form-values";
import { settingSchemas } from "@/lib/settings/schema";

/** What the form of a section shows, with some fields typed over. */
function typed(section: Section, over: Record<string, Texts> = {}) {
  const texts = { value: textsOfSection(section, defaultSettings[section]) };
  for (const [path, text] of Object.entries(over)) set(texts, path, text);
  return { version: 3, ...texts };
}
const sentBy = (section: Section, over?: Record<string, Texts>) =>
  sectionForm(section).parse(typed(section, over)).value;
const errorsOf = (section: Section, over: Record<string, Texts>) =>
  Object.fromEntries(
    (sectionForm(section).safeParse(typed(section, over)).error?.issues ?? []).map(({ path, message }) => [
      path.join("."),
      message,
    ]),
  );

describe("a schema's value as texts", () => {
  const schema = z.object({
    on: z.boolean(),
    count: z.int(),
    most: z.number().nullable(),
    lines: z.array(z.string()),
    at: z.iso.datetime({ offset: true }).transform(String).nullable(),
    rows: z.array(z.object({ text: z.string().trim() })).superRefine(() => {}),
  });
  const value = {
    on: true,
    count: 3,
    most: null,
    lines: ["a", "b"],
    at: "2025-11-12T18:30:00.000Z",
    rows: [{ text: "x" }, { text: "y" }],
  };

  test("and back", () => {
    const texts = textsOfValue(schema, value);
    expect(texts).toEqual({
      on: true,
      count: "3",
      most: "",
      lines: "a\nb",
      at: "2025-11-13T00:00",
      rows: [{ text: "x" }, { text: "y" }],
    });
    expect(valueOfTexts(schema, texts)).toEqual(value);
  });

  test("what is missing or no number is left for the schema to refuse", () => {
    expect(valueOfTexts(schema, { count: "", most: " ", at: "tomorrow", lines: " a \r\n\r\n b" })).toEqual({
      on: false,
      count: Number.NaN,
      most: null,
      lines: ["a", "b"],
      at: "tomorrow",
      rows: [],
    });
    for (const text of ["0x10", "1e3", "1,000", "ten"]) expect(valueOfTexts(z.number(), text)).toBeNaN();
    expect(valueOfTexts(z.number(), " 49.50 ")).toBe(49.5);
  });
});

describe("the forms of the settings", () => {
  test.each(sections)("%s: what the form shows is what it sends", (section) => {
    const accepted = section === "shop" && { accepted: [] };
    expect(sentBy(section)).toEqual(
      settingSchemas[section].parse(Object.assign(structuredClone(defaultSettings[section]), accepted)),
    );
  });

  test("a field takes as many characters as its schema; one of numbers, patterns and lines has no bound", () => {
    const lengths = (section: Section, ...paths: string[]) =>
      paths.map((path) => settingControl(section, `value.${path}`).maxLength);
    expect(lengths("shop", "address.street", "grievance.name", "team.3.about", "phones.tollFree")).toEqual([
      200, 120, 400, 40,
    ]);
    expect(lengths("shop", "emails.hello", "social.0.url", "fssai", "awards.0.year", "hours.0.opens")).toEqual([
      254,
      500,
      ...[undefined, undefined, undefined],
    ]);
    expect(lengths("areas", "0.name", "0.pincodes", "0.active")).toEqual([80, undefined, undefined]);
    expect(lengths("festivals", "0.slug", "0.sweets")).toEqual([60, undefined]);
  });

  test("what was stored before a field was there shows what holds without it", () => {
    const { sold_out: _, ...before } = defaultSettings.messages;
    expect(textsOfSection("messages", before)).toMatchObject({ sold_out: true });
  });

  test("an error is at its field", () => {
    expect(errorsOf("shop", { "value.fssai": "123", "value.phones.shop": "" })).toEqual({
      "value.fssai": "Must be 14 digits",
      "value.phones.shop": "Please enter a telephone number",
    });
    expect(errorsOf("areas", { "value.1.fee": "", "value.0.pincodes": "400001\n4000" })).toEqual({
      "value.1.fee": "Please enter an amount from 0 to 10,000",
      "value.0.pincodes.1": "Please enter pincodes such as 400028, 400001-400104, 56* or *",
    });
    expect(errorsOf("windows", { "value.week.4.to": "09:00", "value.bookableDays": "61" })).toEqual({
      "value.week.4.to": "Must be later than the start",
      "value.bookableDays": "Please enter a whole number from 1 to 60",
    });
    expect(errorsOf("notice", { "value.text": "x".repeat(161) })).toEqual({
      "value.text": "Must be at most 160 characters",
    });
  });

  test("times are India's", () => {
    const over = { "value.text": "Open late", "value.from": "2026-11-26T00:00", "value.to": "2026-11-26T23:59" };
    expect(sentBy("notice", over)).toMatchObject({
      from: "2026-11-25T18:30:00.000Z",
      to: "2026-11-26T18:29:00.000Z",
    });
  });

  test("a new area gets an id of its own from its name", () => {
    const area = { ...newRowOf("areas", "value"), name: "Mumbai", kind: "local", pincodes: "400105", fee: "60" };
    const value = sentBy("areas", { "value.3": { ...area, leadMinutes: "0" } });
    expect((value as { id: string }[]).map(({ id }) => id)).toEqual([
      "mumbai",
      "thane-navi-mumbai",
      "india",
      "mumbai-2",
    ]);
  });

  test("reopening takes a pause's end and reason away", () => {
    const pause = { "value.paused": true, "value.reason": "Diwali", "value.until": "2020-01-01T10:00" };
    expect(sentBy("pause", pause)).toEqual({ paused: true, until: "2020-01-01T04:30:00.000Z", reason: "Diwali" });
    expect(sentBy("pause", { ...pause, "value.paused": false })).toEqual({ paused: false, until: null, reason: null });
  });

  const festival = {
    ...newRowOf("festivals", "value"),
    name: "Diwali 2027!",
    days: "2027-10-29\n2027-10-28",
    opensAt: "2027-09-28T09:00",
    closesAt: "2027-10-26T20:00",
    sweets: ["12", "3"],
  };

  test("a festival gets its address from its name", () => {
    expect(sentBy("festivals", { value: [{ ...festival, text: " " }] })).toEqual([
      {
        slug: "diwali-2027",
        name: "Diwali 2027!",
        text: null,
        days: ["2027-10-28", "2027-10-29"],
        opensAt: "2027-09-28T03:30:00.000Z",
        closesAt: "2027-10-26T14:30:00.000Z",
        sweets: [12, 3],
      },
    ]);
    expect(sentBy("festivals", { value: [{ ...festival, name: "मकर संक्रांति" }] })).toMatchObject([
      { slug: "makar-sankranti" },
    ]);
  });

  test("errors of a festival are at its fields", () => {
    const wrong = { slug: "Di wali", days: "2027-10-29\n2027-10-32", opensAt: "" };
    expect(Object.keys(errorsOf("festivals", { value: [{ ...festival, ...wrong }] }))).toEqual([
      "value.0.slug",
      "value.0.days.1",
      "value.0.opensAt",
    ]);
    const more = { sweets: [], closesAt: "2027-09-28T09:00" };
    expect(errorsOf("festivals", { value: [{ ...festival, ...more }] })).toEqual({
      "value.0.sweets": "Please choose at least one sweet",
      "value.0.closesAt": "Must be later than the opening",
    });
  });
});

describe("what is sent", () => {
  const sent = (section: string, value: unknown) =>
    settingsForm.safeParse({ section, version: "3", value: JSON.stringify(value) });

  test("is a section with its version and its value", () => {
    expect(sent("tax", { gstin: null }).data).toEqual({ section: "tax", version: 3, value: { gstin: null } });
    expect(sent("nothing", {}).success).toBe(false);
    expect(settingsForm.safeParse({}).success).toBe(false);
  });

  test("is no pause whose end is over", () => {
    const pause = (until: string | null) => sent("pause", { paused: true, until, reason: null });
    expect(pause("2020-01-01T04:30:00.000Z").error?.issues).toMatchObject([
      { path: ["value", "until"], message: "Please choose a time that is still to come" },
    ]);
    for (const until of ["2200-01-01T04:30:00.000Z", null]) expect(pause(until).success).toBe(true);
  });
});

describe("changes in words", () => {
  const changes = <Name extends (typeof sections)[number]>(
    section: Name,
    change: (value: (typeof defaultSettings)[Name]) => void,
  ) => {
    const value = structuredClone(defaultSettings[section]);
    change(value);
    return settingChanges(section, [null, value]);
  };

  test("name the field, what it was and what it is", () => {
    expect(
      changes("shop", (shop) => {
        shop.phones.tollFree = null;
        shop.address.city = "Pune";
        shop.awards.splice(0, 1);
      }),
    ).toEqual([
      { label: "City", from: "Mumbai", to: "Pune" },
      { label: "Toll-free number", from: "1800 123 4567", to: "" },
      { label: "Award of 2009", from: "Best traditional sweets, Mumbai sweet makers’ fair", to: "" },
    ]);
    expect(changes("notice", (notice) => Object.assign(notice, { from: "2026-11-25T18:30:00.000Z" }))).toEqual([
      { label: "From", from: "", to: "26 Nov 2026, 12:00 am" },
    ]);
  });

  test("an area that moves up in the list is the same area", () => {
    expect(
      changes("areas", (areas) => {
        areas.splice(1, 1);
        areas[1]!.active = false;
      }),
    ).toEqual([
      { label: "Rest of India: Deliver to this area", from: "Yes", to: "No" },
      ...[
        ["Name", "Thane and Navi Mumbai"],
        ["Brought by", "Our riders"],
        ["Pincodes", "400601-400615, 400701-400710"],
        ["Fee (₹)", "79"],
        ["Free from (₹)", "1,500"],
        ["Lead time (minutes)", "180"],
        ["Deliver to this area", "Yes"],
      ].map(([label, from]) => ({ label: `Thane and Navi Mumbai: ${label}`, from, to: "" })),
    ]);
  });

  test("of festivals name their sweets", () => {
    const festival = { slug: "holi", name: "Holi", text: null, days: ["2027-03-22"] };
    const open = { opensAt: "2027-03-01T03:30:00.000Z", closesAt: "2027-03-20T03:30:00.000Z" };
    const versions = [[{ ...festival, ...open, sweets: [1] }], [{ ...festival, ...open, sweets: [1, 2] }]] as const;
    const names = [{ id: 1, name: "Gujiya", deleted: true }];
    expect(settingChanges("festivals", versions, names)).toEqual([
      { label: "Holi: Sweets", from: "Gujiya", to: "Gujiya, 2" },
    ]);
  });

  test("windows and dates are a line each", () => {
    expect(
      changes("windows", ({ week, dates }) => {
        week[0]!.capacity = 5;
        dates.push({ date: "2026-11-26", windows: [] });
        dates.push({ date: "2026-11-27", windows: [{ from: "10:00", to: "12:00", capacity: 8 }] });
      }),
    ).toEqual([
      { label: "Monday, window from 10:00", from: "10:00-13:00 (30)", to: "10:00-13:00 (5)" },
      { label: "26 Nov 2026", from: "", to: "Day off" },
      { label: "27 Nov 2026", from: "", to: "10:00-12:00 (8)" },
    ]);
  });
});
