// What a shared cache in front of the shop (a CDN) may store, and how a stranger would try to have it store something wrong.
import { get as httpGet, type IncomingHttpHeaders } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import { words } from "./expected";
import { aBrowser, aCustomer, anOrder, aSweet, base, type Person } from "./shop";

type Got = { status: number; headers: IncomingHttpHeaders; text: string };
/** A GET that sends any header, the Host too. */
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  new Promise<Got>((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const request = httpGet({ hostname, port, path, method, headers, timeout: 20_000 }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.once("error", reject);
  });

const FOR_ALL = "public, s-maxage=10, stale-while-revalidate=60";
const VARIES = words("rsc next-router-state-tree next-router-prefetch next-router-segment-prefetch accept-encoding");
const mayBeStored = ({ headers }: Got) => !/no-store|private|no-cache/.test(headers["cache-control"] ?? "");

/** Whether requests get what everybody gets. Pages are made anew while other tests change sweets: then it is compared again. */
async function areSame(path: string, asks: (() => Promise<Got>)[]): Promise<boolean[]> {
  for (;;) {
    const before = await get(path);
    const answers = await Promise.all(asks.map((ask) => ask()));
    if (before.text === (await get(path)).text) return answers.map(({ text }) => text === before.text);
  }
}

let person: Person;
let session: string;
let order: number;
beforeAll(async () => {
  person = await aCustomer();
  session = await aBrowser(person);
  order = (await anOrder(person, (await aSweet()).id)).id;
});

describe("a public page", () => {
  test.each(
    words(
      `/home /categories /products /products?category=Cakes /products?sort=price:asc&page=2 /products/SLUG /products/SLUG?pack=1
      /products/no-such-sweet /about /contact /custom-orders /faq /privacy /offline`,
    ),
  )("may be stored for ten seconds, and is the same for everybody: %s", async (template) => {
    const path = template.replace("SLUG", (await aSweet()).slug);
    const cookie = `${session}; mithaas_cart=0123456789abcdef; theme=dark`;
    const own = { cookie, "accept-language": "hi", "user-agent": "evil", authorization: "Bearer x" };
    const [mine, theirs] = [await get(path, own), await get(path)];
    for (const { headers } of [mine, theirs]) {
      expect([path, headers["cache-control"], headers["set-cookie"]]).toEqual([path, FOR_ALL, undefined]);
      expect(headers.vary?.toLowerCase().split(/,\s*/).toSorted()).toEqual(VARIES.toSorted());
    }
    expect(await areSame(path, [() => get(path, own)])).toEqual([true]);
    const head = await get(path, {}, "HEAD");
    for (const name of ["cache-control", "vary"] as const)
      expect([name, head.headers[name]]).toEqual([name, theirs.headers[name]]);
  });

  test.each<[string, Record<string, string>]>([
    [
      "a name that is not ours in every header that may carry one",
      Object.fromEntries(
        words(
          `host x-forwarded-host x-forwarded-server x-host x-original-host x-forwarded-prefix x-original-url x-rewrite-url
          x-http-method-override referer origin next-url next-router-state-tree x-forwarded-path x-invoke-path
          x-middleware-rewrite x-now-route-matches cookie user-agent`,
        ).map((name) => [name, "evil.example"]),
      ),
    ],
    ["the host alone", { host: "evil.example" }],
    ["a proxy's host alone", { "x-forwarded-host": "evil.example" }],
    [
      "another scheme, port and method",
      {
        ...{ "x-forwarded-proto": "http", "x-forwarded-scheme": "nothttps", "x-forwarded-port": "1234" },
        ...{ forwarded: "host=evil.example;proto=http", "x-forwarded-ssl": "off" },
        ...{ purpose: "prefetch", "x-forwarded-method": "POST" },
      },
    ],
  ])("is not changed by the headers of the request that makes it: %s", async (_, headers) => {
    const { slug, name: title } = await aSweet();
    // The first visit makes the page that everybody gets.
    for (const sent of [headers, {}]) {
      const { status, text, headers: got } = await get(`/products/${slug}`, sent);
      expect([status, got["cache-control"], text.includes(title)]).toEqual([200, FOR_ALL, true]);
      expect(text).not.toMatch(/evil\.example|:1234/);
    }
  });

  test("does not change with words that strangers add to its address", async () => {
    const { slug } = await aSweet();
    const queries = [
      "utm_source=evil",
      "gclid=evil&fbclid=evil",
      "pack=999999999",
      "pack=1%22%3E%3Cscript%3Eevil",
      "pack=evil",
      "callback=evil",
      "__nextDataReq=1",
      "_rsc=evil",
      "nxtPslug=evil",
      "category=evil&sort=evil&page=evil",
      "amp=1&__flight__=1",
    ];
    for (const path of [`/products/${slug}`, "/home", "/products"]) {
      const asks = queries.map((query) => async () => {
        const answer = await get(`${path}?${query}`);
        expect([path, query, answer.status, answer.headers["set-cookie"]]).toEqual([path, query, 200, undefined]);
        return answer;
      });
      expect([path, await areSame(path, asks)]).toEqual([path, queries.map(() => true)]);
    }
  });

  test("and what the browser's router is given for it are never mixed up", async () => {
    const plain = await get("/home", { rsc: "1" });
    // A cache that ignores Vary would store it for the page.
    expect([plain.status, plain.headers["cache-control"]]).toEqual([307, "no-store"]);
    expect(plain.headers.location).toMatch(/^\/home\?_rsc/);
    const data = await get("/home?_rsc=", { rsc: "1" });
    expect([data.status, data.headers["content-type"]]).toEqual([200, "text/x-component"]);
    expect([data.headers.vary?.toLowerCase(), data.headers["cache-control"]]).toEqual([
      expect.stringContaining("rsc"),
      FOR_ALL,
    ]);
    const ofPart = { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" };
    const part = await get((await get("/home", ofPart)).headers.location ?? "", ofPart);
    expect([part.status, part.headers["cache-control"]]).toEqual([200, FOR_ALL]);
    const wrong = await get("/home?_rsc=evil", { rsc: "1", "next-router-prefetch": "1" });
    expect([wrong.status, wrong.headers["cache-control"]]).toEqual([307, "no-store"]);
    for (const headers of [{ rsc: "0" }, { "next-action": "evil" }, { "next-router-prefetch": "1" }] as Record<
      string,
      string
    >[]) {
      const answer = await get("/home", headers);
      const isPage = answer.headers["content-type"] === "text/html; charset=utf-8" && answer.status === 200;
      expect([headers, isPage || !mayBeStored(answer)]).toEqual([headers, true]);
    }
  });

  test("that comes back from a form is nobody else's", async () => {
    const form = { "content-type": "multipart/form-data; boundary=x" };
    expect(mayBeStored(await get("/home", form))).toBe(false);
    expect(mayBeStored(await get("/products/x", form))).toBe(false);
  });
});

test("what belongs to one person is stored nowhere, however its address ends", async () => {
  const own = words(
    `/account /account/viewer /account/data /orders /orders/${order} /orders/${order}/receipt /cart /cart/state /checkout
    /api/auth/me /api/cart /api/orders /api/orders/${order} /login /track/1-x /admin /products?search=laddoo`,
  );
  const endings = ["", ".css", "/x.css", "%2fx.css", ";x.css", "%0a.js", "%23.png", "?x.css"];
  const asks = own.flatMap((path) => (path.includes("?") ? [path] : endings.map((ending) => path + ending)));
  await Promise.all(
    asks.map(async (path) => {
      const answer = await get(path, { cookie: session });
      if (own.includes(path.replace("?x.css", ""))) expect([path, mayBeStored(answer)]).toEqual([path, false]);
      // What may be stored says the same to everybody: a permanent redirect.
      if (mayBeStored(answer))
        expect([path, answer.status, answer.headers["set-cookie"]]).toEqual([path, 308, undefined]);
    }),
  );
});

test.each([
  ["/sitemap.xml", /^public, max-age=0, must-revalidate$/],
  ["/robots.txt", /^public, max-age=0, must-revalidate$/],
  ["/api/sweets", /^no-cache$/],
  ["/api/stock?ids=1", /no-store/],
  ["/api/no-such", /no-store/],
  ["/media/no-such.webp", /no-store/],
  ["/og/no-such-12345678.jpg", /no-store/],
  ["/no-such-page", /no-store/],
  ["/_next/static/no-such.js", /no-store/],
  ["/search", /no-store/],
])("%s says what a shared cache may do with it", async (path, expected) => {
  const { headers } = await get(path);
  expect(headers["cache-control"]).toMatch(expected);
  expect(headers["set-cookie"]).toBeUndefined();
});

test("pictures are stored for ever, and previews of links too", async () => {
  const page = await get("/home");
  const picture = /\/media\/[\w-]+\.(avif|webp)/.exec(page.text)?.[0] ?? "";
  expect((await get(picture)).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  const preview = /\/og\/[\w.-]+\.jpg/.exec((await get(`/products/${(await aSweet()).slug}`)).text)?.[0] ?? "";
  const drawn = await get(preview);
  expect([drawn.status, drawn.headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
});

test("each form of a page is named by Vary, and a part is never sent for the whole", async () => {
  for (const encoding of ["br", "gzip", "identity"]) {
    const ask = () => get("/about", { "accept-encoding": encoding, range: "bytes=0-9" });
    // The first answer is compressed by Next.js, which has no brotli.
    await expect.poll(async () => (await ask()).headers["content-encoding"] ?? "identity").toBe(encoding);
    const { status, headers } = await ask();
    expect(status).toBe(200);
    expect(headers.vary).toMatch(/accept-encoding/i);
  }
});
