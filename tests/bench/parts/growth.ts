import type { Part } from "../bench";
import { compare, type Load } from "../measure";
import { someSweets } from "../routes";
import type { Shop, Size } from "../world";
import { searchPath, typos } from "./api";

const SIZES: Size[] = [1000, 10_000, 100_000];

/** The API's reads at 1,000, 10,000 and 100,000 sweets, in turn. */
export const growth: Part = async (world) => {
  const shops = new Map<Size, Shop>();
  const details = new Map<Size, string[]>();
  try {
    for (const size of SIZES) {
      const database = await world.database(size);
      shops.set(size, await world.serve(database));
      details.set(
        size,
        (await someSweets(database, 100)).map((id) => `/api/sweets/${id}`),
      );
    }
    const kinds: [string, number, (size: Size) => string[]][] = [
      [
        "list",
        1.3,
        () => ["/api/sweets", "/api/sweets?page=2", "/api/sweets?category=Cakes&sortBy=price&sortOrder=asc"],
      ],
      ["detail", 1.3, (size) => details.get(size) as string[]],
      ["typo search", 2, () => typos.map(searchPath)],
      // Words that thousands of sweets have: what costs is the count.
      ["search of common words", 2, () => ["ghee", "barfi", "kesar", "made fresh"].map(searchPath)],
    ];
    const rows = [];
    for (const [name, most, paths] of kinds) {
      const results = await compare(
        SIZES.map((size): [string, Load] => [
          String(size),
          { url: shops.get(size)?.url as string, cpu: shops.get(size)?.cpu, paths: paths(size) },
        ]),
      );
      const slower = 1 / (results.get("100000")?.ratio ?? 0);
      rows.push({
        what: `${name}: 100,000 sweets beside 1,000`,
        ours: SIZES.map((size) => Math.round(results.get(String(size))?.perSecond ?? 0)).join(" → "),
        limit: "/s",
        ratio: slower,
        cpuRatio: 1 / (results.get("100000")?.cpuRatio ?? 0),
        goal: `≤ ${most} × slower`,
        met: slower <= most,
      });
    }
    return { rows };
  } finally {
    for (const shop of shops.values()) await shop.stop();
  }
};
