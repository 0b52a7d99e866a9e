import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { searchSynonyms } from "@/db/schema";
import { inTransaction } from "@/db/transaction";
import type { May } from "@/lib/auth/actor";
import { recordAudit } from "@/lib/auth/audit-log";
import { invalid } from "@/lib/errors";
import type { SearchWord } from "./admin-queries";

/** More would be no list that a person looks after. */
export const MAX_SEARCH_WORDS = 500;

/** Adds a pair, in the lower case that a search is looked up in; one that exists already stays. */
export async function addSearchWord(actor: May<"sweets:write">, input: SearchWord, db: Executor): Promise<SearchWord> {
  // Split as the search splits what is typed, so that what is stored can be found.
  const [split] = await db
    .select({
      words: sql<string[]>`array(select split_words(typed.word))`,
      meanings: sql<string[]>`array(select split_words(typed.means))`,
      word: sql<string>`lower(typed.word)`,
      means: sql<string>`lower(regexp_replace(typed.means, '\\s+', ' ', 'g'))`,
    })
    .from(sql`(values (${input.word}::text, ${input.means}::text)) typed(word, means)`);
  const { words = [], meanings = [], word = "", means = "" } = split ?? {};
  if (words.length !== 1 || words[0] !== word) throw invalid("word", "Please enter one word, without blanks or signs");
  if (meanings.length === 0) throw invalid("means", "Please enter the words of the sweets that it means");
  if (meanings.length === 1 && meanings[0] === word) throw invalid("means", "Both are the same word");
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${searchSynonyms} in share row exclusive mode`);
    const pairs = await tx.$count(
      searchSynonyms,
      sql`(${searchSynonyms.word}, ${searchSynonyms.means}) <> (${word}, ${means})`,
    );
    if (pairs >= MAX_SEARCH_WORDS) throw invalid("word", `The list has ${MAX_SEARCH_WORDS} pairs: remove one first`);
    await tx.insert(searchSynonyms).values({ word, means }).onConflictDoNothing();
    const text = `let a search for ‘${word}’ find ‘${means}’ too`;
    await recordAudit(tx, actor, { noun: "sweets", nounId: null, action: "add search word", text });
  });
  return { word, means };
}

/** Removes a pair, if it exists. */
export async function removeSearchWord(
  actor: May<"sweets:write">,
  { word, means }: SearchWord,
  db: Executor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.delete(searchSynonyms).where(and(eq(searchSynonyms.word, word), eq(searchSynonyms.means, means)));
    const text = `removed the search word ‘${word}’ for ‘${means}’`;
    await recordAudit(tx, actor, { noun: "sweets", nounId: null, action: "remove search word", text });
  });
}
