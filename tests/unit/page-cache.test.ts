import { createHash } from "node:crypto";
import { EventEmitter } from "node:events";
import http from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { defaultSettings } from "@/lib/settings/defaults";
import { allowScripts, expireCatalogue, expirePages } from "@/server/page-cache/expire";
import { expireByClock } from "@/server/page-cache/expire-by-clock";
import Handler from "@/server/page-cache/handler";
import { OWN_REQUEST, pageCacheState } from "@/server/page-cache/state";

const { values } = vi.hoisted(() => ({ values: {} as typeof defaultSettings }));
vi.mock("@/lib/settings/queries", () => ({ settingsForPage: async () => ({ values }), forgetSettings: () => {} }));

type Entry = { value: { html: string; status?: number; headers: Record<string, string> }; lastModified: number } | null;
type Cache = {
  get(key: string, context: object): Promise<Entry>;
  set(key: string, value: object, context: object): Promise<void>;
};
const PageCache = Handler as unknown as new (context: object) => Cache;

/** A build that has made every page. */
const files = {
  existsSync: () => true,
  readFileSync: () => "{}",
  readFile: async (file: string) => (file.endsWith(".meta") ? "{}" : "made by the build"),
  stat: async () => ({ mtime: new Date() }),
};
const cache = new PageCache({
  fs: files,
  flushToDisk: false,
  serverDistDir: "/nowhere",
  maxMemoryCacheSize: 1_000_000,
});

let count = 0;
/** A key of its own for each test, as Next makes them. */
const keyOf = (path: string) => `/route-cache/APP_PAGE/${++count}/$${path}`;
const page = (html: string, status = 200) => ({
  kind: "APP_PAGE",
  html,
  status,
  headers: { "x-next-cache-tags": "_N_T_/layout" },
});
const get = (key: string) => cache.get(key, { kind: "APP_PAGE", isFallback: false });
const set = (key: string, value: object) => cache.set(key, value, { cacheControl: { revalidate: 300 } });
const sha = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

beforeEach(() => {
  Object.assign(values, defaultSettings);
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
});
afterEach(() => {
  pageCacheState().databaseUnavailable = false;
  pageCacheState().isDatabaseUp = async () => true;
  vi.useRealTimers();
});
const later = (ms = 10) => vi.advanceTimersByTime(ms);

