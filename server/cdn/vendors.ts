/*
 * How a content delivery network learns which tags a page has, and how it is asked to forget the pages of some tags. One row a vendor;
 * docs/decisions/0023-cdn-purged-by-tags.md says what others do. Without imports but the tags: the page cache uses it too.
 */
import { CATALOGUE_TAG, ownTags } from "../page-cache/tags";

/** On every page: what purges all of them. */
export const EVERY_PAGE = "shop";

type Vendor = {
  /** The header in which a page names its tags, and what stands between two of them. */
  header: string;
  separator: string;
  /** The most tags in one request. */
  maxTags: number;
  request: (tags: readonly string[], token: string | undefined) => RequestInit;
};

const bearer = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

const vendors = {
  // POST https://api.cloudflare.com/client/v4/zones/ID/purge_cache; older accounts take 30 tags a call, newer ones 100.
  cloudflare: {
    header: "cache-tag",
    separator: ",",
    maxTags: 30,
    request: (tags, token) => ({
      method: "POST",
      headers: { ...bearer(token), "content-type": "application/json" },
      body: JSON.stringify({ tags }),
    }),
  },
  // POST https://api.fastly.com/service/ID/purge, up to 256 keys.
  fastly: {
    header: "surrogate-key",
    separator: " ",
    maxTags: 256,
    request: (tags, token) => ({
      method: "POST",
      headers: { "fastly-key": token ?? "", accept: "application/json", "content-type": "application/json" },
      body: JSON.stringify({ surrogate_keys: tags }),
    }),
  },
  // PURGE with the tags in a header, as docs/cdn/varnish.vcl takes it; Varnish allows 8 KB for one header.
  varnish: {
    header: "xkey",
    separator: " ",
    maxTags: 30,
    request: (tags, token) => ({ method: "PURGE", headers: { ...bearer(token), xkey: tags.join(" ") } }),
  },
} as const satisfies Record<string, Vendor>;

export type VendorName = keyof typeof vendors;

export const vendorOf = (name: VendorName): Vendor => vendors[name];

/** What every vendor takes. Anybody can ask for other addresses, and no sweet has one: their pages have the general tags only. */
const TAG = /^[\w.-]{1,230}$/;

const tagOfPath = (path: string) => `${EVERY_PAGE}${path.replaceAll("/", "-")}`;
const tagOfCacheTag = (tag: string) => `${EVERY_PAGE}-${tag.replace(":", "-")}`;

/** The tags of the page at a path as in the page cache's key. Pages of text alone change with the settings, which is every page's tag. */
export function pageTags(path: string): string[] {
  const own = ownTags(path).map(tagOfCacheTag);
  // A list is purged by its category.
  const named = own.length === 1 ? [tagOfPath(path)] : [];
  return [EVERY_PAGE, ...own, ...named].filter((tag) => TAG.test(tag));
}

/** What has expired in the page cache, as tags of ours. */
export const purgedTags = {
  everything: [EVERY_PAGE],
  catalogue: [tagOfCacheTag(CATALOGUE_TAG)],
  of: (paths: readonly string[], listTags: readonly string[]): string[] =>
    [...paths.map(tagOfPath), ...listTags.map(tagOfCacheTag)].filter((tag) => TAG.test(tag)),
};

/** The header that names a page's tags to the CDN: its name and value. */
export function tagHeader(name: VendorName, path: string): [name: string, value: string] {
  const { header, separator } = vendors[name];
  return [header, pageTags(path).join(separator)];
}
