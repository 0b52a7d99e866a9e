import type { Festival } from "@/lib/settings/schema";
import { toLatin } from "@/lib/transliterate";
import { type Category, packBounds } from "./constants";
import { allergenOf, type FreeOf, substanceOf } from "./free-of";

/*
 * What a typed search asks for. Plain text in, plain data out: search-statement.ts asks the database for it.
 */

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

export type SearchQuery = {
  terms: SearchTerm[];
  /** What its declared ingredients and allergens must not name. This is never given up to find more. */
  freeOf: FreeOf[];
  /** What somebody wants to be free of and labels do not tell: only a name with these words promises it. */
  undeclared: { substance: string; inName: string }[];
  vegetarian: boolean;
};

type Token = { typed: string; latin: string; taken: boolean };

const wordSet = (words: string) => new Set(words.split(" "));

const AND = wordSet(", & + / and or nor aur ya");
const FREE = wordSet("free fri mukt");
/** These say 'free' behind a known substance only: a word on its way to 'free', and what people are. */
const FREE_OF_KNOWN = wordSet("fre less les allergy allergic intolerant intolerance");
const WITHOUT = wordSet("without bina");
const NO = wordSet("no non not zero avoid except excluding minus");
/** What may stand between 'no' and the sugar. */
const MODIFIERS = wordSet("added artificial refined any all pine the a contain contains containing with traces of");
const VEGETARIAN = wordSet("veg vegetarian shakahari");
const FILLERS = wordSet(
  "a an the of in on to by from for with and or me mein main my i we our ka ki ke ko se hai wala wali wale aur ya please want need buy order some any sweet sweets",
);
const GIFTS = wordSet("gift gifts gifting giftbox giftboxes hamper hampers present presents uphar tohfa");
const BOXES = wordSet("box boxes hamper hampers pack packs");
const CAKE_DAYS = wordSet("birthday birthdays bday anniversary janmdin");
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
  }),
);

// A decimal number before a weight stays whole. split_words() of db/functions/search.sql cuts the rest again.
const TOKEN = /[\d\u0966-\u096f]+[./][\d\u0966-\u096f]+(?=\s*(?:kg|kilo|किलो))|[\p{L}\p{N}\p{M}]+|[,&+/]/gu;

const normalised = (text: string) =>
  text
    .toLowerCase()
    .replace(/(?<!\S)w\/o(?!\S)/g, "without")
    .replace(/\btree[\s-]+nut/g, "treenut");

const tokensOf = (text: string): Token[] =>
  (normalised(text).match(TOKEN) ?? []).map((typed) => ({ typed, latin: toLatin(typed), taken: false }));

const take = (...tokens: (Token | undefined)[]) => {
  for (const token of tokens) if (token) token.taken = true;
};

