import { pathTag } from "../next/headers";
import { pageCacheState } from "./state";
import { CATALOGUE_TAG, listTag } from "./tags";

/* What code outside of a request says to the page cache. In development there is no page cache, and none of it has an effect. */

function expire(tags: readonly string[]) {
  const state = pageCacheState();
  state.generation++;
  state.pages.clear();
  state.expireTags?.(tags);
}

/** Expires every page that is made from the catalogue. */
export const expireCatalogue = (): void => expire([CATALOGUE_TAG]);

/** Expires pages by their paths ("/products/jalebi"), and every list of some categories, by their words in the internal path. */
export function expirePages(paths: Iterable<string>, categories: Iterable<string>): void {
  expire([...Array.from(paths, pathTag), ...Array.from(categories, listTag)]);
}

/** Expires every page: each shows facts of the shop and what stands above the header. */
export function expireEverything(): void {
  pageCacheState().everythingExpiredAt = Date.now();
  expire([pathTag("/layout"), CATALOGUE_TAG]);
}

/** Lets pages carry these inline scripts, which are constant texts of ours. To be called before the first page is rendered. */
export function allowScripts(texts: readonly string[]): void {
  for (const text of texts) pageCacheState().ownScripts.add(text);
}
