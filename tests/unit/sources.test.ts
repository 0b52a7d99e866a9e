// What the sources hold, read as texts: breakpoints that grow with the font, words that nobody found odd, and stand-in fonts.
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

function filesIn(folders: string[], kind: RegExp): string[] {
  return folders
    .flatMap((folder) =>
      fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file)),
    )
    .filter((file) => kind.test(file) && fs.statSync(file).isFile());
}
const read = (file: string) => fs.readFileSync(file, "utf8");

// A breakpoint in px stays where it is when somebody sets a larger font, while everything that must fit grows.
const inPixels =
  /\((?:min|max)-(?:width|height):\s*[\d.]+px|\(\s*(?:width|height)\s*[<>]=?\s*[\d.]+px|\b(?:min|max)-\[[\d.]+px\]:/;

test("every breakpoint is measured in rem", () => {
  const files = filesIn(["app", "components"], /\.(?:css|tsx?)$/);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => inPixels.test(read(file)))).toEqual([]);
});

// Texts that customers or the owner found odd, with what is said instead. A copy of an old line must not bring them back.
const replaced = [
  ["Open cart drawer", "Quick view of cart"],
  ["Price must be in whole paise", "Use at most two decimals"],
  ["Take this photo back", "Undo this photo"],
  ["Please choose a date from today on", "Choose today or later"],
  ["nothing has to be kept alive", "so nothing needs preserving"],
  ["Everything that we know of you, as a JSON file", "A copy of all your data (JSON)"],
  ["Taken out of a cart", "Moved from cart to order"],
  ["This page refreshes on its own", "Status updates by itself."],
  ["the gift box is on us", "It comes in a gift box."],
] as const;

const texts = filesIn(["app", "components", "lib", "db/seed"], /\.(tsx?|json)$/).map((file) =>
  read(file).replace(/\s+/g, " "),
);

test.each(replaced)("nobody reads '%s'; it says '%s'", (odd, plain) => {
  expect(texts.some((text) => text.includes(odd))).toBe(false);
  expect(texts.some((text) => text.includes(plain))).toBe(true);
});

// Every stand-in of Mukta (app/styles/stand-in-fonts.css) has its line height, whatever its width is.
const faces = [...read("app/styles/stand-in-fonts.css").matchAll(/@font-face \{([^}]*)\}/g)].map(([, text = ""]) => {
  const value = (name: string) => new RegExp(`${name}: "?([^";]+)`).exec(text)?.[1] ?? "";
  return { family: value("font-family"), weight: value("font-weight"), value };
});

test.each(["Mukta Fallback", "Mukta Fallback DejaVu"])(
  "%s stands in for each file of weights, and for bold digits apart",
  (name) => {
    const stands = faces.filter(({ family }) => family === name);
    expect(stands.map(({ weight, value }) => `${weight} ${value("unicode-range")}`.trim())).toEqual([
      "400 500",
      "600 700",
      "600 700 U+30-39",
    ]);
    for (const { value } of stands) {
      const size = Number.parseFloat(value("size-adjust")) / 100;
      expect(size * Number.parseFloat(value("ascent-override"))).toBeCloseTo(112.9, 0);
      expect(size * Number.parseFloat(value("descent-override"))).toBeCloseTo(53.1, 0);
    }
  },
);
