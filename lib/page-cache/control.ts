import { indiaDay } from "@/lib/dates";
import { DATA, listTag, pathTag } from "./tags.cjs";

/*
 * The other end of handler.cjs, for code that is not in a request. In development there is no page cache and nothing to do.
 */
type Shared = {
  /** Set by the handler when Next loads it, which is with the first request. */
  expire?: (tags: Iterable<string>) => void;
  /** Expired before that. */
  early: Set<string>;
  /** True while the database is away: then an expired page is better than none. */
  away: boolean;
  /** Counts expiries, for who keeps what was answered (scripts/ready.mjs). */
  generation: number;
  /** Texts of our own inline scripts, which the pages' policies name. */
  scripts: Set<string>;
};

function shared(): Shared {
  const kept = globalThis as { mithaasPageCache?: Shared };
  kept.mithaasPageCache ??= { early: new Set(), away: false, generation: 0, scripts: new Set() };
  return kept.mithaasPageCache;
}

function expire(tags: readonly string[]) {
  const state = shared();
  state.generation++;
  if (state.expire) state.expire(tags);
  else for (const tag of tags) state.early.add(tag);
}

/** Expires every page that is made from the catalogue. */
export const expireData = (): void => expire([DATA]);

/** Expires pages by their paths ("/products/jalebi"), and every list of some categories, by their words in the internal path. */
export function expirePages(paths: Iterable<string>, categories: Iterable<string>): void {
  expire([...Array.from(paths, pathTag), ...Array.from(categories, listTag)]);
}

let year = indiaDay().slice(0, 4);

/** Expires every page when a year begins in India, as all their footers name it. To be called often. */
export async function followYear(): Promise<void> {
  const now = indiaDay().slice(0, 4);
  if (now !== year) expire([pathTag("/layout")]);
  year = now;
}

/** Lets pages carry these inline scripts, which are constant texts of ours. To be called before the first page is rendered. */
export function allowScripts(texts: readonly string[]): void {
  for (const text of texts) shared().scripts.add(text);
}

/** Says whether the database is away: expired pages are then served rather than none. */
export function databaseUnavailable(away: boolean): void {
  shared().away = away;
}
