// The CDN's purges, against a server that takes them as the vendors' do.
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Purger } from "@/server/cdn/purger";
import { makePurger } from "@/server/cdn/start-purging";
import { pageTags, tagHeader, type VendorName, vendorOf } from "@/server/cdn/vendors";
import { expireCatalogue, expireEverything, expirePages } from "@/server/page-cache/expire";
import { pageCacheState } from "@/server/page-cache/state";

type Received = { at: number; method: string; path: string; headers: IncomingHttpHeaders; tags: string[] };

let server: Server;
let base: string;
let received: Received[];
/** The status of the next answers; 0 answers nothing at all. */
let answers: number[];
const made: Purger[] = [];

beforeEach(async () => {
  [received, answers] = [[], []];
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url: path = "", headers } = request;
    const json = body ? JSON.parse(body) : {};
    const tags = json.tags ?? json.surrogate_keys ?? headers.xkey?.toString().split(" ");
    received.push({ at: performance.now(), method, path, headers, tags });
    const status = answers.shift() ?? 200;
    if (status !== 0) response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end("{}");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await Promise.all(made.splice(0).map((purger) => purger.stop()));
  server.closeAllConnections();
  server.close();
  vi.restoreAllMocks();
});

const fast = { collect: 10, gap: 10, again: 50, pauses: [10], stop: 1_000 };
function aPurger(vendor: VendorName = "varnish", times: Parameters<typeof makePurger>[3] = {}) {
  const purger = makePurger(vendor, `${base}/purge`, "a-secret-token", { ...fast, ...times });
  made.push(purger);
  return purger;
}
async function until(what: () => boolean) {
  const end = performance.now() + 10_000;
  while (!what()) {
    if (performance.now() > end) throw new Error("It did not happen within 10 s.");
    await sleep(5);
  }
}
const silence = () => {
  const lines: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  return lines;
};
const many = (count: number) => Array.from({ length: count }, (_, i) => `shop-products-${i}`);

describe("what is sent", () => {
  test.each([
    ["cloudflare", "POST", "authorization", "Bearer a-secret-token"],
    ["fastly", "POST", "fastly-key", "a-secret-token"],
    ["varnish", "PURGE", "authorization", "Bearer a-secret-token"],
  ] as const)("to %s", async (vendor, method, header, value) => {
    aPurger(vendor).purge(["shop-home", "shop-products-jalebi"]);
    await until(() => received.length === 1);
    expect(received[0]).toMatchObject({ method, path: "/purge", tags: ["shop-home", "shop-products-jalebi"] });
    expect(received[0]?.headers[header]).toBe(value);
  });

  test("a burst of changes is one request, and each tag is purged once more later", async () => {
    const purger = aPurger("fastly", { again: 300 });
    for (let i = 0; i < 500; i++) purger.purge([`shop-products-${i % 20}`, "shop-home"]);
    await until(() => received.length === 2);
    const [first, second] = received;
    expect(first?.tags.toSorted()).toEqual([...many(20), "shop-home"].toSorted());
    expect(second?.tags.toSorted()).toEqual(first?.tags.toSorted());
    // The page of a request that was under way is stored after the first one.
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(250);
    await until(() => purger.counts.waiting === 0);
    expect(purger.counts).toEqual({ sent: 2, failed: 0, waiting: 0 });
  });

  test.each(["cloudflare", "fastly", "varnish"] as const)("no more tags at once than %s takes", async (vendor) => {
    const purger = aPurger(vendor);
    purger.purge(many(290));
    await until(() => purger.counts.sent > 1 && purger.counts.waiting === 0);
    const counts = new Map<string, number>();
    for (const tag of received.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    expect([...counts.keys()].toSorted()).toEqual(many(290).toSorted());
    expect(new Set(counts.values())).toEqual(new Set([2]));
    expect(Math.max(...received.map(({ tags }) => tags.length))).toBe(Math.min(290, vendorOf(vendor).maxTags));
  });

  test("too many tags are all pages, which is one tag", async () => {
    const purger = aPurger();
    purger.purge(many(400));
    await until(() => purger.counts.sent === 2);
    expect(received.map(({ tags }) => tags)).toEqual([["shop"], ["shop"]]);
  });

  test("all pages are purged instead of the single ones that wait, and later ones again", async () => {
    const purger = aPurger();
    purger.purge(["shop-home"]);
    purger.purge(["shop"]);
    purger.purge(["shop-categories"]);
    await until(() => purger.counts.sent === 1);
    purger.purge(["shop-home"]);
    await until(() => purger.counts.waiting === 0 && purger.counts.sent > 2);
    expect(received[0]?.tags).toEqual(["shop"]);
    expect(received.flatMap(({ tags }) => tags).toSorted()).toEqual(["shop", "shop", "shop-home", "shop-home"]);
  });
});

describe("an endpoint that", () => {
  test("refuses is asked again until it takes the same tags: one line, and a count", async () => {
    const lines = silence();
    answers = [500, 429, 403];
    const purger = aPurger();
    purger.purge(["shop-home"]);
    await until(() => purger.counts.sent === 2);
    expect(received.map(({ tags }) => tags)).toEqual(Array(5).fill(["shop-home"]));
    expect(purger.counts).toEqual({ sent: 2, failed: 3, waiting: 0 });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: "error", where: "cdn", state: "cannot be purged", error: "it answers 500" },
      { level: "info", where: "cdn", state: "purged again" },
    ]);
    expect(lines.join("")).not.toContain("a-secret-token");
  });

  test("does not answer is asked again, and a change meanwhile goes with it", async () => {
    silence();
    answers = [0];
    const purger = aPurger("varnish", { answer: 200 });
    purger.purge(["shop-home"]);
    await until(() => received.length === 1);
    purger.purge(["shop-categories"]);
    await until(() => purger.counts.waiting === 0 && purger.counts.sent > 0);
    const later = received.slice(1).flatMap(({ tags }) => tags);
    expect(new Set(later)).toEqual(new Set(["shop-home", "shop-categories"]));
  });

  test("redirects is not followed, with the token", async () => {
    silence();
    answers = [302];
    const purger = aPurger();
    purger.purge(["shop-home"]);
    await until(() => purger.counts.sent === 1);
    expect(received.map(({ path }) => path)).not.toContain("/elsewhere");
    expect(purger.counts.failed).toBe(1);
  });

  test("is away costs no more memory than a few hundred tags, and everything is purged when it is back", async () => {
    silence();
    answers = Array(50).fill(503);
    const purger = aPurger();
    for (let i = 0; i < 10_000; i++) {
      purger.purge([`shop-products-${i}`]);
      if (i % 500 === 0) await sleep(1);
    }
    expect(purger.counts.waiting).toBeLessThan(302);
    await until(() => purger.counts.sent > 0);
    expect(received.find((_, i) => i === 50)?.tags).toEqual(["shop"]);
  });

  test("is away for good is given up, for what could be shown nowhere any more", async () => {
    silence();
    answers = Array(10_000).fill(503);
    const purger = aPurger("varnish", { patience: 100 });
    purger.purge(["shop-home"]);
    await until(() => purger.counts.waiting === 0 && purger.counts.failed > 1);
    answers = [];
    purger.purge(["shop-categories"]);
    await until(() => purger.counts.sent > 0);
    expect(received.at(-1)?.tags).toEqual(["shop-categories"]);
  });
});

