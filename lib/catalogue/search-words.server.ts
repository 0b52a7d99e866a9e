import { driver, type Executor, readDb, writeDb } from "@/db/client";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors";
import type { SearchWordInput } from "./schema";

/** Whoever searches for `word` finds the sweets, too, that have all words of `means`. */
export type SearchWord = { word: string; means: string };

/** More would be no list that a person looks after. */
export const MOST_SEARCH_WORDS = 500;

const wrong = (path: string, message: string) => new AppError("invalid", message, { errors: [{ path, message }] });

/** The owner's list of other words for what is sold, by word. Admins only. */
export async function listSearchWords(actor: Actor): Promise<SearchWord[]> {
  assertAdmin(actor);
  const rows = await driver(readDb())`select word, means from search_synonyms order by word, means`;
  return rows.map((row) => ({ word: row.word as string, means: row.means as string }));
}

/** Adds a pair, in the lower case that a search is looked up in; one that is there stays. Admins only. */
export async function addSearchWord(
  actor: Actor,
  input: SearchWordInput,
  db: Executor = writeDb(),
): Promise<SearchWord> {
  assertAdmin(actor);
  // Cut as the search cuts what is typed, so that what is stored can be found.
  const [cut] = await driver(readDb())`
    select array(select split_words(${input.word})) as words, array(select split_words(${input.means})) as means,
      lower(${input.word}) as word, lower(regexp_replace(${input.means}, '\\s+', ' ', 'g')) as text`;
  const { words, means, word, text } = cut as { words: string[]; means: string[]; word: string; text: string };
  if (words.length !== 1 || words[0] !== word) throw wrong("word", "Please enter one word, without blanks or signs");
  if (means.length === 0) throw wrong("means", "Please enter the words of the sweets that it means");
  if (means.length === 1 && means[0] === word) throw wrong("means", "Both are the same word");
  await db.transaction(async (tx) => {
    await driver(tx)`lock table search_synonyms in share row exclusive mode`;
    const [count] = await driver(
      tx,
    )`select count(*)::int as pairs from search_synonyms where (word, means) <> (${word}, ${text})`;
    if ((count?.pairs as number) >= MOST_SEARCH_WORDS)
      throw wrong("word", `The list has ${MOST_SEARCH_WORDS} pairs: remove one first`);
    await driver(tx)`insert into search_synonyms (word, means) values (${word}, ${text}) on conflict do nothing`;
  });
  return { word, means: text };
}

/** Takes a pair away; one that is gone already is no fault. Admins only. */
export async function removeSearchWord(
  actor: Actor,
  { word, means }: SearchWord,
  db: Executor = writeDb(),
): Promise<void> {
  assertAdmin(actor);
  await driver(db)`delete from search_synonyms where word = ${word} and means = ${means}`;
}