describe("the page cache", () => {
  const files =
    '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":["static/chunks/a.js"]});';
  const beginning = "(self.__next_f=self.__next_f||[]).push([0])";
  const pieces = ['self.__next_f.push([1,"0:\\"\\u003cb\\u003e ₹\\"\\n"])', 'self.__next_f.push([3,"4oI="])'];
  const data = Buffer.concat([Buffer.from('0:"<b> ₹"\n'), Buffer.from("4oI=", "base64")]);
  const ours = "paint()";
  const tags = (scripts: string[]) => scripts.map((script) => `<script>${script}</script>`).join("");

  it("gives each page a policy with the hashes of the scripts that Next and we write, in whatever they stand", async () => {
    allowScripts([ours]);
    const key = keyOf("/about");
    const value = {
      ...page(
        `<script id="_R_">${files}</script><script src="/x.js" async=""></script><script type="text/javascript">${ours}</script>` +
          `<script type="application/ld+json">{"a":1}</script>${tags([beginning, ...pieces])}`,
      ),
      rscData: data,
    };
    await set(key, value);
    const policy = (await get(key))?.value.headers["content-security-policy"] ?? "";
    // A first visit is answered with what was set.
    expect((value.headers as Record<string, string>)["content-security-policy"]).toBe(policy);
    const sources = [files, ours, beginning, ...pieces].map(sha).join(" ");
    expect(policy).toContain(`script-src 'self' ${sources};`);
    expect(policy.match(/script-src[^;]*/)?.[0]).not.toContain("unsafe");
  });

  it.each([
    "alert(1)",
    'self.__next_f.push([1,"not this page\'s"])',
    `${pieces[0]};alert(1)`,
    "self.__next_f.push(alert(1))",
    "self.__next_f.push([2,null])",
    `${beginning};alert(1)`,
    '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push(alert(1));',
    `${files}alert(1);`,
    `${ours};alert(1)`,
    "paint ()",
  ])("gives no hash to a script that got into a page: %s", async (injected) => {
    allowScripts([ours]);
    const key = keyOf("/about");
    const [first = "", second = ""] = pieces;
    await set(key, { ...page(tags([files, beginning, first, injected, second, injected])), rscData: data });
    const policy = (await get(key))?.value.headers["content-security-policy"] ?? "";
    expect(policy).not.toContain(sha(injected));
    expect(policy).toContain(`script-src 'self' ${[files, beginning, first, second].map(sha).join(" ")};`);
  });

  it("serves what this process has rendered, and nothing that the build has: its address may be another", async () => {
    const key = keyOf("/about");
    expect(await get(key)).toBeNull();
    expect(await cache.get(keyOf("/robots.txt"), { kind: "APP_ROUTE" })).toBeNull();
    await set(key, page("rendered here"));
    expect((await get(key))?.value.html).toBe("rendered here");
  });

  it("has a page sent from memory again when it was rendered after it had become stale by time alone", async () => {
    const { pages } = pageCacheState();
    const key = keyOf("/terms");
    const sent = () => {
      const { bodies, freshUntil } = pages.get("/terms") ?? {};
      return freshUntil !== undefined && freshUntil > Date.now() ? bodies?.identity.toString() : undefined;
    };
    const context = { cacheControl: { revalidate: 300, expire: 31_536_000 } };
    for (const html of ["first", "second", "third"]) {
      await cache.set(key, page(html), context);
      await get(key);
      await expect.poll(sent).toBe(html);
      later(300_001);
      expect(sent()).toBeUndefined();
      await get(key); // stale: Next renders it anew
      expect(sent()).toBeUndefined();
    }
  });

  it("gives a page that is stored once more nothing twice", async () => {
    const key = keyOf("/listing/cakes/x/1/all");
    const value = page("stored again");
    await set(key, value);
    const headers = value.headers;
    await set(key, value);
    expect(value.headers).toEqual(headers);
    expect(value.headers["x-next-cache-tags"]).toBe("_N_T_/layout,data,list:cakes");
  });

  it("expires a sweet's page, the lists of its category and everything, each by its own word", async () => {
    const made = async (path: string) => {
      const key = keyOf(path);
      await set(key, { ...page(path), headers: { "x-next-cache-tags": `_N_T_/layout,_N_T_${path}` } });
      return key;
    };
    const [jalebi, peda, cakes, nuts, about] = (await Promise.all(
      ["/products/jalebi", "/products/peda", "/listing/cakes/x/1/all", "/listing/dry-fruits/x/1/all", "/about"].map(
        made,
      ),
    )) as [string, string, string, string, string];
    later();
    expirePages(["/products/jalebi"], ["cakes"]);
    later();
    expect([await get(jalebi), await get(cakes)]).toEqual([null, null]);
    expect([await get(peda), await get(nuts)]).not.toContain(null);
    expireCatalogue();
    later();
    expect([await get(peda), await get(nuts)]).toEqual([null, null]);
    expect(await get(about)).not.toBeNull();
  });

  it("expires every page, those of text alone too, when a year begins in India", async () => {
    later(Date.parse("2131-12-31T18:29:00Z") - Date.now());
    await expireByClock();
    later();
    const keys = ["/about", "/products/jalebi"].map(keyOf);
    for (const key of keys) await set(key, page("© 2025–2131"));
    later(59_000);
    await expireByClock();
    for (const key of keys) expect(await get(key)).not.toBeNull();
    later(1_000);
    await expireByClock();
    later();
    for (const key of keys) expect(await get(key)).toBeNull();
    for (const key of keys) await set(key, page("© 2025–2132"));
    later(60_000);
    await expireByClock();
    for (const key of keys) expect(await get(key)).not.toBeNull();
  });

  it.each([
    ["the day changes in India", "2131-03-05T18:30:00Z", {}],
    ["today's last window ends", "2131-03-05T14:30:00Z", {}],
    ["the notice begins", "2131-03-05T10:00:00Z", { notice: { from: "2131-03-05T10:00:00Z", to: null } }],
    ["the notice ends", "2131-03-05T10:00:00Z", { notice: { from: null, to: "2131-03-05T10:00:00Z" } }],
    ["the pause ends", "2131-03-05T10:00:00Z", { pause: { paused: true, until: "2131-03-05T10:00:00Z" } }],
    [
      "a festival opens",
      "2131-03-05T10:00:00Z",
      { festivals: [{ opensAt: "2131-03-05T10:00:00.000Z", closesAt: "2131-03-09T10:00:00.000Z" }] },
    ],
    [
      "a festival closes",
      "2131-03-05T10:00:00Z",
      { festivals: [{ opensAt: "2131-03-01T10:00:00.000Z", closesAt: "2131-03-05T10:00:00.000Z" }] },
    ],
  ])("expires every page when %s, and not before", async (_what, at, changed) => {
    for (const [section, fields] of Object.entries(changed))
      Object.assign(values, {
        [section]: Array.isArray(fields)
          ? fields
          : { text: "Diwali boxes", link: null, reason: null, ...(fields as object) },
      });
    later(Date.parse(at) - 60_000 - Date.now());
    await expireByClock();
    later();
    const key = keyOf("/about");
    await set(key, page("before"));
    later(59_000);
    await expireByClock();
    expect(await get(key)).not.toBeNull();
    later(1_000);
    await expireByClock();
    later();
    expect(await get(key)).toBeNull();
    await set(key, page("after"));
    later(60_000);
    await expireByClock();
    expect(await get(key)).not.toBeNull();
  });

  it("does not treat a page as fresh that was started before an expiry and finished after it", async () => {
    const key = keyOf("/products/slow");
    expect(await get(key)).toBeNull(); // the render begins
    later();
    expireCatalogue();
    later();
    await set(key, page("old"));
    expect(await get(key)).toBeNull(); // and begins again
    later();
    await set(key, page("new"));
    expect((await get(key))?.value.html).toBe("new");
  });

  it("asks this server for a page that another waits for as nobody else can: it must not stand behind that one", async () => {
    const asked = vi.spyOn(http, "get").mockImplementation(() => {
      const request = new EventEmitter();
      setImmediate(() => request.emit("close"));
      return request as http.ClientRequest;
    });
    await set(keyOf("/products/plain.7"), page("made up", 404));
    expect(asked.mock.calls[0]?.[0]).toMatchObject({
      path: "/products/plain",
      headers: { [OWN_REQUEST]: pageCacheState().ownRequest },
    });
    asked.mockRestore();
  });

  it("keeps no answer for what does not exist, and drops what stood there", async () => {
    const key = keyOf("/products/gone");
    await set(key, page("here"));
    await set(key, page("not here", 404));
    expect(await get(key)).toBeNull();
  });

  it("serves an expired page rather than none when the database does not answer, before anybody has noticed", async () => {
    const key = keyOf("/products/unnoticed");
    await set(key, page("unnoticed"));
    later();
    let isUp = false;
    let asked = 0;
    pageCacheState().isDatabaseUp = async () => {
      asked++;
      return isUp;
    };
    expireCatalogue();
    later();
    const answers = await Promise.all([get(key), get(key), get(key)]);
    expect(answers.map((answer) => answer?.value.html)).toEqual(["unnoticed", "unnoticed", "unnoticed"]);
    expect(asked).toBe(1);
    isUp = true;
    expect(await get(key)).toBeNull();
    // Nothing is asked for a page that is fresh, or that never was.
    expect(await get(keyOf("/products/new"))).toBeNull();
    expect(asked).toBe(2);
  });

  it("serves an expired page rather than none while the database is away, and not after", async () => {
    const key = keyOf("/products/kept");
    await set(key, page("kept"));
    later();
    pageCacheState().databaseUnavailable = true;
    expireCatalogue();
    later();
    expect((await get(key))?.value.html).toBe("kept");
    pageCacheState().databaseUnavailable = false;
    expect(await get(key)).toBeNull();
  });
});
