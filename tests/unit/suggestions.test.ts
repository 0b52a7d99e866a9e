// What the header's search suggests while somebody types. What is in its file: tests/domain/catalogue.test.ts.
import { describe, expect, test } from "vitest";
import { suggestionsFor } from "@/lib/catalogue/suggestions";

const names = [
  "Sugar-Free Kaju Katli",
  "Kaju Katli",
  "Kalakand",
  "Crème Peda",
  "Nut-Free Barfi",
  "Nutty Fudge",
  "बेसन लड्डू",
  ...[1, 2, 3, 4, 5, 6, 7].map((n) => `Assorted Box ${n}`),
];
const sweets = names.map((name) => ({ name, slug: name, price: "₹1", picture: null }));
const find = (typed: string) =>
  suggestionsFor(typed, sweets)
    .map(({ name }) => name)
    .join(", ");

describe("sweets have each typed word at the beginning of a word of their names", () => {
  test.each([
    ["kal", "Kalakand"],
    ["KATLI  kaj", "Sugar-Free Kaju Katli, Kaju Katli"],
    ["the kalak for me", "Kalakand"],
    ["creme", "Crème Peda"],
    ["काजू कतली", "Kaju Katli, Sugar-Free Kaju Katli"],
    ["besan", "बेसन लड्डू"],
    ["aju", ""],
    ["kaju jalebi", ""],
    ["", ""],
    ["!!! 🍬", ""],
    ["ॐ", ""],
    ["z".repeat(200), ""],
  ])("%s: %s", (typed, found) => expect(find(typed)).toBe(found));

  test("what begins with it comes first, and there are six at most", () => {
    expect(find("ka")).toBe("Kaju Katli, Kalakand, Sugar-Free Kaju Katli");
    expect(find("box").split(", ")).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Assorted Box ${n}`).concat("Gift Boxes"));
  });
});

test.each([
  ["traditional sweets", "Traditional Sweets"],
  ["s", "Sugar-Free Kaju Katli, Traditional Sweets, Sugar-Free, Seasonal Specials"],
  ["dry fruits", "Dry Fruits"],
  ["gift box", "Gift Boxes"],
])("categories are found by their names: %s: %s", (typed, found) => expect(find(typed)).toBe(found));

test.each(["nut free", "nut-free barfi", "no nuts", "without nuts", "nut allergy", "vegan fudge"])(
  "names do not tell what is free of something, so %s gets no sweet",
  (typed) => expect(find(typed)).toBe(""),
);

test("'sugar free' gets the category alone", () => expect(find("sugar free")).toBe("Sugar-Free"));
