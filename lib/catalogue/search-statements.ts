import { and, asc, desc, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { packs, sweets } from "@/db/schema";
import { allergensLabel, isListed, type ListShape, pageOf, rangeOf } from "./list-shape";
import { orderOf, type Sortable } from "./select";

/*
 * The statements of a search. What was typed is corrected by search_query(). By rank, sweets that have the typed words themselves come
 * before those that only synonyms find, and among both those that have all words in their names come first; then the newest.
 */

const named = sql`ts_filter(${sweets.search}, '{a}')`;
const rank = sql<number>`case
  when ${named} @@ direct then 1 when ${sweets.search} @@ direct then 2 when ${named} @@ query then 3 else 4 end`;

const found = { id: sweets.id, name: sweets.name, price: sweets.price, createdAt: sweets.createdAt };
const none = sql<number>`0`.as("missing");

/** What has every word, in one look at the index. */
const byWords = (db: Executor, shape: ListShape) =>
  db
    .select({ ...found, rank: (shape.ranked ? rank : sql<number>`1`).as("rank"), missing: none })
    .from(sql`search_query(${sql.placeholder("words")})`)
    .innerJoin(sweets, and(sql`${sweets.search} @@ query`, isListed(shape)));

/** What keeps the claims of a search that has nothing else. */
const byClaims = (db: Executor, shape: ListShape) =>
  db
    .select({ ...found, rank: sql<number>`1`.as("rank"), missing: none })
    .from(sweets)
    .where(isListed(shape));

/**
 * What has any of the terms, with the number of those that it lacks. The mark of gift boxes and a pack rank before all words, a festival as
 * the words of a description, a category and an allergen as a synonym. `offset 0` keeps the words on their index: the planner expects a
 * hundred terms.
 */
function byTerms(db: Executor, shape: ListShape) {
  const terms = sql`json_to_recordset(${sql.placeholder("terms")}::json)
    term(n int, words text[], gift boolean, category text, ids int[], grams int, pieces int, allergen text)`;
  const hits = sql`(
    select n, id, rank from ${terms}, unnest(words) typed, search_query(typed), lateral (
      select ${sweets.id} as id, ${rank} as rank from ${sweets} where ${sweets.search} @@ query offset 0
    ) named
    union all select n, ${sweets.id}, 0 from ${terms}, ${sweets} where gift and ${sweets.giftBox} and ${sweets.deletedAt} is null
    union all select n, ${sweets.id}, 4 from ${terms}, ${sweets}
      where ${sweets.category} = term.category and ${sweets.deletedAt} is null
    union all select n, unnest(ids), 2 from ${terms}
    union all select n, ${packs.sweetId}, 0 from ${terms}, ${packs}
      where coalesce(term.grams, term.pieces) is not null and ${packs.active}
        and (${packs.grams} = term.grams or ${packs.label} ~* ('\\m' || term.pieces || '\\s*(pieces?|pcs?)\\M'))
    union all select n, ${sweets.id}, 4 from ${terms}, ${sweets}
      where term.allergen is not null and ${allergensLabel} ~ term.allergen
  ) hits`;
  // The worst rank decides, as among words alone.
  const counted = sql`(
    select id, count(*)::int as terms, (max(rank) * 100 + sum(rank))::int as rank
    from (select n, id, min(rank) as rank from ${hits} group by n, id) found group by id
  ) counted`;
  return db
    .select({
      ...found,
      rank: sql<number>`counted.rank`.as("rank"),
      missing: sql<number>`${sql.placeholder("wanted")}::int - counted.terms`.as("missing"),
    })
    .from(counted)
    .innerJoin(sweets, and(sql`${sweets.id} = counted.id`, isListed(shape)));
}

/**
 * Counts the sweets that have every term of a search, and reads one page of them. Where no sweet has every term, those with at least half of
 * them are found; a search that is about an allergy is never relaxed.
 */
export function buildSearch(db: Executor, shape: ListShape) {
  const sources = { words: byWords, terms: byTerms, claims: byClaims };
  const read = db.$with("read").as(sources[shape.searchBy ?? "claims"](db, shape));
  const isEnough =
    shape.searchBy === "terms"
      ? sql`case when (select min(missing) from ${read}) = 0 then ${read.missing} = 0
          else ${read.missing} <= ${sql.placeholder("mayMiss")}::int end`
      : undefined;
  const matches = db.$with("matches").as(db.select().from(read).where(isEnough));
  const counted = db
    .select({
      total: sql<number>`count(*)::int`.as("total"),
      partial: sql<boolean>`coalesce(max(${matches.missing}) > 0, false)`.as("partial"),
    })
    .from(matches)
    .as("counted");
  const order = (by: Sortable, missing: SQLWrapper, rank: SQLWrapper): SQL[] =>
    shape.ranked ? [asc(missing), asc(rank), desc(by.id)] : orderOf(shape.sort, by);
  const { limit, offset } = rangeOf(shape);
  const listed = db
    .select({ id: matches.id, rank: matches.rank, missing: matches.missing })
    .from(matches)
    .orderBy(...order(matches, matches.missing, matches.rank))
    .limit(limit)
    .offset(offset)
    .as("listed");
  const page = pageOf(db, shape, listed, order(sweets, listed.missing, listed.rank));
  return db.with(read, matches).select().from(counted).leftJoin(page, sql`true`);
}
