import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import type { Part } from "../bench";
import { phone, withBrowser, withPage } from "../browser";
import { goals } from "../budget";
import { type Figure, rowOf } from "../measure";
import { publicPages } from "../routes";

/** What a phone fetches for a page before it is touched, in bytes. */
type Fetched = {
  /** HTML and style sheets by brotli and scripts by gzip, which no server's choice of an encoding changes. */
  html: number;
  css: number;
  script: number;
  fonts: number;
  fontBytes: number;
  requests: number;
  /** All answers with their headers, as they are sent. */
  total: number;
  /** Addresses that are fetched more than once. */
  twice: string[];
};

/** What a first visit fetches on a phone, until the page rests and before a touch, beside an empty page of an application of its own. */
export const bytes: Part = async (world) => {
  const database = await world.database(10_000);
  const [bare, shop] = [await world.bare(), await world.serve(database)];
  try {
    return await withBrowser(async (browser) => {
      const empty = await fetchedBy(browser, `${bare.url}/bench-links`);
      const more: Record<string, Fetched> = { empty };
      const rows = [
        {
          ...rowOf("an empty page", figuresOf("empty", empty, empty)),
          goal: "what pages are compared with",
          met: null,
        },
      ];
      for (const [name, path] of Object.entries(await publicPages(database))) {
        const found = await fetchedBy(browser, shop.url + path);
        more[name] = found;
        rows.push(rowOf(name, figuresOf(name, found, empty)) as (typeof rows)[number]);
      }
      return { rows, more };
    });
  } finally {
    await shop.stop();
    await bare.stop();
  }
};

const kb = (n: number) => `${(n / 1000).toFixed(1)} KB`;

function figuresOf(name: string, page: Fetched, empty: Fetched): Figure[] {
  const [requests, total] = name === "home" ? [45, 330_000] : [40, 280_000];
  const script = page.script / empty.script;
  return [
    { text: `HTML ${kb(page.html)}`, goal: `HTML ≤ ${kb(goals.html)}`, met: page.html <= goals.html },
    { text: `CSS ${kb(page.css)}`, goal: `CSS ≤ ${kb(goals.css)}`, met: page.css <= goals.css },
    {
      text: `JavaScript ${kb(page.script)} (× ${script.toFixed(3)})`,
      goal: "JavaScript ≤ 1.12 × the empty page",
      met: script <= 1.12,
    },
    {
      text: `${page.fonts} fonts ${kb(page.fontBytes)}`,
      goal: "fonts ≤ 3, 45 KB",
      met: page.fonts <= 3 && page.fontBytes <= 45_000,
    },
    {
      text: `${page.requests} requests ${kb(page.total)}`,
      goal: `requests ≤ ${requests}, ${kb(total)}`,
      met: page.requests <= requests && page.total <= total,
    },
    {
      text: page.twice.length > 0 ? `twice: ${page.twice.join(" ")}` : "nothing twice",
      goal: "nothing twice",
      met: page.twice.length === 0,
    },
  ];
}

/**
 * The service worker is kept away: it is installed after the page has loaded, once for a visitor and not for each page, and what it stores
 * for /offline (its page, and style sheet, fonts and icons that are mostly in the browser's cache by then) is no part of the first view.
 * A worker in between would also show the requests of the page a second time as its own.
 */
const firstVisit = { ...phone, serviceWorkers: "block" } as const;

function fetchedBy(browser: Browser, url: string): Promise<Fetched> {
  return withPage(browser, firstVisit, async (page, cdp) => {
    const answers: { id: string; address: string; type: string; bytes: number }[] = [];
    await cdp.send("Network.enable");
    cdp.on("Network.requestWillBeSent", ({ requestId: id, request, type = "Other", redirectResponse }) => {
      // A redirect and the request that follows it have the same id.
      const before = redirectResponse && answers.findLast((answer) => answer.id === id);
      if (before) before.bytes = redirectResponse.encodedDataLength;
      if (/^https?:/.test(request.url))
        answers.push({ id, address: `${request.method} ${request.url}`, type, bytes: 0 });
    });
    const answerOf = (id: string) => answers.findLast((answer) => answer.id === id);
    cdp.on("Network.requestServedFromCache", ({ requestId }) => {
      const answer = answerOf(requestId);
      if (answer) answers.splice(answers.indexOf(answer), 1);
    });
    cdp.on("Network.responseReceived", ({ requestId, type }) => Object.assign(answerOf(requestId) ?? {}, { type }));
    cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
      Object.assign(answerOf(requestId) ?? {}, { bytes: encodedDataLength }),
    );
    const answer = await page.goto(url, { waitUntil: "networkidle" });
    if (answer?.status() !== 200) throw new Error(`${url} answers ${answer?.status()}`);
    // What the page does when it is idle comes after a moment without requests.
    await page.waitForTimeout(1500);
    const ofType = (type: string) => answers.filter((one) => one.type === type);
    const bodies = async (type: string) =>
      Promise.all(
        ofType(type).map(async ({ id }) => {
          const { body, base64Encoded } = await cdp.send("Network.getResponseBody", { requestId: id });
          return Buffer.from(body, base64Encoded ? "base64" : "utf8");
        }),
      );
    const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
    const addresses = answers.map(({ address }) => address);
    return {
      html: brotliCompressSync(await answer.body()).length,
      css: sum((await bodies("Stylesheet")).map((body) => brotliCompressSync(body).length)),
      script: sum((await bodies("Script")).map((body) => gzipSync(body, { level: 9 }).length)),
      fonts: ofType("Font").length,
      fontBytes: sum(ofType("Font").map((font) => font.bytes)),
      requests: answers.length,
      total: sum(answers.map((one) => one.bytes)),
      twice: [...new Set(addresses.filter((address, i) => addresses.indexOf(address) !== i))],
    };
  });
}
