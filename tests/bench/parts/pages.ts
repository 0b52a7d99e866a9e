import type { Part } from "../bench";
import { compare, type Load, whole } from "../measure";
import { publicPages } from "../routes";
import { settableClock } from "../world";

const GZIP = { "accept-encoding": "gzip" };

/** With a Content-Type the server asks Next, which ignores it (server/answer.ts): the limit is the framework's own. */
const PAST_READY = { "content-type": "text/plain" };

/** What a page costs when nobody has asked for it in the last seconds. */
const BY_NEXT = ", by Next";

/** Pages of words show what a page's size and the parameters of its route cost. */
const words = { "words alone": "/bench-words", "words alone, four parameters": "/bench-words/ALL/name/1/any" };

/** Longer than a page is fresh (`revalidate` of app/(shop)). */
const FRESH_MS = 301_000;

/**
 * Public pages beside an empty static page of the same build as Next answers it, as programs (plain) and as browsers (gzip) ask for them, in
 * a shop that nobody has changed for longer than a page is fresh: what is sent from memory was rendered after that.
 */
export const pages: Part = async (world) => {
  const database = await world.database(10_000);
  const shop = await world.serve(database, settableClock);
  try {
    const paths = await publicPages(database);
    // Rendered, then sent from memory, then stale.
    for (let i = 0; i < 2; i++) for (const path of Object.values(paths)) await (await fetch(shop.url + path)).text();
    await shop.setClock(Date.now() + FRESH_MS);
    const rows = [];
    for (const [how, headers] of [
      ["plain", undefined],
      ["gzip", GZIP],
    ] as const) {
      const results = await compare([
        ["empty", { url: shop.url, cpu: shop.cpu, paths: ["/bench-empty"], headers: { ...headers, ...PAST_READY } }],
        ...Object.entries(words).map(([name, path]): [string, Load] => [
          `${name}${BY_NEXT}`,
          { url: shop.url, cpu: shop.cpu, paths: [path], headers: { ...headers, ...PAST_READY } },
        ]),
        ...Object.entries(paths).flatMap(([name, path]): [string, Load][] => {
          const page = { url: shop.url, cpu: shop.cpu, paths: [path], headers };
          const byNext: [string, Load] = [`${name}${BY_NEXT}`, { ...page, headers: PAST_READY }];
          return how === "plain" ? [[name, page], byNext] : [[name, page]];
        }),
      ]);
      const limit = results.get("empty");
      results.delete("empty");
      for (const [name, { perSecond, ratio, cpuRatio, bytesPerAnswer }] of results)
        rows.push({
          what: `${name}${name.endsWith(BY_NEXT) ? "" : ", cached"}, ${how} (${whole(bytesPerAnswer / 1024)} KB)`,
          ours: `${whole(perSecond)} /s`,
          limit: `${whole(limit?.perSecond ?? 0)} /s`,
          ratio,
          cpuRatio,
          goal: "≥ 0.8 × an empty static page of Next",
          met: name.endsWith(BY_NEXT) ? null : ratio >= 0.8,
        });
    }
    return { rows };
  } finally {
    await shop.stop();
  }
};
