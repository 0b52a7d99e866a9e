import { expect, test } from "vitest";
import { csvLine, csvResponse, momentCell } from "@/lib/csv";

test.each([
  ["=1+1", "'=1+1"],
  ["+91 98200", "'+91 98200"],
  ["-5", "'-5"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\tx", "'\tx"],
  ["\rx", "'\rx"],
  ["\nx", "'\nx"],
  ["＝cmd", "'＝cmd"],
  ["＋1", "'＋1"],
  ["－1", "'－1"],
  ["＠SUM(A1)", "'＠SUM(A1)"],
  ["﹦1", "'﹦1"],
  [" \u200b=1", "' \u200b=1"],
  ["\ufeff=1", "'\ufeff=1"],
  ["a;=1", "a;'=1"],
  ["a; ＝1;-2", "a; '＝1;'-2"],
  ['a;"=1"', `a;"'=1"`],
  ["a\t=1", "a\t'=1"],
  ["a\r\n=1\n\n@b", "a\r\n'=1\n\n'@b"],
])("%j is no formula to a spreadsheet", (text, safe) => {
  const line = csvLine([text, 1]);
  expect(line).toMatch(/,1\r\n$/);
  expect(
    line
      .slice(0, -4)
      .replace(/^"(.*)"$/s, "$1")
      .replaceAll('""', '"'),
  ).toBe(safe);
  // What divides cells or rows for other programs is in quotes.
  expect(line.startsWith('"')).toBe(/[;\t\r\n]/.test(text));
});

test.each([
  "0802",
  "9820012345",
  "412345678901",
  "1,00,000.50",
  "1E5",
  "50%",
  "(022)",
  "12/5",
  "1 1/2",
  "3-4-2026",
  "10:30",
  "10:30 am",
  "10:30:15 PM",
  "9 p.m.",
  "12 Nov",
  "Nov 12",
  "12-Nov-2026",
  "November 12, 2026",
  "12nov 10:30",
  "2026-11",
  "2026-11-26",
  "2026-11-26 09:05:00",
  " 0813 ",
  "०८०२",
])("%j stays a text to a spreadsheet, and to a program that trims cells what it was", (text) => {
  expect(csvLine([text, "a"])).toBe(`"${text.replaceAll('"', '""')}\t",a\r\n`);
});

test.each(["2026-11", "2026-11-26", "2026-11-26 09:05:00"])("%s stays a moment where it is one", (moment) => {
  expect(csvLine([momentCell(moment), 1])).toBe(`${moment},1\r\n`);
});

test("what only looks a little like a formula or a number stays as it is", () => {
  const texts = [
    "a=1",
    "Flat 2 - 5th floor",
    "A+B",
    "me@example.com",
    "500 g × 2 (₹1,000)",
    "10:00-13:00",
    "May",
    "12 Novelty Street",
    "10 amber boxes",
    "98200 12345",
    "INV/26-27/000123",
    "12 Hill Road",
    "4B",
    "",
  ];
  for (const text of texts) expect(csvLine([text]).replace(/^"|"?\r\n$/g, "")).toBe(text);
});

test("commas, quotes and line breaks stay inside their cell; numbers and nothing stay as they are", () => {
  expect(csvLine(['a "b", c', "two\nlines", -12.5, -0.01, null, undefined, ""])).toBe(
    '"a ""b"", c","two\nlines",-12.5,-0.01,,,\r\n',
  );
});

test("a file begins with the mark of UTF-8, and is read no faster than it is taken", async () => {
  let read = 0;
  async function* parts() {
    for (; read < 1000; read++) yield "₹\r\n";
  }
  const reader = csvResponse("a.csv", parts()).body?.getReader();
  const first = await reader?.read();
  expect([...(first?.value ?? [])]).toEqual([0xef, 0xbb, 0xbf]);
  await reader?.read();
  expect(read).toBeLessThan(5);
  await reader?.cancel();
});
