import { type Category, packBounds } from "@/db/constants/catalogue";
import type { Festival } from "@/lib/settings/schema";
import { toLatin } from "@/lib/transliterate";
import { allergenOf, substanceOf } from "./free-of";
import { type AskedClaims, isNegative, takeClaims } from "./search-claims";
import { FILLERS, type Token, take, tokensOf, wordSet } from "./search-tokens";

/* What a typed search asks for. Plain text in, plain data out: search-statements.ts asks the database for it. */

/** One thing that a sweet should have: words in its texts, or one of the facts beside them. */
export type SearchTerm = {
  /** Each by its beginning, and with typing errors; one of them is enough. */
  words: string[];
  gift?: true;
  category?: Category;
  /** Sweets of a festival. */
  ids?: number[];
  grams?: number;
  pieces?: number;
  /** How its allergens are called: a regular expression. */
  allergen?: string;
};

export type SearchQuery = AskedClaims & {
  terms: SearchTerm[];
  /** Whether it names a substance beside a 'no' that was not understood: nothing is found then that lacks one of its words. */
  strict: boolean;
};

const GIFTS = wordSet("gift gifts gifting giftbox giftboxes hamper hampers present presents uphar tohfa");
const BOXES = wordSet("box boxes hamper hampers pack packs");
const CAKE_DAYS = wordSet("birthday birthdays bday anniversary janmdin janmadin");
const FESTIVE = wordSet("festival festivals festive tyohar tyohaar");
/** English words as Hindi writes them, and words written together. */
const OTHER_SPELLINGS = new Map(
  Object.entries({
    kek: "cake",
    drai: "dry",
    frut: "fruit",
    choklet: "chocolate",
    boks: "box",
    dibba: "box",
    maisur: "mysore",
    dryfruit: "dry fruits",
    dryfruits: "dry fruits",
    treenut: "tree nuts",
    treenuts: "tree nuts",
  }),
);

const NUMBERS = new Map([
  ...["half", "adha", "aadha"].map((word) => [word, 0.5] as const),
  ...["quarter", "paav", "pav", "pao"].map((word) => [word, 0.25] as const),
]);
const AMOUNT =
  /^(\d{1,6}(?:\.\d{1,3})?|1\/[24]|3\/4)?(?:(kg|kgs|kilo|kilos|kilogram)|(g|gm|gms|gr|gram|grams)|(pieces?|pcs?))?$/;

/** The pack that a number with its unit names: '250g', 'half kilo', '6 pieces'. */
function packOf(word: string): Pick<SearchTerm, "grams" | "pieces"> | undefined {
  const [, typed = "", kilos, grams, pieces] = AMOUNT.exec(word) ?? [];
  const [over = "", under = "1"] = typed.split("/");
  const number = Number(over) / Number(under);
  if (typed === "" || number === 0) return undefined;
  if (pieces) return Number.isInteger(number) ? { pieces: number } : undefined;
  const weight = Math.round(number * (kilos ? 1000 : 1));
  return (kilos || grams) && weight > 0 && weight <= packBounds.grams.max ? { grams: weight } : undefined;
}

/** Takes the packs out of the tokens. */
function takePacks(tokens: Token[]): SearchTerm[] {
  return tokens.flatMap((token, i) => {
    const next = tokens[i + 1];
    if (token.taken) return [];
    const alone = packOf(token.latin);
    if (alone) take(token);
    if (alone) return [{ ...alone, words: [token.typed] }];
    const pack = next && !next.taken && packOf(`${NUMBERS.get(token.latin) ?? token.latin}${next.latin}`);
    if (!pack) return [];
    take(token, next);
    return [{ ...pack, words: [`${token.typed} ${next.typed}`] }];
  });
}

/** Spellings of one name alike: Deewali, Divali and Diwali. */
const soundOf = (word: string) =>
  word
    .replace(/aa/g, "a")
    .replace(/ee/g, "i")
    .replace(/oo/g, "u")
    .replace(/w/g, "v")
    .replace(/(?<=[bcdfgjkpst])h|(.)(?=\1)|a$/g, "");

