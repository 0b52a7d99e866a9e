import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

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

const files = ["app", "components", "lib", "db/seed"]
  .flatMap((folder) =>
    fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file)),
  )
  .filter((file) => /\.(tsx?|json)$/.test(file) && fs.statSync(file).isFile())
  .map((file) => fs.readFileSync(file, "utf8").replace(/\s+/g, " "));

test.each(replaced)("nobody reads '%s'; it says '%s'", (odd, plain) => {
  expect(files.some((text) => text.includes(odd))).toBe(false);
  expect(files.some((text) => text.includes(plain))).toBe(true);
});
