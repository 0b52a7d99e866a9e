// Breaks text that people have typed into lines for a PDF: pdfmake has one font for a text, no order from right to left, and lets a long word
// widen its column.
import bidiFactory from "bidi-js";
import { LRUCache } from "lru-cache";
import { familyOf, openFont } from "./pdf-fonts.mjs";

const bidi = bidiFactory();

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** What nobody sees, and what is no character: controls, marks of direction, variations of emoji. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;
/** Characters of a letter with its marks at most. No writing has as many; a letter with a hundred marks is as wide as the page. */
const MOST_CHARACTERS = 16;
/** They join letters of India, and part letters of Urdu. */
const JOINERS = /[\u200c\u200d]/;

/** @typedef {{ text: string, family: string }} Letter A letter with its marks. */

/** @param {string} grapheme @returns {Letter | null} */
function letterOf(grapheme) {
  if (/^\s/u.test(grapheme)) return { text: " ", family: "Mukta" };
  const joined = [...grapheme].filter((character) => !UNSEEN.test(character) || JOINERS.test(character));
  const characters = joined.slice(0, MOST_CHARACTERS).filter((character) => !JOINERS.test(character));
  const family = familyOf(characters);
  if (characters.length > 0 && family) return { text: joined.slice(0, MOST_CHARACTERS).join(""), family };
  // A mark that no font has is left out, such as the frame of a digit on a key.
  const bases = characters.filter((character) => !/\p{M}/u.test(character));
  const familyOfBases = bases.length < characters.length && bases.length > 0 && familyOf(bases);
  if (familyOfBases) return { text: bases.join(""), family: familyOfBases };
  // Never a box: a letter of another script is a question mark, and a picture is left out.
  return /[\p{L}\p{N}]/u.test(characters.join("")) ? { text: "?", family: "Mukta" } : null;
}

/** The letters of a paragraph, with single spaces between words. @param {string} paragraph */
function lettersOf(paragraph) {
  /** @type {Letter[]} */
  const letters = [];
  let isLeftOut = false;
  for (const { segment } of graphemes.segment(paragraph.normalize("NFC"))) {
    const letter = letterOf(segment);
    // A comma comes up to the word before the picture that was left out.
    if (isLeftOut && letter && /^[,.;:)]/.test(letter.text) && letters.at(-1)?.text === " ") letters.pop();
    isLeftOut = letter === null;
    if (letter && !(letter.text === " " && (letters.length === 0 || letters.at(-1)?.text === " ")))
      letters.push(letter);
  }
  if (letters.at(-1)?.text === " ") letters.pop();
  return letters;
}

/** Neighbours of one family as one. @param {readonly Letter[]} letters */
function merged(letters) {
  /** @type {Letter[]} */
  const runs = [];
  for (const { text, family } of letters) {
    const last = runs.at(-1);
    if (last?.family === family) last.text += text;
    else runs.push({ text, family });
  }
  return runs;
}

/** Widths of words that were measured, per em. */
const widths = /** @type {LRUCache<string, number>} */ (new LRUCache({ max: 5_000 }));

/** Points. @param {readonly Letter[]} word @param {{ fontSize: number, bold: boolean }} style */
function widthOf(word, { fontSize, bold }) {
  let width = 0;
  for (const { text, family } of merged(word)) {
    const key = `${family} ${bold} ${text}`;
    const { font } = openFont(family, bold);
    const known = widths.get(key) ?? font.layout(text).advanceWidth / font.unitsPerEm;
    widths.set(key, known);
    width += known * fontSize;
  }
  return width;
}

/** The words of a paragraph, each with the space behind it. @param {readonly Letter[]} letters */
function wordsOf(letters) {
  /** @type {Letter[][]} */
  const words = [[]];
  for (const letter of letters) {
    words.at(-1)?.push(letter);
    if (letter.text === " ") words.push([]);
  }
  return words.filter((word) => word.length > 0);
}

/** @param {readonly Letter[]} letters */
const withoutEnd = (letters) => (letters.at(-1)?.text === " " ? letters.slice(0, -1) : letters);