/** Takes what the search wants to be free of out of the tokens. */
function takeClaims(tokens: Token[]): Pick<SearchQuery, "freeOf" | "undeclared" | "vegetarian"> {
  const freeOf = new Set<FreeOf>();
  const undeclared: SearchQuery["undeclared"] = [];
  let vegetarian = false;
  const latin = (i: number) => tokens[i]?.latin ?? "";
  const substanceAt = (i: number) => (tokens[i]?.taken ? undefined : substanceOf(latin(i)));

  function claim(i: number): boolean {
    const substance = substanceAt(i);
    if (substance) take(tokens[i]);
    if (substance) freeOf.add(substance);
    return substance !== undefined;
  }

  /** The substance at `i`, and those that 'and', 'or' or a comma joins to it in this direction. */
  function claimList(i: number, step: 1 | -1): boolean {
    let at = i;
    while (step === 1 && MODIFIERS.has(latin(at))) take(tokens[at++]);
    if (!claim(at)) return false;
    if (step === -1) while (MODIFIERS.has(latin(at - 1))) take(tokens[--at]);
    let next = at + step;
    while (AND.has(latin(next))) next += step;
    if (next !== at + step && substanceAt(next)) claimList(next, step);
    return true;
  }

  function ask(substance: number, ...others: number[]): void {
    const asked = tokens[substance];
    if (!asked || asked.taken || AND.has(asked.latin)) return;
    const all = [substance, ...others].map((i) => tokens[i]);
    take(...all);
    undeclared.push({ substance: asked.typed, inName: all.map((token) => token?.typed ?? "").join(" ") });
  }

  for (const [i, token] of tokens.entries()) {
    const word = token.latin;
    const [, stem = ""] = /^(.{2,})(?:free|less?|mukt)$/.exec(word) ?? [];
    const joined = substanceOf(stem);
    if (token.taken) continue;
    if (joined) {
      take(token);
      freeOf.add(joined);
    } else if (FREE.has(word) && (latin(i + 1) === "of" || latin(i + 1) === "from")) {
      if (claimList(i + 2, 1)) take(token, tokens[i + 1]);
      else ask(i + 2, i);
    } else if (FREE.has(word) && isMeantBehind(i)) {
      take(token);
      claim(i + 1);
    } else if (FREE.has(word)) {
      if (claimList(i - 1, -1)) take(token);
      else if (!FILLERS.has(latin(i - 1))) ask(i - 1, i);
    } else if (FREE_OF_KNOWN.has(word)) {
      if (claimList(i - 1, -1) || (latin(i + 1) === "to" && claimList(i + 2, 1))) take(token);
    } else if (WITHOUT.has(word) || NO.has(word)) {
      if (claimList(i + 1, 1) || claimBefore(i)) take(token);
      else if (WITHOUT.has(word)) ask(i + 1, i);
    } else if (word === "vegan") {
      take(token);
      for (const substance of ["milk", "egg", "honey", "gelatine"] as const) freeOf.add(substance);
      vegetarian = true;
    } else if (VEGETARIAN.has(word) && !NO.has(latin(i - 1))) {
      take(token, latin(i - 1) === "pure" ? tokens[i - 1] : undefined);
      vegetarian = true;
    }
  }
  // 'No sugar added'.
  if (freeOf.size > 0) take(...tokens.filter(({ latin }) => latin === "added"));
  return { freeOf: [...freeOf], undeclared, vegetarian };

  /** 'Chini ke bina', and 'nuts without' at the end. */
  function claimBefore(i: number): boolean {
    if (latin(i - 1) === "ke") return claim(i - 2);
    return i === tokens.length - 1 && WITHOUT.has(latin(i)) && claim(i - 1);
  }

  /** 'Katli free sugar' is 'sugar free katli' in another order, unless the sugar has a 'free' of its own; 'free nuts' are no nuts. */
  function isMeantBehind(i: number): boolean {
    const behind = substanceAt(i + 1);
    return (
      (i === 0 ? behind !== undefined : behind === "sugar" && !allergenOf(latin(i - 1))) && !FREE.has(latin(i + 2))
    );
  }
}

const NUMBERS = new Map([
  ...["half", "adha", "aadha"].map((word) => [word, 0.5] as const),
  ...["quarter", "paav", "pav", "pao"].map((word) => [word, 0.25] as const),
]);
const AMOUNT =
  /^(\d{1,6}(?:\.\d{1,3})?|1\/[24])?(?:(kg|kgs|kilo|kilos|kilogram)|(g|gm|gms|gr|gram|grams)|(pieces?|pcs?))?$/;

/** The pack that a number with its unit names: '250g', 'half kilo', '6 pieces'. */
function packOf(word: string): Pick<SearchTerm, "grams" | "pieces"> | undefined {
  const [, typed = "", kilos, grams, pieces] = AMOUNT.exec(word) ?? [];
  const number = typed.startsWith("1/") ? 1 / Number(typed.slice(2)) : Number(typed);
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
  const isSearched = ({ latin }: Token) => !FILLERS.has(latin);
  // A search for 'the' alone is for that word.
  const hasMore = left.some(isSearched) || packs.length > 0 || isClaim({ ...claims, terms: [] });
  const searched = hasMore ? left.filter(isSearched) : left;
  const byFestival = sweetsByFestival(festivals);
  // A gift box is one thing.
  const isBoxOfGift = (i: number) => BOXES.has(searched[i]?.latin ?? "") && GIFTS.has(searched[i - 1]?.latin ?? "");
  const terms = searched.flatMap((token, i) => {
    if (isBoxOfGift(i)) return [];
    const term = termOf(token, festivals, byFestival);
    return [isBoxOfGift(i + 1) ? { ...term, words: [`${token.typed} box`] } : term];
  });
  const all = new Map([...packs, ...terms].map((term) => [term.words.join(), term]));
  const length = ({ words: [word = ""] }: SearchTerm) => word.length;
  return { ...claims, terms: [...all.values()].toSorted((a, b) => length(b) - length(a)).slice(0, MAX_TERMS) };
}

/** Whether it asks for what must never be given up. */
export const isClaim = ({ freeOf, undeclared, vegetarian }: SearchQuery): boolean =>
  freeOf.length > 0 || undeclared.length > 0 || vegetarian;

/** The words of a search that asks for words alone, each with one spelling; undefined when it asks for more. */
export function plainWords({ terms }: SearchQuery): string | undefined {
  const isPlain = ({ words, ...facts }: SearchTerm) => words.length === 1 && Object.keys(facts).length === 0;
  return terms.every(isPlain) ? terms.map(({ words }) => words[0]).join(" ") : undefined;
}
