// The stand-ins of Mukta in app/styles/stand-in-fonts.css: every one has the line height of Mukta, whatever its width is.
import fs from "node:fs";
import { expect, test } from "vitest";

const faces = [...fs.readFileSync("app/styles/stand-in-fonts.css", "utf8").matchAll(/@font-face \{([^}]*)\}/g)].map(
  ([, text = ""]) => {
    const value = (name: string) => new RegExp(`${name}: "?([^";]+)`).exec(text)?.[1] ?? "";
    return { family: value("font-family"), weight: value("font-weight"), value };
  },
);

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
