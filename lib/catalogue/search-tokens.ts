import { toLatin } from "@/lib/transliterate";
import { glutenFreeGrains } from "./free-of";

/* The words of a typed search. */

export type Token = { typed: string; latin: string; taken: boolean };

export const wordSet = (words: string) => new Set(words.split(" "));

/** Words that say nothing of a sweet. */
export const FILLERS = wordSet(
  "a an the of in on to by from for with and or me mein main my i we our ka ki ke ko se hai wala wali wale aur ya please want need buy order some any sweet sweets am is are do does can should chahiye chahie",
);

/** Words that mean one thing together. */
const PHRASE = [
  "tree[\\s-]+nuts?",
  "(?:pea|ground|hazel)[\\s-]+nuts?",
  "dry[\\s-]+fruits?",
  "soy?a?[\\s-]+beans?",
  "sul(?:ph|f)ur[\\s-]+dioxide",
  `(?:${glutenFreeGrains})[\\s-]+flour`,
].join("|");
// A decimal number before a weight stays whole. split_words() of db/functions/search.sql cuts the rest again.
const TOKEN = new RegExp(
  String.raw`(?<![\p{L}\p{N}\p{M}])(?:${PHRASE})(?![\p{L}\p{N}\p{M}])|[\d\u0966-\u096f]+[./][\d\u0966-\u096f]+(?=\s*(?:kg|kilo|किलो))|[\p{L}\p{N}\p{M}]+|[,&+/]`,
  "gu",
);

const FRACTIONS: Record<string, string> = { "¼": "1/4", "½": "1/2", "¾": "3/4" };

const normalised = (text: string) =>
  text
    .normalize("NFC")
    .replace(/[\u200c\u200d]/g, "")
    .replace(/(?<!\d)[¼½¾]/g, (fraction) => FRACTIONS[fraction] ?? fraction)
    .toLowerCase()
    .replace(/(?<=n)['\u2019](?=t\b)/g, "")
    .replace(/(?<!\S)w\/o(?!\S)/g, "without");

export const tokensOf = (text: string): Token[] =>
  (normalised(text).match(TOKEN) ?? []).map((found) => {
    const typed = found.replace(/[\s-]+/g, " ");
    return { typed, latin: toLatin(typed), taken: false };
  });

export const take = (...tokens: (Token | undefined)[]) => {
  for (const token of tokens) if (token) token.taken = true;
};
