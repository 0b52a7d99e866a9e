// The private parts of Next.js that server/next relies on. When one of these tests fails after an upgrade, read the file it names.
// What only a running shop shows (inline scripts, the cache's status, upgrades) is in tests/api/{page-policy,addresses,front}.test.ts.
import * as routerHeaders from "next/dist/client/components/app-router-headers.js";
import * as constants from "next/dist/lib/constants.js";
import loadConfig from "next/dist/server/config.js";
import { getRouteCacheKey } from "next/dist/server/lib/route-cache-key.js";
import { PHASE_PRODUCTION_SERVER } from "next/dist/shared/lib/constants.js";
import {
  computeCacheBustingSearchParam,
  computeLegacyCacheBustingSearchParam,
} from "next/dist/shared/lib/router/utils/cache-busting-search-param.js";
import { mightBeServerReferenceId } from "next/dist/shared/lib/server-reference-info.js";
import { expect, test, vi } from "vitest";
import {
  ACTION_NOT_FOUND,
  CACHE_TAGS,
  isActionId,
  isInternalHeader,
  isRouterTree,
  PAGE_VARIANTS,
  PAGE_VARY,
  pathTag,
  REWRITTEN_PATH,
  REWRITTEN_QUERY,
  ROUTER_PARAMETER,
} from "@/server/next/headers";
import { expireTags, NextFileSystemCache, pathOfKey } from "@/server/next/page-cache";

type Page = { kind: string; html: string; headers: Record<string, string> };
type Cache = {
  get(key: string, context: object): Promise<{ value: Page; lastModified: number } | null>;
  set(key: string, value: Page, context: object): Promise<void>;
};
const Cache = NextFileSystemCache as unknown as new (context: object) => Cache;
const context = { fs: {}, flushToDisk: false, serverDistDir: "/nowhere", maxMemoryCacheSize: 1_000_000 };
const page = (tag: string): Page => ({ kind: "APP_PAGE", html: "<p>Jalebi</p>", headers: { [CACHE_TAGS]: tag } });
const forPage = { kind: "APP_PAGE", isFallback: false };
const stored = { cacheControl: { revalidate: 300 } };
const see = (file: string, what: string) => `Next.js ${what}: see server/next/${file}`;

test("the file system cache stores pages in a memory that its instances share, and gives out what it stores", async () => {
  await new Cache(context).set("/contract", page("one"), stored);
  const entry = NextFileSystemCache.stored("/contract");
  expect(
    entry?.lastModified,
    see("page-cache.ts", "no longer keeps entries in FileSystemCache.memoryCache"),
  ).toBeTypeOf("number");
  if (entry) entry.lastModified = 1;
  const found = await new Cache(context).get("/contract", forPage);
  expect(found?.lastModified, see("page-cache.ts", "no longer lets entries in memory be changed")).toBe(1);
  NextFileSystemCache.remove("/contract");
  expect(
    await new Cache({ ...context, fs: { existsSync: () => false } }).get("/contract", forPage).catch(() => null),
    see("page-cache.ts", "no longer removes entries by FileSystemCache.memoryCache.remove()"),
  ).toBeNull();
});

test("a tag in the manifest expires what carries it, and nothing else", async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  const cache = new Cache(context);
  await cache.set("/one", page("one"), stored);
  await cache.set("/two", page("two"), stored);
  vi.advanceTimersByTime(10);
  expireTags(["one"]);
  vi.advanceTimersByTime(10);
  expect(
    await cache.get("/one", forPage),
    see("page-cache.ts", "no longer expires entries by tagsManifest"),
  ).toBeNull();
  expect(await cache.get("/two", forPage)).not.toBeNull();
  vi.useRealTimers();
});

test("a key of the page cache ends with the page's path", () => {
  // RouteKind.APP_PAGE is a const enum of a declaration file, which a single module cannot read.
  const owner: Parameters<typeof getRouteCacheKey>[1] = JSON.parse(
    '{"kind":"APP_PAGE","sourceRoute":"/products/[slug]/page"}',
  );
  const key = getRouteCacheKey("/products/jalebi", owner);
  expect(pathOfKey(key), see("page-cache.ts", "forms its keys in another way")).toBe("/products/jalebi");
});

