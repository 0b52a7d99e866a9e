import { purgedTags } from "../cdn/vendors";
import { pathTag } from "../next/headers";
import { pageCacheState } from "./state";
import { CATALOGUE_TAG, listTag } from "./tags";

/*
 * What code outside of a request says to the page cache. In development there is no page cache, and none of it has an effect.
 */

/** @param purged the same pages by their tags at a CDN */
function expire(tags: readonly string[], purged: readonly string[]) {
  const state = pageCacheState();
  state.generation++;
  state.pages.clear();
  if (state.expireTags) state.expireTags(tags);
  else for (const tag of tags) state.expiredEarly.add(tag);
  // Only now: before, the CDN could have fetched the old page from this process once more.
  state.purge?.(purged);
}

/** Expires every page that is made from the catalogue. */
export const expireCatalogue = (): void => expire([CATALOGUE_TAG], purgedTags.catalogue);

/** Expires pages by their paths ("/products/jalebi"), and every list of some categories, by their words in the internal path. */
export function expirePages(paths: Iterable<string>, categories: Iterable<string>): void {
  const [pages, lists] = [[...paths], Array.from(categories, listTag)];
  expire([...pages.map(pathTag), ...lists], purgedTags.of(pages, lists));
}

/** Expires every page: each shows facts of the shop and what stands above the header. */
export function expireEverything(): void {
  pageCacheState().everythingExpiredAt = Date.now();
  expire([pathTag("/layout"), CATALOGUE_TAG], purgedTags.everything);
}

/** Lets pages carry these inline scripts, which are constant texts of ours. To be called before the first page is rendered. */
export function allowScripts(texts: readonly string[]): void {
  for (const text of texts) pageCacheState().ownScripts.add(text);
}
