import { describe, expect, test } from "vitest";
import { z } from "zod";
import { sections } from "@/db/constants/settings";
import { fieldsOfTexts, rowsAt, textAt, textsOfFields, withoutRow, withRow, withText } from "@/lib/forms/texts";
import { textsOfValue, valueOfTexts } from "@/lib/forms/values";
import { defaultSettings } from "@/lib/settings/defaults";
import { settingsForm, settingsRowsForm, textsOfSection } from "@/lib/settings/form-schema";
import { changesInSection, rowsAfterButton } from "@/lib/settings/form-texts";
import { type SettingValues, settingSchemas } from "@/lib/settings/schema";

/** What a browser sends for a section, with some fields typed over. */
const sent = (section: (typeof sections)[number], typed: Record<string, string> = {}) => ({
  section,
  version: "3",
  ...fieldsOfTexts({ value: textsOfSection(section, defaultSettings[section]) }),
  ...typed,
});
const errorsOf = (fields: Record<string, string>) =>
  Object.fromEntries(
    (settingsForm.safeParse(fields).error?.issues ?? []).map(({ path, message }) => [path.join("."), message]),
  );

describe("fields with dots as a tree", () => {
  test("and back", () => {
    const fields = { "value.0.name": "Mumbai", "value.0.pincodes": "400001\n400002", "value.1.name": "", version: "1" };
    const texts = textsOfFields(fields);
    expect(texts).toEqual({ value: [{ name: "Mumbai", pincodes: "400001\n400002" }, { name: "" }], version: "1" });
    expect(fieldsOfTexts(texts)).toEqual(fields);
  });

  test("rows are in the order of their numbers, and a far index makes no long list", () => {
    expect(textsOfFields({ "a.10": "k", "a.2": "c", "a.9999": "z" })).toEqual({ a: ["c", "k", "z"] });
  });

  test("names of an object's own parts are names like others", () => {
    textsOfFields({ "__proto__.polluted": "yes", "constructor.prototype.polluted": "yes" });
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    expect(textAt(textsOfFields({ a: "1" }), "toString.name")).toBe("");
  });

  test("texts and rows change without touching the rest", () => {
    const texts = textsOfFields({ "value.0.name": "a", "value.1.name": "b" });
    expect(textAt(withText(texts, "value.1.name", "c"), "value.1.name")).toBe("c");
    expect(textAt(texts, "value.1.name")).toBe("b");
    expect(rowsAt(withRow(texts, "value", { name: "d" }), "value")).toHaveLength(3);
    expect(fieldsOfTexts(withoutRow(texts, "value.0"))).toEqual({ "value.0.name": "b" });
    expect(rowsAt(withRow({ value: "" }, "value", { name: "first" }), "value")).toEqual([{ name: "first" }]);
  });
});

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
      on: "on",
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
    const parsed = settingsForm.parse(sent(section));
    expect(parsed).toEqual({ section, version: 3, value: settingSchemas[section].parse(defaultSettings[section]) });
  });

  test("an error is at its field", () => {
    expect(errorsOf(sent("shop", { "value.fssai": "123", "value.phones.shop": "" }))).toEqual({
      "value.fssai": "Must be 14 digits",
      "value.phones.shop": "Please enter a telephone number",
    });
    expect(errorsOf(sent("areas", { "value.1.fee": "", "value.0.pincodes": "400001\n4000" }))).toEqual({
      "value.1.fee": "Please enter an amount from 0 to 10,000",
      "value.0.pincodes.1": "Please enter pincodes such as 400028, 400001-400104, 56* or *",
    });
    expect(errorsOf(sent("windows", { "value.week.4.to": "09:00", "value.bookableDays": "61" }))).toEqual({
      "value.week.4.to": "Must be later than the start",
      "value.bookableDays": "Please enter a whole number from 1 to 60",
    });
    expect(errorsOf(sent("notice", { "value.text": "x".repeat(161) }))).toEqual({
      "value.text": "Must be at most 160 characters",
    });
  });

  test("times are India's", () => {
    const typed = { "value.text": "Open late", "value.from": "2026-11-26T00:00", "value.to": "2026-11-26T23:59" };
    expect(settingsForm.parse(sent("notice", typed)).value).toMatchObject({
      from: "2026-11-25T18:30:00.000Z",
      to: "2026-11-26T18:29:00.000Z",
    });
  });

  test("a new area gets an id of its own from its name", () => {
    const area = {
      "value.3.name": "Mumbai",
      "value.3.kind": "local",
      "value.3.pincodes": "400105",
      "value.3.fee": "60",
    };
    const parsed = settingsForm.parse(sent("areas", { ...area, "value.3.leadMinutes": "0" }));
    expect((parsed.value as { id: string }[]).map(({ id }) => id)).toEqual([
      "mumbai",
      "thane-navi-mumbai",
      "india",
      "mumbai-2",
    ]);
  });

  test("a pause ends in the future, and reopening takes its end and reason away", () => {
    const pause = { "value.paused": "on", "value.reason": "Diwali" };
    expect(errorsOf(sent("pause", { ...pause, "value.until": "2020-01-01T10:00" }))).toEqual({
      "value.until": "Please choose a time that is still to come",
    });
    expect(settingsForm.parse(sent("pause", { ...pause, "value.until": "2200-01-01T10:00" })).value).toMatchObject({
      until: "2200-01-01T04:30:00.000Z",
    });
    const reopened = sent("pause", { ...pause, "value.paused": "", "value.until": "2020-01-01T10:00" });
    expect(settingsForm.parse(reopened).value).toEqual({ paused: false, until: null, reason: null });
  });

  const festival = {
    "value.0.name": "Diwali 2027!",
    "value.0.days": "2027-10-29\n2027-10-28",
    "value.0.opensAt": "2027-09-28T09:00",
    "value.0.closesAt": "2027-10-26T20:00",
    "value.0.sweets.4": "12",
    "value.0.sweets.7": "3",
  };

  test("a festival gets its address from its name, and its sweets from the boxes that are ticked", () => {
    expect(settingsForm.parse(sent("festivals", { ...festival, "value.0.text": " " })).value).toEqual([
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
    const inHindi = settingsForm.parse(sent("festivals", { ...festival, "value.0.name": "मकर संक्रांति" })).value;
    expect(inHindi).toMatchObject([{ slug: "makar-sankranti" }]);
  });

  test("errors of a festival are at its fields", () => {
    const wrong = { "value.0.slug": "Di wali", "value.0.days": "2027-10-29\n2027-10-32", "value.0.opensAt": "" };
    expect(Object.keys(errorsOf(sent("festivals", { ...festival, ...wrong })))).toEqual([
      "value.0.slug",
      "value.0.days.1",
      "value.0.opensAt",
    ]);
    const { "value.0.sweets.4": _, "value.0.sweets.7": __, ...others } = festival;
    expect(errorsOf(sent("festivals", { ...others, "value.0.closesAt": "2027-09-28T09:00" }))).toEqual({
      "value.0.sweets": "Please choose at least one sweet",
      "value.0.closesAt": "Must be later than the opening",
    });
  });

  test("an unknown section is refused", () => {
    expect(settingsForm.safeParse({ section: "nothing", version: "0" }).success).toBe(false);
    expect(settingsForm.safeParse({}).success).toBe(false);
  });
});

