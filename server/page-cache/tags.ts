/* Our own tags on stored pages, by the page's path. Next gives each page more, one of them for its path. */

/** On every page that is made from the catalogue. */
export const CATALOGUE_TAG = "data";

/** A sweet's page with one of its packs chosen, which has an internal path of its own (server/addresses.ts). */
const WITH_PACK = /^(\/products\/[^/.]+)\.\d+$/;

/** The path of a page without the pack that is chosen on it. */
export const pathWithoutPack = (path: string): string => WITH_PACK.exec(path)?.[1] ?? path;

const catalogueSections = new Set("home categories products listing festivals sitemap.xml sweets.json".split(" "));

/** The tags of the page at a path as in the cache's key, such as /listing/cakes/newest/1/all. */
export function ownTags(path: string): string[] {
  const [, section = "", category = ""] = path.split("/");
  if (!catalogueSections.has(section)) return [];
  if (section === "festivals") return [CATALOGUE_TAG, listTag(FESTIVALS)];
  return section === "listing" ? [CATALOGUE_TAG, listTag(category)] : [CATALOGUE_TAG];
}

/** In place of a category: the pages of festivals, each of which lists sweets. */
export const FESTIVALS = "festivals";

/** The tag of every list of a category, by the category's word in the listing's internal path. */
export const listTag = (category: string): string => `list:${category}`;