test("headers and tags have the names that we use", () => {
  expect(constants.NEXT_CACHE_TAGS_HEADER, see("headers.ts", "names the header of the tags differently")).toBe(
    CACHE_TAGS,
  );
  expect(`${constants.NEXT_CACHE_IMPLICIT_TAG_ID}/home`, see("headers.ts", "tags paths differently")).toBe(
    pathTag("/home"),
  );
  expect(PAGE_VARIANTS, see("headers.ts", "asks for variants of a page by other headers")).toEqual([
    routerHeaders.RSC_HEADER,
    routerHeaders.ACTION_HEADER,
  ]);
  expect(
    [REWRITTEN_PATH, REWRITTEN_QUERY],
    see("headers.ts", "names the address that a request was rewritten to by other headers"),
  ).toEqual([routerHeaders.NEXT_REWRITTEN_PATH_HEADER, routerHeaders.NEXT_REWRITTEN_QUERY_HEADER]);
  expect(ACTION_NOT_FOUND, see("headers.ts", "marks the answer to an unknown action by another header")).toBe(
    routerHeaders.NEXT_ACTION_NOT_FOUND_HEADER,
  );
});

test("a page varies by the headers that we say, and the router's requests have the parameter that we know", async () => {
  const {
    RSC_HEADER,
    NEXT_ROUTER_STATE_TREE_HEADER,
    NEXT_ROUTER_PREFETCH_HEADER,
    NEXT_ROUTER_SEGMENT_PREFETCH_HEADER,
  } = routerHeaders;
  expect(PAGE_VARY, see("headers.ts", "asks for parts of a page by other headers")).toBe(
    [RSC_HEADER, NEXT_ROUTER_STATE_TREE_HEADER, NEXT_ROUTER_PREFETCH_HEADER, NEXT_ROUTER_SEGMENT_PREFETCH_HEADER].join(
      ", ",
    ),
  );
  const asked = ["1", "/_tree", "tree", "/home"] as const;
  for (const value of [
    "",
    await computeCacheBustingSearchParam(...asked),
    computeLegacyCacheBustingSearchParam(...asked),
  ])
    expect(`/home?a=1&_rsc=${value}`, see("headers.ts", "forms the parameter differently")).toMatch(ROUTER_PARAMETER);
  expect("/home?_rsc=evil").not.toMatch(ROUTER_PARAMETER);
});

test("what is let through to Next is what its own checks take", () => {
  const id = "0".repeat(40).concat("7f");
  expect([mightBeServerReferenceId(id), mightBeServerReferenceId(`${id}0`)]).toEqual([true, false]);
  expect([isActionId(id), isActionId(`${id}0`)], see("headers.ts", "names actions differently")).toEqual([true, false]);
  const tree = encodeURIComponent('["",{"children":["__PAGE__",{}]}]');
  const isTree = (sent: string) => isRouterTree({ rsc: "1", "next-router-state-tree": sent });
  expect([isTree(tree), isTree("[]")], see("headers.ts", "reads the router's tree elsewhere")).toEqual([true, false]);
});

test("every request header that Next writes for itself is taken from clients", () => {
  const internal = Object.entries(constants).filter(
    ([name, value]) =>
      /_HEADER$/.test(name) && typeof value === "string" && /^(x-)?(next|nextjs|prerender)-/.test(value),
  );
  expect(internal.length).toBeGreaterThan(5);
  expect(
    internal.map(([, value]) => String(value)).filter((name) => !isInternalHeader(name)),
    see("headers.ts", "has new internal headers"),
  ).toEqual([]);
});

test("the configuration is taken from the environment", async () => {
  vi.stubEnv(
    "__NEXT_PRIVATE_STANDALONE_CONFIG",
    JSON.stringify({ distDir: "./given", cacheHandler: "/page-cache.cjs" }),
  );
  expect(
    await loadConfig(PHASE_PRODUCTION_SERVER, "/nowhere"),
    see("create-app.ts", "no longer reads __NEXT_PRIVATE_STANDALONE_CONFIG"),
  ).toMatchObject({ distDir: "./given", cacheHandler: "/page-cache.cjs" });
  vi.unstubAllEnvs();
});
