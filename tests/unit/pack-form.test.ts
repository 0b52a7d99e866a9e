// What each pack takes of the stock, by what the owner's form says of its weight or its pieces.
import { expect, test } from "vitest";
import { piecesIn } from "@/lib/catalogue/by-weight";
import {
  type PackTexts,
  packsTyped,
  proposedPrice,
  type SoldBy,
  shownAmount,
  unitsTyped,
} from "@/lib/catalogue/pack-form";

const row = (more: Partial<PackTexts>): PackTexts => ({
  ...{ packId: "", label: "", grams: "", pieces: "", price: "", units: "", amountWas: "" },
  ...{ active: true, isDefault: false, proposed: false },
  ...more,
});
const amount = (by: SoldBy, text: string) => (by === "weight" ? { grams: text } : { pieces: text });
/** A stored pack that takes so many units, as it was opened, and as it is typed now. */
const stored = (by: SoldBy, was: string, units: number, now = was) =>
  row({ ...amount(by, now), packId: "1", units: String(units), amountWas: shownAmount(row(amount(by, was)), by) });
const added = (by: SoldBy, text: string) => row(amount(by, text));

test.each<[string, SoldBy, PackTexts[], number[]]>([
  ["new ones by weight", "weight", ["250", "500", "1000"].map((text) => added("weight", text)), [1, 2, 4]],
  ["whatever divides them", "weight", ["200", "300"].map((text) => added("weight", text)), [2, 3]],
  ["a single one", "weight", [added("weight", "900")], [1]],
  ["in the digits of any script", "weight", [added("weight", "२५०"), added("weight", "500")], [1, 2]],
  ["pieces", "piece", ["", "6", "12"].map((text) => added("piece", text)), [1, 6, 12]],
  ["a box alone", "piece", [added("piece", "6")], [6]],
  ["the stored unit stays", "weight", [stored("weight", "500", 2), added("weight", "1000")], [2, 4]],
  [
    "or all take more by one factor",
    "weight",
    [stored("weight", "500", 1), added("weight", "250"), added("weight", "200")],
    [10, 5, 4],
  ],
  [
    "pieces of stored boxes",
    "piece",
    [stored("piece", "6", 1), stored("piece", "12", 2), added("piece", "4")],
    [3, 6, 2],
  ],
  [
    "what was not edited keeps its part",
    "weight",
    [stored("weight", "500", 3), stored("weight", "", 7), stored("weight", "900", 2)],
    [3, 7, 2],
  ],
  ["a corrected weight alone", "weight", [stored("weight", "500", 2, "480")], [2]],
  [
    "a corrected weight beside another pack",
    "weight",
    [stored("weight", "250", 1), stored("weight", "500", 2, "400")],
    [5, 8],
  ],
])("%s", (_, by, rows, units) => expect(unitsTyped(rows, by)).toEqual(units));

test("what is no amount has no units, and does not disturb the others", () => {
  expect(unitsTyped([added("weight", ""), added("weight", "2.5"), added("weight", "500")], "weight")).toEqual([
    NaN,
    NaN,
    1,
  ]);
  expect(packsTyped([added("weight", "x"), added("weight", "500")], "weight")).toMatchObject([
    { grams: NaN, units: 1 },
    { grams: 500, units: 1 },
  ]);
});

test("how many pieces a label says", () => {
  expect(["12 pieces", "Box of 6", "6 pcs", "Box of 250 g", "500 g", "Tin"].map(piecesIn)).toEqual([
    12,
    6,
    6,
    null,
    null,
    null,
  ]);
});

test("a price is proposed in proportion to the first that was typed, in whole rupees", () => {
  const rows = [
    row({ grams: "250", price: "99", proposed: true }),
    row({ grams: "500", price: "379" }),
    row({ grams: "400", price: "400" }),
  ];
  const propose = (grams: string) => proposedPrice(row({ grams }), rows, "weight");
  expect(["250", "1", "1000", "", "x"].map(propose)).toEqual(["190", "1", "758", "", ""]);
});
