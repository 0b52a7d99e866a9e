import type { Part } from "../bench";
import { compare, type Load, whole } from "../measure";
import { publicPages } from "../routes";

const GZIP = { "accept-encoding": "gzip" };

/** Public pages from the page cache beside an empty static page of the same build, as programs (plain) and as browsers (gzip) ask for them. */
export const pages: Part = async (world) => {
  const database = await world.database(10_000);
  const shop = await world.serve(database);
  try {
    const paths = await publicPages(database);
    const rows = [];
    for (const [how, headers] of [
      ["plain", undefined],
      ["gzip", GZIP],
    ] as const) {
      const results = await compare([
        ["empty", { url: shop.url, cpu: shop.cpu, paths: ["/bench-empty"], headers }],
        ...Object.entries(paths).map(([name, path]): [string, Load] => [
          name,
          { url: shop.url, cpu: shop.cpu, paths: [path], headers },
        ]),
      ]);
      const limit = results.get("empty");
      results.delete("empty");
      for (const [name, { perSecond, ratio, cpuRatio, bytesPerAnswer }] of results)
        rows.push({
          what: `${name}, cached, ${how} (${whole(bytesPerAnswer / 1024)} KB)`,
          ours: `${whole(perSecond)} /s`,
          limit: `${whole(limit?.perSecond ?? 0)} /s`,
          ratio,
          cpuRatio,
          goal: "≥ 0.8 × an empty static page",
          met: ratio >= 0.8,
        });
    }
    return { rows };
  } finally {
    await shop.stop();
  }
};
