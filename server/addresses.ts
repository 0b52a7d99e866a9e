/*
 * Public addresses whose pages are at other paths of the App Router. Rewrites and redirects of next.config.ts would do the same, but
 * Next.js compares each request with each of their rules, those for the API and for files too: twenty-three of them took a sixth of the
 * time of a short request.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { listingOfQuery, listingPath, type Query } from "@/lib/catalogue/listing";
import { PAGE_VARIANTS, REWRITTEN_PATH, REWRITTEN_QUERY } from "./next/headers";
import { commonHeaders, defaultPolicy } from "./refusals";

const PRODUCT = /^\/products\/([a-z0-9-]+)$/;
const PRODUCT_WITH_PACK = /^(\/products\/[a-z0-9-]+)\.(\d+)$/;
const PACK = /^[1-9]\d{0,9}$/;

/** Changes the address of a request to where Next.js has its page, or redirects it: then true. */
export function rewriteUrl(request: IncomingMessage, response: ServerResponse): boolean {
  const { url = "", method, headers } = request;
  const isRouter = PAGE_VARIANTS.some((name) => headers[name] !== undefined);
  const mark = url.indexOf("?");
  const [path, query] = mark === -1 ? [url, ""] : [url.slice(0, mark), url.slice(mark)];
  const plain = path
    .replace(/%[0-7][\da-f]/gi, decodeUnreserved)
    .replace(/\/{2,}/g, "/")
    .replace(/\/$/, "");
  if (plain !== path) return redirect(response, 308, (plain || "/home") + query);
  // Where the listing and packs are made is nobody's address.
  if (path === "/search" || /^\/listing(\/|$)/.test(path)) return redirect(response, 307, `/products${query}`);
  const [, product, packOfPath] = PRODUCT_WITH_PACK.exec(path) ?? [];
  if (product) return redirect(response, 307, `${product}?pack=${packOfPath}`);
  const [, slug] = PRODUCT.exec(path) ?? [];
  if (path === "/products") rewriteTo(pageOfListing(query));
  else if (slug) {
    const pack = isRouter ? packShown(slug, headers) : method === "POST" ? undefined : packNamed(query);
    if (pack) rewriteTo(`${path}.${pack}`);
  }
  return false;

  function rewriteTo(page: string) {
    request.url = page + query;
    // The browser's router reads the parts of the path from the first, and remembers what it got by the second.
    if (!headers.rsc) return;
    response.setHeader(REWRITTEN_PATH, page);
    if (query !== "") response.setHeader(REWRITTEN_QUERY, "");
  }
}

/** A letter, digit or mark that no address needs encoded (RFC 3986, 6.2.2.2), so that each page has one address. */
function decodeUnreserved(code: string): string {
  const character = decodeURIComponent(code);
  return /[\w.~-]/.test(character) ? character : code;
}

/** The pack that a query names. A form that was posted comes back with what was chosen in it instead. */
function packNamed(query: string): string | undefined {
  const pack = query === "" ? undefined : new URLSearchParams(query).getAll("pack").at(-1);
  return pack && PACK.test(pack) ? pack : undefined;
}

/**
 * The pack of the page that the browser's router has. To the router a sweet has one page, on which a component follows the address. When it
 * began with the page of a pack, parts of another would take that page's place, and what was typed in it would be lost.
 */
function packShown(slug: string, headers: IncomingHttpHeaders): string | undefined {
  const tree = headers["next-router-state-tree"]?.toString() ?? "";
  return new RegExp(`(?:"|%22|\\||%7C)${slug}\\.([1-9]\\d{0,9})(?:"|%22|\\||%7C)`, "i").exec(tree)?.[1];
}

function pageOfListing(query: string): string {
  const values: Query = {};
  for (const [name, value] of new URLSearchParams(query)) values[name] = value; // the last one of a name counts
  const listing = listingOfQuery(values);
  return listing.search === undefined ? listingPath(listing) : "/search";
}

function redirect(response: ServerResponse, status: 307 | 308, location: string): true {
  // Some shared caches store any answer that does not forbid it, and where these lead may depend on a request's headers.
  const caching = status === 307 ? { "cache-control": "no-store" } : {};
  response.writeHead(status, { location, ...commonHeaders, ...defaultPolicy, ...caching }).end();
  return true;
}
