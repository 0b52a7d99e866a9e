import { expect, test } from "vitest";
import { csvLine, csvResponse } from "@/lib/csv";

test.each(["=1+1", "+91 98200", "-5", "@SUM(A1)", "\tx", "\rx", "\nx"])("%j is no formula to a spreadsheet", (text) => {
  expect(csvLine([text]).replace(/^"|"\r\n$|\r\n$/g, "")).toBe(`'${text}`);
});

test("commas, quotes and line breaks stay inside their cell; numbers and nothing stay as they are", () => {
  expect(csvLine(['a "b", c', "two\nlines", -12.5, null, undefined, ""])).toBe(
    '"a ""b"", c","two\nlines",-12.5,,,\r\n',
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
