import { ServerResponse } from "node:http";

/**
 * What shared caches in front of the shop, such as a CDN, may do with a public page. The shop expires its own pages when something on
 * them changes and does not tell other caches, so they get little time: ten seconds, and one more minute while they ask for the new page.
 * Nothing here gives browsers a time, so they always ask.
 */
export const PUBLIC_PAGE = "public, s-maxage=10, stale-while-revalidate=60";

/** A response on which Next.js names the time that a page is kept in the page cache. It gets the time for shared caches instead. */
export class PageResponse extends ServerResponse {
  override setHeader(name: string, value: number | string | readonly string[]): this {
    const isOfPublicPage = String(value).startsWith("s-maxage=") && name.toLowerCase() === "cache-control";
    return super.setHeader(name, isOfPublicPage ? PUBLIC_PAGE : value);
  }
}
