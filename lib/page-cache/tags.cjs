/*
 * Which of our tags a cached page carries, by its path. Beside them stand Next's own, such as `_N_T_/products/jalebi`.
 */

/** Every page that is made from the catalogue carries it. */
const DATA = "data";

const fromData = new Set(["home", "categories", "products", "listing", "sitemap.xml"]);

/**
 * @param {string} path as in the cache's key, such as /listing/cakes/newest/1/all
 * @returns {string[]}
 */
function ownTags(path) {
  const [, section = "", part = ""] = path.split("/");
  if (!fromData.has(section)) return [];
  return section === "listing" ? [DATA, listTag(part)] : [DATA];
}

/** @param {string} category the category's word in the listing's internal path */
const listTag = (category) => `list:${category}`;

/** @param {string} path a page's path, as Next tags it */
const pathTag = (path) => `_N_T_${path}`;

module.exports = { DATA, ownTags, listTag, pathTag };
