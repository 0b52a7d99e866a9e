import { allergenOf, type FreeOf, isOneEdit, substanceOf } from "./free-of";
import { FILLERS, type Token, take, wordSet } from "./search-tokens";

/* What a typed search wants to be free of: 'nut free', 'without nuts', 'chini ke bina'. */

export type AskedClaims = {
  /** What its declared ingredients and allergens must not name. This is never given up to find more. */
  freeOf: FreeOf[];
  /** What somebody wants to be free of and labels do not tell: only a name promises it. */
  undeclared: string[];
  vegetarian: boolean;
};

const AND = wordSet(", & + / and or nor aur ya");
const FREE = wordSet("free fri mukt rahit");
/** These say 'free' behind a known substance only: what people are, and what they do not want. */
const FREE_OF_KNOWN = wordSet(
  "less les safe allergy allergies allergi allergic allergen allergens elarji intolerant intolerance intolerances nahi nahin mat",
);
const WITHOUT = wordSet("without bina");
const NO = wordSet(
  "no non not never nothing zero cant cannot dont doesnt isnt wont avoid except exclude excluding skip minus",
);
/** How words of allergies begin. */
const ALLERGY = /^(allerg|elarji|intoleran|coeliac|celiac|anaphyla)/;
/** What may stand between 'no' and the sugar. */
const MODIFIERS = wordSet(
  "added artificial refined white brown cane palm whole any all pine the a eat eating have having want use contain contains containing with traces of",
);
const VEGETARIAN = wordSet("veg vegetarian shakahari");

/** Whether a word that was not understood may say that something is not wanted. */
export const isNegative = (word: string) =>
  ALLERGY.test(word) || [FREE, FREE_OF_KNOWN, WITHOUT, NO].some((words) => words.has(word));

/** 'Free' behind a known substance, mistyped by a letter too. */
const isFree = (word: string) =>
  FREE.has(word) || FREE_OF_KNOWN.has(word) || (/^f.{2,4}$/.test(word) && isOneEdit(word, "free"));

/** The substance of 'sugarfree' and 'eggless'. */
function joinedSubstance(word: string): FreeOf | undefined {
  const [, stem = "", tail = ""] = /^(.{2,}?)(f[a-z]{2,4}|less?|mukt|rahit)$/.exec(word) ?? [];
  return isFree(tail) ? substanceOf(stem) : undefined;
}

/** Takes what the search wants to be free of out of the tokens. */
export function takeClaims(tokens: Token[]): AskedClaims {
  const freeOf = new Set<FreeOf>();
  const undeclared: string[] = [];
  let vegetarian = false;
  const latin = (i: number) => tokens[i]?.latin ?? "";
  const substanceAt = (i: number) => (tokens[i]?.taken ? undefined : substanceOf(latin(i)));
  const pastModifiers = (i: number): number => (MODIFIERS.has(latin(i)) ? pastModifiers(i + 1) : i);

  /** The substance at `from`, and those that 'and', 'or' or a comma joins to it in this direction, or that stand beside it. */
  function claimList(from: number, step: 1 | -1): boolean {
    const at = step === 1 ? pastModifiers(from) : from;
    const substance = substanceAt(at);
    if (!substance) return false;
    freeOf.add(substance);
    take(...tokens.slice(Math.min(from, at), at + 1));
    let next = at + step;
    if (step === -1) while (MODIFIERS.has(latin(next))) take(tokens[next--]);
    const beside = next;
    while (AND.has(latin(next))) next += step;
    // 'Cashew sugar free' is of cashews, and 'no sugar kaju katli' too; 'nut milk free' is a list.
    const isList = next !== beside || allergenOf(latin(next)) || (step === 1 && substance !== "sugar");
    if (isList && substanceAt(step === 1 ? pastModifiers(next) : next)) claimList(next, step);
    return true;
  }

  function ask(i: number): boolean {
    const asked = tokens[i];
    if (!asked || asked.taken || AND.has(asked.latin) || FILLERS.has(asked.latin)) return false;
    take(asked);
    undeclared.push(asked.typed);
    return true;
  }

  for (const [i, token] of tokens.entries()) {
    const word = token.latin;
    if (token.taken) continue;
    const joined = joinedSubstance(word);
    if (joined) {
      take(token);
      freeOf.add(joined);
    } else if (FREE.has(word) && (latin(i + 1) === "of" || latin(i + 1) === "from")) {
      if (claimList(i + 2, 1) || ask(pastModifiers(i + 2))) take(token, tokens[i + 1]);
    } else if (FREE.has(word) && isMeantBehind(i)) {
      take(token);
      claimList(i + 1, 1);
    } else if (FREE.has(word)) {
      // 'Nut allergen free' was understood before its end.
      if (claimList(i - 1, -1) || tokens[i - 1]?.taken || ask(i - 1)) take(token);
    } else if (isFree(word)) {
      const isTo = latin(i + 1) === "to";
      const isKnown = claimList(i - 1, -1) || (isTo && claimList(i + 2, 1));
      if (isKnown || (ALLERGY.test(word) && ask(isTo ? pastModifiers(i + 2) : i - 1))) take(token);
    } else if (WITHOUT.has(word) || NO.has(word)) {
      if (claimBehind(i)) take(token);
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

  /** 'No nuts', 'chini ke bina', and 'nuts: no' at the end or before a comma. */
  function claimBehind(i: number): boolean {
    const isWithout = WITHOUT.has(latin(i));
    if (isWithout && latin(i - 1) === "ke") return claimList(i - 2, -1) || ask(i - 2);
    if (claimList(i + 1, 1)) return true;
    const isLast = i === tokens.length - 1 || AND.has(latin(i + 1));
    return (isLast && claimList(i - 1, -1)) || (isWithout && ask(pastModifiers(i + 1)));
  }

  /** 'Katli free sugar' is 'sugar free katli' in another order, unless the sugar has a 'free' of its own; 'free nuts' are no nuts. */
  function isMeantBehind(i: number): boolean {
    const behind = substanceAt(i + 1);
    return (
      (i === 0 ? behind !== undefined : behind === "sugar" && !allergenOf(latin(i - 1))) && !FREE.has(latin(i + 2))
    );
  }
}