/** Other names of festivals. */
const OTHER_NAMES = new Map(
  Object.entries({
    deepawali: "diwali",
    dipawali: "diwali",
    dipavli: "diwali",
    rakhi: "raksha",
    ganpati: "ganesh",
    sankrant: "sankranti",
  }).map(([other, name]) => [soundOf(other), soundOf(name)]),
);

type FestivalSweets = Pick<Festival, "name" | "sweets">;

/** The sweets of each festival by the words of its name, and by its name written as one word. */
function sweetsByFestival(festivals: readonly FestivalSweets[]): ReadonlyMap<string, number[]> {
  const byWord = new Map<string, number[]>();
  for (const { name, sweets } of festivals) {
    const words = toLatin(name.toLowerCase()).match(/[\p{L}\p{N}]{3,}/gu) ?? [];
    const sounds = [...words, words.join("")].filter((word) => !FILLERS.has(word)).map(soundOf);
    for (const sound of new Set(sounds)) byWord.set(sound, [...(byWord.get(sound) ?? []), ...sweets]);
  }
  return byWord;
}

function termOf(
  { typed, latin }: Token,
  festivals: readonly FestivalSweets[],
  byFestival: ReadonlyMap<string, number[]>,
): SearchTerm {
  const words = [...new Set([typed, OTHER_SPELLINGS.get(latin) ?? latin])];
  if (GIFTS.has(latin)) return { words, gift: true };
  if (CAKE_DAYS.has(latin)) return { words, category: "Cakes" };
  if (FESTIVE.has(latin))
    return { words, category: "Seasonal Specials", ids: festivals.flatMap(({ sweets }) => sweets) };
  const sound = soundOf(latin);
  const ids = byFestival.get(OTHER_NAMES.get(sound) ?? sound);
  const allergen = allergenOf(latin);
  return { words, ...(ids && { ids }), ...(allergen && { allergen }) };
}

/** As many words as count, the longest of them. */
const MAX_TERMS = 8;

/** What a search asks for in a shop with these festivals. */
export function toSearchQuery(search: string, festivals: readonly FestivalSweets[]): SearchQuery {
  const tokens = tokensOf(search);
  const claims = takeClaims(tokens);
  const packs = takePacks(tokens);
  const left = tokens.filter(({ taken, typed }) => !taken && /[\p{L}\p{N}]/u.test(typed));
  const has = (isOne: (word: string) => unknown) => left.some(({ latin }) => isOne(latin));
  const strict = has(isNegative) && has(substanceOf);
  const isSearched = ({ latin }: Token) => !FILLERS.has(latin);
  // A search for 'the' alone is for that word.
  const hasMore = left.some(isSearched) || packs.length > 0 || isClaim(claims);
  const searched = hasMore ? left.filter(isSearched) : left;
  const byFestival = sweetsByFestival(festivals);
  // A gift box is one thing.
  const isBoxOfGift = (i: number) => BOXES.has(searched[i]?.latin ?? "") && GIFTS.has(searched[i - 1]?.latin ?? "");
  const terms = searched.flatMap((token, i) => {
    if (isBoxOfGift(i)) return [];
    const { allergen, ...plain } = termOf(token, festivals, byFestival);
    // What has an allergen is not brought to somebody who wants to be free of one.
    const term = allergen && !strict && !isClaim(claims) ? { ...plain, allergen } : plain;
    return [isBoxOfGift(i + 1) ? { ...term, words: [`${token.typed} box`] } : term];
  });
  const all = new Map([...packs, ...terms].map((term) => [term.words.join(), term]));
  const length = ({ words: [word = ""] }: SearchTerm) => word.length;
  return { ...claims, strict, terms: [...all.values()].toSorted((a, b) => length(b) - length(a)).slice(0, MAX_TERMS) };
}

/** Whether it asks for what must never be given up. */
export const isClaim = ({ freeOf, undeclared, vegetarian }: AskedClaims): boolean =>
  freeOf.length > 0 || undeclared.length > 0 || vegetarian;

/** The words of a search that asks for words alone, each with one spelling; undefined when it asks for more. */
export function plainWords({ terms }: SearchQuery): string | undefined {
  const isPlain = ({ words, ...facts }: SearchTerm) => words.length === 1 && Object.keys(facts).length === 0;
  return terms.every(isPlain) ? terms.map(({ words }) => words[0]).join(" ") : undefined;
}