describe("a stop", () => {
  test("sends what waits, second purges too, and nothing after it", async () => {
    const purger = aPurger("cloudflare", { collect: 60_000, again: 60_000 });
    purger.purge(many(40));
    await purger.stop();
    expect(received.flatMap(({ tags }) => tags).toSorted()).toEqual(many(40).toSorted());
    purger.purge(["shop"]);
    expect(purger.counts).toEqual({ sent: 2, failed: 0, waiting: 0 });
  });

  test("does not wait longer than it may", async () => {
    silence();
    answers = [0, 0, 0, 0];
    const purger = aPurger("varnish", { answer: 60_000, stop: 200 });
    purger.purge(["shop-home"]);
    await until(() => received.length === 1);
    const started = performance.now();
    await purger.stop();
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe("tags", () => {
  test("name a page to the CDN and nothing else", () => {
    expect(tagHeader("cloudflare", "/products/jalebi")).toEqual(["cache-tag", "shop,shop-data,shop-products-jalebi"]);
    expect(tagHeader("fastly", "/listing/gift-boxes/price-asc/2/all")).toEqual([
      "surrogate-key",
      "shop shop-data shop-list-gift-boxes",
    ]);
    expect(tagHeader("varnish", "/about")).toEqual(["xkey", "shop"]);
    expect(pageTags("/sitemap.xml")).toEqual(["shop", "shop-data", "shop-sitemap.xml"]);
  });

  test("of an address that a stranger made up are the general ones", () => {
    for (const name of ["x".repeat(5000), "a b,c", "x\r\nset-cookie: a=b", "é/🍬"])
      expect(pageTags(`/products/${name}`)).toEqual(["shop", "shop-data"]);
  });

  test("every tag of an expiry is one that the pages have, and it is purged when the process's own pages have expired", () => {
    const state = pageCacheState();
    const steps: [string, readonly string[]][] = [];
    state.expireTags = (tags) => steps.push(["expired", [...tags]]);
    state.purge = (tags) => steps.push(["purged", tags]);
    try {
      expirePages(["/home", "/products/jalebi", "/products/x y"], ["cakes"]);
      expireCatalogue();
      expireEverything();
    } finally {
      delete state.expireTags;
      delete state.purge;
    }
    expect(steps.map(([step]) => step)).toEqual(["expired", "purged", "expired", "purged", "expired", "purged"]);
    const purged = steps.filter(([step]) => step === "purged").map(([, tags]) => tags);
    expect(purged).toEqual([["shop-home", "shop-products-jalebi", "shop-list-cakes"], ["shop-data"], ["shop"]]);
    const pages = ["/home", "/products/jalebi", "/listing/cakes/newest/1/all", "/about"].flatMap(pageTags);
    expect(purged.flat().filter((tag) => !pages.includes(tag))).toEqual([]);
  });
});