describe("rows", () => {
  test("without JavaScript a button sends what was typed, and gets it back with a row more or less", () => {
    const { fields, focus } = settingsRowsForm.parse({
      ...sent("windows", { "value.bookableDays": "abc" }),
      rows: "add value.week 2",
    });
    expect(focus).toBe("value.week.20.from");
    expect(fields).toMatchObject({ version: "3", "value.bookableDays": "abc", "value.week.20.weekday": "2" });
    const less = settingsRowsForm.parse({ ...fields, rows: "remove value.week.20" });
    expect(less.fields).not.toHaveProperty(["value.week.20.weekday"]);
    expect(less.focus).toBe("add value.week 2");
  });

  test("other buttons do nothing", () => {
    const texts = { value: { week: [{ from: "10:00" }] } };
    for (const intent of ["", "add", "add value.nothing", "remove", "remove value", "remove value.week.x.y", "drop it"])
      expect(rowsAfterButton("windows", texts, intent)).toEqual({ texts, focus: null });
  });
});

describe("changes in words", () => {
  const changes = <Name extends (typeof sections)[number]>(
    section: Name,
    change: (value: (typeof defaultSettings)[Name]) => void,
  ) => {
    const value = structuredClone(defaultSettings[section]);
    change(value);
    return changesInSection(section, textsOfSection(section, defaultSettings[section]), textsOfSection(section, value));
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
    const { value } = settingsForm.parse(
      sent("festivals", {
        "value.0.name": "Holi",
        "value.0.days": "2027-03-22",
        "value.0.opensAt": "2027-03-01T09:00",
        "value.0.closesAt": "2027-03-20T09:00",
        "value.0.sweets.0": "1",
      }),
    ) as { value: SettingValues["festivals"] };
    const later = value.map((festival) => ({ ...festival, sweets: [1, 2] }));
    const names = [{ id: 1, name: "Gujiya", deleted: true }];
    expect(
      changesInSection("festivals", textsOfSection("festivals", value), textsOfSection("festivals", later), names),
    ).toEqual([{ label: "Holi: Sweets", from: "Gujiya", to: "Gujiya, 2" }]);
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
