/*
 * Devanagari in Latin letters, as Indian shops spell it: काजू कतली is "kaju katli". Long vowels are written as short ones, and silent vowels
 * are left out. Written here because Intl and String.normalize() do not transliterate.
 */

const consonants: Record<string, string> = Object.fromEntries(
  `क k ख kh ग g घ gh ङ n च ch छ chh ज j झ jh ञ n ट t ठ th ड d ढ dh ण n त t थ th द d ध dh न n प p फ f ब b भ bh म m
   य y र r ल l ळ l व v श sh ष sh स s ह h क़ q ग़ g ज़ z ड़ d ढ़ dh फ़ f`
    .normalize("NFC")
    .trim()
    .split(/\s+/)
    .flatMap((part, i, all) => (i % 2 === 0 ? [[part, all[i + 1] as string]] : [])),
);

/** A vowel on its own, and the sign of the same vowel behind a consonant. */
const vowels: Record<string, string> = {
  ...{ अ: "a", आ: "a", इ: "i", ई: "i", उ: "u", ऊ: "u", ऋ: "ri", ऍ: "e", ए: "e", ऐ: "ai", ऑ: "o", ओ: "o", औ: "au" },
  ...{
    "ा": "a",
    "ि": "i",
    "ी": "i",
    "ु": "u",
    "ू": "u",
    "ृ": "ri",
    "ॅ": "e",
    "े": "e",
    "ै": "ai",
    "ॉ": "o",
    "ो": "o",
    "ौ": "au",
  },
};

const INHERENT = "\u0905"; // अ, which a consonant has without a sign
// A consonant with its dot, the mark that takes its vowel away or the sign of another; or a vowel; either with what is nasal or breathed.
const SYLLABLE = /(?:([\u0915-\u0939]\u093c?)(\u094d|[\u093e-\u094c])?|([\u0904-\u0914]))([\u0900-\u0903]?)/gu;

type Sound = { consonant: string; vowel: string; tail: string; isInherent: boolean };

function soundOf([, consonant, sign = "", alone, mark = ""]: RegExpMatchArray, next: string): Sound {
  const isInherent = alone === undefined && sign === "";
  const nasal = /[\u0900-\u0902]/.test(mark) ? (/^[pbm]/.test(next) ? "m" : "n") : "";
  return {
    consonant: consonant ? (consonants[consonant] ?? consonants[consonant[0] as string] ?? "") : "",
    vowel: sign === "\u094d" ? "" : (vowels[alone ?? (sign || INHERENT)] ?? ""),
    tail: nasal,
    isInherent,
  };
}

/** Hindi does not speak the vowel at the end of a word, nor one between a spoken vowel and a consonant that has one of its own. */
function dropUnspoken(sounds: Sound[]): void {
  const isSpoken = (sound: Sound | undefined) => Boolean(sound?.vowel);
  for (let i = sounds.length - 1; i > 0; i--) {
    const [before, sound, next] = [sounds[i - 1], sounds[i] as Sound, sounds[i + 1]];
    if (!sound.isInherent || sound.tail) continue;
    const isBetween = isSpoken(before) && next?.consonant !== "" && isSpoken(next);
    if (next === undefined || isBetween) sound.vowel = "";
  }
}

function latinWord(word: string): string {
  const found = [...word.matchAll(SYLLABLE)];
  const consonantOf = (match: RegExpMatchArray | undefined) => consonants[match?.[1] ?? ""] ?? "";
  const sounds = found.map((match, i) => soundOf(match, consonantOf(found[i + 1])));
  dropUnspoken(sounds);
  return sounds.map(({ consonant, vowel, tail }) => consonant + vowel + tail).join("");
}

/** The text with its Devanagari in Latin letters and digits; everything else stays. */
export const toLatin = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(/[\u0900-\u0963]+/g, latinWord);

/** A slug of at most `most` characters: `Kaju Katli (250 g)` → `kaju-katli-250-g`, `काजू कतली` → `kaju-katli`. */
export const slugOf = (name: string, most: number, fallback: string) =>
  toLatin(name)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "") // without its accent, è is an e
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, most)
    .replace(/^-+|-+$/g, "") || fallback;