/**
 * Lines that fit. A word that is wider than a line begins one, and is broken between letters.
 * @param {readonly Letter[]} letters @param {number} width @param {{ fontSize: number, bold: boolean }} style
 */
function linesOf(letters, width, style) {
  /** @type {Letter[][]} */
  const lines = [];
  let left = 0;
  /** @param {readonly Letter[]} part */
  const startLine = (part) => {
    lines.push([...part]);
    left = width - widthOf(part, style);
  };
  for (const word of wordsOf(letters)) {
    const isWide = widthOf(withoutEnd(word), style) > width;
    if (!isWide && widthOf(withoutEnd(word), style) <= left) {
      lines.at(-1)?.push(...word);
      left -= widthOf(word, style);
    } else if (!isWide) startLine(word);
    else
      for (let rest = word; rest.length > 0; ) {
        let count = 0;
        for (let room = width; count < rest.length; count++) {
          room -= widthOf(rest.slice(count, count + 1), style);
          if (room < 0 && count > 0) break;
        }
        // Letters that are joined may be wider than they are alone.
        while (count > 1 && widthOf(rest.slice(0, count), style) > width) count--;
        startLine(rest.slice(0, count));
        rest = rest.slice(count);
      }
  }
  return lines.map(withoutEnd);
}

/**
 * A line as it is drawn from left to right. fontkit turns Arabic letters by itself, so that a word of them stays in the order of reading.
 * @param {readonly Letter[]} letters @param {"ltr" | "rtl"} direction
 */
function runsOf(letters, direction) {
  const text = letters.map((letter) => letter.text).join("");
  const { levels } = bidi.getEmbeddingLevels(text, direction);
  if (levels.every((level) => level === 0)) return merged(letters);
  let at = 0;
  let order = letters.map((letter) => {
    const leveled = { ...letter, level: levels[at] ?? 0 };
    at += letter.text.length;
    return leveled;
  });
  for (let level = Math.max(...levels); level > 0; level--) {
    const turned = [];
    for (let from = 0; from < order.length; ) {
      let to = from;
      while (to < order.length && (order[to]?.level ?? 0) >= level) to++;
      turned.push(...order.slice(from, to).reverse());
      if (to === from) turned.push(...order.slice(to, ++to));
      from = to;
    }
    order = turned;
  }
  /** @type {(Letter & { level: number })[]} */
  const runs = [];
  for (const { text, family, level } of order) {
    const isTurned = level % 2 === 1;
    const last = runs.at(-1);
    // Digits of Arabic go from left to right: each alone, they are not turned.
    if (last?.family !== family || last.level !== level || isTurned !== (family === "Arabic"))
      runs.push({ text: isTurned ? (bidi.getMirroredCharacter(text) ?? text) : text, family, level });
    else last.text = isTurned ? text + last.text : last.text + text;
  }
  return runs;
}

/**
 * Text as lines of a width in points, for pdfmake. Its words keep to the width, whatever their length.
 * @param {{ typed: string, width: number, fontSize: number, bold?: boolean, lineHeight: number } & Record<string, unknown>} text
 */
export function typedLines({ typed, width, lineHeight, ...rest }) {
  const style = { fontSize: rest.fontSize, bold: rest.bold === true };
  const stack = typed.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((paragraph) => {
    const letters = lettersOf(paragraph);
    const [{ level } = { level: 0 }] = bidi.getEmbeddingLevels(letters.map(({ text }) => text).join("")).paragraphs;
    return linesOf(letters, width, style).map((line) => ({
      noWrap: true,
      text: runsOf(line, level % 2 === 1 ? "rtl" : "ltr").map(({ text, family }) => ({
        text,
        font: family,
        lineHeight: lineHeight * openFont(family, style.bold).lineHeight,
      })),
    }));
  });
  return { stack, ...rest };
}

/** A definition with its typed texts laid out. @param {any} node @returns {any} */
export function withTypedLines(node) {
  if (Array.isArray(node)) return node.map(withTypedLines);
  if (typeof node !== "object" || node === null) return node;
  if ("typed" in node) return typedLines(node);
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, withTypedLines(value)]));
}
