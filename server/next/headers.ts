/*
 * Headers that Next.js uses for itself and does not document. tests/unit/next-contract.test.ts and
 * tests/api/addresses.test.ts fail when an upgrade changes them.
 */
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

/** On a response: HIT, STALE or MISS, for a page that Next may take from the page cache. */
export const CACHE_STATUS = "x-nextjs-cache";

/** On a stored page: its tags, separated by commas. Next removes it before the page is sent. */
export const CACHE_TAGS = "x-next-cache-tags";

/** On a response to a form: this build does not know its action. */
export const ACTION_NOT_FOUND = "x-nextjs-action-not-found";

/** On a response to the browser's router: the path and the query (without its "?") that the address was rewritten to. */
export const REWRITTEN_PATH = "x-nextjs-rewritten-path";
export const REWRITTEN_QUERY = "x-nextjs-rewritten-query";

/** Request headers with which Next answers something else than the page at the address, or runs an action. */
export const PAGE_VARIANTS = ["rsc", "next-action"] as const;

/** The parameter of the router's requests that names their other headers by a hash, so that a cache that ignores Vary keeps them apart. */
export const ROUTER_PARAMETER = /[?&]_rsc=([\w-]{5}|[\w-]{16})?(&|$)/;

/** What Next says that every page varies by, in its Vary header. */
export const PAGE_VARY = "rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch";

/**
 * Headers that only Next itself, proxy.ts or its makers' hosting platform write. From a client they would change what a page
 * is made of, or have it made again.
 */
const INTERNAL =
  /^(content-security-policy(-report-only)?|x-matched-path|next-resume|x-prerender-revalidate.*|x-(nextjs|next|middleware|invoke|now|vercel)-.*)$/;

export const isInternalHeader = (name: string): boolean => INTERNAL.test(name);

type Sent = Record<string, string | string[] | undefined>;

/** Whether a request is no prefetch, or the only kind of prefetch that this build's router makes. Next fails to render the others. */
export const isPrefetch = ({ "next-router-prefetch": kind }: Sent): boolean => kind === undefined || kind === "1";

/** Whether Next can read which parts of a page the browser's router has. It answers 500 when it cannot. */
export function isRouterTree({ rsc, "next-router-state-tree": tree }: Sent): boolean {
  try {
    if (rsc !== undefined) parseAndValidateFlightRouterState(tree);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text has the form of an action's id. One that is unknown may be of an earlier build; Next answers it in its own protocol. */
export const isActionId = (id: string | string[]): boolean => /^[0-9a-f]{42}$/.test(String(id));

/** The tag that Next gives to the page at a path, such as /products/jalebi. */
export const pathTag = (path: string): string => `_N_T_${path}`;
