// The fonts of PDFs, each read when a text needs it. JavaScript, as its caller is (lib/invoices/pdf-worker.mjs).
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
// It has no types.
/** @type {any} */
const fontkit = require("fontkit");

/** @param {string} folder @param {string} file */
const google = (folder, file) => ({
  normal: `@expo-google-fonts/${folder}/400Regular/${file}_400Regular.ttf`,
  bold: `@expo-google-fonts/${folder}/700Bold/${file}_700Bold.ttf`,
});
const roboto = "pdfmake/fonts/Roboto/Roboto";

/**
 * The families in the order in which a letter looks for one. `scripts`: the letters that a family is opened for; Mukta has Latin and
 * Devanagari, and Roboto, which comes with pdfmake, what Mukta lacks of Latin, such as Vietnamese.
 * @type {Record<string, { scripts: RegExp, normal: string, bold: string }>}
 */
const families = {
  Mukta: { scripts: /./su, ...google("mukta", "Mukta") },
  Roboto: {
    scripts: /\p{scx=Latin}|\p{scx=Greek}|\p{scx=Cyrillic}/u,
    normal: `${roboto}-Regular.ttf`,
    bold: `${roboto}-Medium.ttf`,
  },
  Bengali: { scripts: /\p{scx=Bengali}/u, ...google("noto-sans-bengali", "NotoSansBengali") },
  Gurmukhi: { scripts: /\p{scx=Gurmukhi}/u, ...google("noto-sans-gurmukhi", "NotoSansGurmukhi") },
  Gujarati: { scripts: /\p{scx=Gujarati}/u, ...google("noto-sans-gujarati", "NotoSansGujarati") },
  Odia: { scripts: /\p{scx=Oriya}/u, ...google("noto-sans-oriya", "NotoSansOriya") },
  Tamil: { scripts: /\p{scx=Tamil}/u, ...google("noto-sans-tamil", "NotoSansTamil") },
  Telugu: { scripts: /\p{scx=Telugu}/u, ...google("noto-sans-telugu", "NotoSansTelugu") },
  Kannada: { scripts: /\p{scx=Kannada}/u, ...google("noto-sans-kannada", "NotoSansKannada") },
  Malayalam: { scripts: /\p{scx=Malayalam}/u, ...google("noto-sans-malayalam", "NotoSansMalayalam") },
  Arabic: { scripts: /\p{scx=Arabic}/u, ...google("noto-naskh-arabic", "NotoNaskhArabic") },
};

/** Mukta's height of a line. */
const LINE_HEIGHT = 1.662;

/** @typedef {{ path: string, bytes: Buffer, font: any, lineHeight: number }} Font */

/**
 * The fonts that were read. One that cannot be read is not remembered, and tried again for the next file.
 * @type {Map<string, Font>}
 */
export const openFonts = new Map();

/** What pdfmake knows: the files of each family, by their paths. */
export const pdfmakeFonts = Object.fromEntries(
  Object.entries(families).map(([family, { normal, bold }]) => [family, { normal, bold }]),
);

/** A font with its factor to Mukta's height of a line. @param {string} family @param {boolean} bold @returns {Font} */
export function openFont(family, bold) {
  const path = families[family]?.[bold ? "bold" : "normal"];
  if (path === undefined) throw new Error(`There is no font ${family}`);
  const known = openFonts.get(path);
  if (known) return known;
  const bytes = readFileSync(require.resolve(path));
  const font = fontkit.create(bytes);
  const opened = { path, bytes, font, lineHeight: (LINE_HEIGHT * font.unitsPerEm) / (font.ascent - font.descent) };
  openFonts.set(path, opened);
  return opened;
}

/** The first family that has all these characters; undefined when none has. @param {string[]} characters */
export function familyOf(characters) {
  const text = characters.join("");
  const found = Object.entries(families).find(
    ([family, { scripts }]) =>
      scripts.test(text) &&
      characters.every((character) => openFont(family, false).font.hasGlyphForCodePoint(character.codePointAt(0))),
  );
  return found?.[0];
}
