/*
 * Public addresses whose pages are at other paths of the App Router. Rewrites and redirects of next.config.ts would do the same, but
 * Next.js compares each request with each of their rules, those for the API and for files too: twenty-three of them took a sixth of the
 * time of a short request.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { listingOfQuery, listingPath, type Query } from "@/lib/catalogue/listing";
import { REWRITTEN_PATH, REWRITTEN_QUERY } from "./next/headers";

/** Changes the address of a request to where Next.js has its page, or redirects it: then true. */
export function leadToPage(request: IncomingMessage, response: ServerResponse): boolean {
  const { url = "" } = request;
  const mark = url.indexOf("?");
  const [path, query] = mark === -1 ? [url, ""] : [url.slice(0, mark), url.slice(mark)];
  if (path === "/") return redirect(response, 308, `/home${query}`);
  // Where the listing is made is nobody's address.
  if (path === "/search" || /^\/listing(\/|$)/.test(path)) return redirect(response, 307, `/products${query}`);
  if (path !== "/products") return false;
  const page = pageOfListing(query);
  request.url = page + query;
  // The browser's router reads the parts of the path from the first, and remembers what it got by the second.
  if (request.headers.rsc) {
    response.setHeader(REWRITTEN_PATH, page);
    if (query !== "") response.setHeader(REWRITTEN_QUERY, "");
  }
  return false;
}

function pageOfListing(query: string): string {
  const values: Query = {};
  for (const [name, value] of new URLSearchParams(query)) values[name] = value; // the last one of a name counts
  const listing = listingOfQuery(values);
  return listing.search === undefined ? listingPath(listing) : "/search";
}

function redirect(response: ServerResponse, status: 307 | 308, location: string): true {
  response.writeHead(status, { location }).end();
  return true;
}
