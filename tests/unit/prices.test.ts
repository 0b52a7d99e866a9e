// What prices become by per cent, and what a spreadsheet makes of them.
import { describe, expect, test } from "vitest";
import { MAX_CSV, readPriceCsv } from "@/lib/catalogue/price-csv";
import { byPercent, type PricedPack, percentSpan, percentText } from "@/lib/catalogue/price-rules";
import { priceIn, wrongPrice } from "@/lib/catalogue/price-text";

describe("by per cent", () => {
  test.each([
    [349, 5, 1, 366],
    [349, 5, 5, 365],
    [349, 5, 10, 370],
    [349, -5, 1, 332],
    [200, 2.5, 1, 205],
    [499.5, 10, 1, 549],
    // Exactly a half, which is rounded up; as a binary fraction 50 × 1.15 is less.
    [50, 15, 1, 58],
    [150, 1, 1, 152],
    // Rounding turns nothing around.
    [64, 1, 10, 64],
    [66, -1, 10, 66],
    // Nothing is for nothing.
    [4, -50, 10, 4],
    [40, -99, 10, 10],
  ])("₹%d by %d %%, rounded to %d: ₹%d", (price, percent, rounding, wanted) =>
    expect(byPercent(price, percent, rounding)).toBe(wanted),
  );

  test("is said with a sign, of small changes with a decimal", () => {
    expect([5, -2.04, 0, 12.6, -99].map(percentText)).toEqual(["+5 %", "−2 %", "0 %", "+13 %", "−99 %"]);
    const change = (from: number, price: number) => ({ pack: { price: from } as PricedPack, price });
    expect(percentSpan([change(100, 98), change(100, 106)])).toBe("from −2 % to +6 %");
    expect(percentSpan([change(100, 105), change(200, 210)])).toBe("by +5 %");
  });
});

test.each([
  ["349", 349],
  [" ₹ 1,23,456.50 ", 123456.5],
  ["₹1,299", 1299],
  ["1,234,567", 1234567],
  ["Rs. 349/-", 349],
  ["349.50 ₹", 349.5],
  ["349,50", 349.5],
  ["1.299,50", 1299.5],
  ["1\u00a0299", 1299],
  ["'349", 349],
  ["३४९", 349],
  ["12o", Number.NaN],
  ["1,2345", Number.NaN],
  ["-5", Number.NaN],
  ["1e3", Number.NaN],
  ["", Number.NaN],
])("%j is the price %d", (text, price) => expect(priceIn(text)).toBe(price));

test("a point before three digits divides thousands only where the comma is the decimal sign", () => {
  expect([priceIn("1.299"), priceIn("1.299", true)]).toEqual([1.299, 1299]);
  expect(wrongPrice("1.299")).toBe("Use at most two decimals");
});

test("what is no price is said", () =>
  expect(["12o", " ", "0", "10,00,001", "349"].map((text) => wrongPrice(text))).toEqual([
    '"12o" is not a price',
    "The price is missing",
    "Price must be greater than 0",
    "Price must be 10,00,000 or less",
    undefined,
  ]));

describe("a file", () => {
  const pack = (packId: number, price: number): PricedPack => ({
    ...{ productId: 61, name: "Kaju Katli", category: "Traditional Sweets", packId, label: "250 g", price },
    ...{ active: true, version: 3, grams: 250, units: 1 },
  });
  const packs = [pack(71, 349), pack(72, 679), pack(1234, 1290)];
  const head = "productId,packId,name,label,price,active";
  const read = (...lines: string[]) => {
    const { changes, same, errors } = readPriceCsv(lines.join("\r\n"), packs);
    return errors.length > 0
      ? errors
      : [changes.map((one) => [one.pack.packId, one.price]), same.map((one) => one.packId)];
  };

  test("changes the prices that differ; rows may be left out, and of the other columns nothing is read", () =>
    expect(
      read(head, "61,71,Another name,1 kg,366,false", '61,72,"Kaju, Katli ""fine""","250 g\t",679,true', ""),
    ).toEqual([[[71, 366]], [72]]));

  test.each([
    ["a byte order mark", "\ufeff", ",", "366"],
    ["semicolons", "", ";", "366"],
    ["semicolons and a decimal comma", "\ufeff", ";", "366,00"],
    ["tabs", "", "\t", "366"],
    ["a sign and thousands in quotes", "", ",", '"₹ 0,366.00"'],
  ])("is read with %s", (_, mark, separator, price) =>
    expect(
      read(mark + head.replaceAll(",", separator), ["61", "71", "Kaju Katli", "250 g", price, "TRUE"].join(separator)),
    ).toEqual([[[71, 366]], []]),
  );

  test("is read with its columns in another order, in other letters, and ids with thousands", () =>
    expect(read('"PRICE";"PackID";"productId"', '"₹1,300";"1.234";"61"')).toEqual([[[1234, 1300]], []]));

  test("says each wrong line, and then takes nothing", () =>
    expect(
      read(
        head,
        "61,71,,,366,",
        '61,72,"two\nlines",,12o,',
        ",,,,,",
        "61,99,,,5,",
        "62,1234,,,5,",
        "61,71,,,370,",
        "61,1234",
      ),
    ).toEqual([
      'Line 3: "12o" is not a price',
      "Line 5: pack 99 of sweet 61 is not there",
      "Line 6: pack 1234 of sweet 62 is not there",
      "Line 7: the same pack as in line 2",
      "Line 8: The price is missing",
    ]));

  test.each([
    ["packId,price\n71,366", /^Line 1: the columns productId, packId and price/],
    ["", /^Line 1/],
    [`${head}\n61,71,,,366,\n61,72,"Kaju,,400,`, /^Line 3: a quotation mark is not closed/],
    [`${head}\n`, /no prices/],
    ["x".repeat(MAX_CSV + 1), /at most 1 MB/],
  ])("that is none is refused", (text, message) =>
    expect(readPriceCsv(text, packs).errors).toEqual([expect.stringMatching(message)]),
  );
});
