import { expect, test } from "vitest";
import catalogue from "@/db/seed/catalogue.json";
import { sampleFestivals } from "@/db/seed/festivals";
import { festivalSettings } from "@/lib/settings/schema";

const ids = new Map(catalogue.map(({ slug }, index) => [slug, index + 1]));
const at = (now: string) => festivalSettings.parse(sampleFestivals(new Date(now), ids));

test("the six festivals after a day, the one whose orders open first being the first", () => {
  const festivals = at("2026-11-26T06:00:00Z");
  expect(festivals.map(({ slug, days }) => [slug, days.at(-1)])).toEqual([
    ["makar-sankranti", "2027-01-15"],
    ["holi", "2027-03-22"],
    ["gudi-padwa", "2027-04-07"],
    ["raksha-bandhan", "2027-08-17"],
    ["ganesh-chaturthi", "2027-09-04"],
    ["diwali", "2027-10-29"],
  ]);
  expect(festivals[0]).toMatchObject({
    days: ["2027-01-13", "2027-01-14", "2027-01-15"],
    opensAt: "2026-12-23T03:30:00.000Z",
    closesAt: "2027-01-11T14:30:00.000Z",
    sweets: [ids.get("til-gajak"), ids.get("peanut-chikki")],
  });
  expect(festivals[5]).toMatchObject({ opensAt: "2027-09-24T03:30:00.000Z", closesAt: "2027-10-22T14:30:00.000Z" });
  expect(festivals[5]?.days).toHaveLength(6);
});

test("a festival of today in India is over for the seed, and one of tomorrow is not", () => {
  const diwali = (now: string) =>
    at(now)
      .find(({ slug }) => slug === "diwali")
      ?.days.at(-1);
  expect(diwali("2026-11-07T18:29:00Z")).toBe("2026-11-08");
  expect(diwali("2026-11-07T18:30:00Z")).toBe("2027-10-29");
});

test("every sweet is of the catalogue, and what has no date any more is left out", () => {
  for (const { sweets } of at("2026-01-01T00:00:00Z")) expect(sweets.length).toBeGreaterThan(1);
  expect(at("2029-10-01T00:00:00Z").map(({ slug }) => slug)).toEqual(["diwali"]);
});
