import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

// A breakpoint in px stays where it is when somebody sets a larger font, while everything that must fit grows.
const inPixels =
  /\((?:min|max)-(?:width|height):\s*[\d.]+px|\(\s*(?:width|height)\s*[<>]=?\s*[\d.]+px|\b(?:min|max)-\[[\d.]+px\]:/;

function* sources(folder: string): Generator<string> {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && /\.(?:css|tsx?)$/.test(entry.name)) yield path.join(entry.parentPath, entry.name);
}

test("every breakpoint is measured in rem", () => {
  const files = [...sources("app"), ...sources("components")];
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => inPixels.test(fs.readFileSync(file, "utf8")))).toEqual([]);
});
