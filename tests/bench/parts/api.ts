import type { Part } from "../bench";
import { compare, whole } from "../measure";
import { someSweets } from "../routes";

/** Ten clients' worth of what people type, with typing errors in each. */
export const typos = [
  "gulab jamn",
  "kaju katri",
  "kesar barffi",
  "mysorpak",
  "rasgula",
  "pista pedda",
  "chocolat cake",
  "anjir rol",
];

export const searchPath = (text: string) => `/api/sweets?search=${encodeURIComponent(text)}`;

/** The API's reads over 10,000 sweets beside an empty handler of a bare Next.js application. */
export const api: Part = async (world) => {
  const database = await world.database(10_000);
  const [bare, shop] = [await world.bare(), await world.serve(database)];
  try {
    const { url, cpu } = shop;
    const ids = await someSweets(database, 100);
    const detail = ids.map((id) => `/api/sweets/${id}`);
    const delivery = ids.map(
      (id, n) => `/api/delivery?pincode=${n % 3 === 2 ? 560001 : 400028}&items=${id}:2,${ids[99 - n]}:1`,
    );
    const results = await compare([
      ["empty", { url: bare.url, cpu: bare.cpu, paths: ["/api/bench-empty"] }],
      [
        "list",
        {
          url,
          cpu,
          paths: ["/api/sweets", "/api/sweets?page=2", "/api/sweets?category=Cakes&sortBy=price&sortOrder=asc"],
        },
      ],
      ["detail", { url, cpu, paths: detail }],
      ["delivery", { url, cpu, paths: delivery }],
      ["typo search", { url, cpu, paths: typos.map(searchPath) }],
    ]);
    const limit = results.get("empty")?.perSecond ?? 0;
    const row = (name: string, least: number) => {
      const { perSecond = 0, ratio = 0, p99 = 0, cpuRatio } = results.get(name) ?? {};
      return {
        what: `${name}, 10,000 sweets, 10 clients (p99 ${whole(p99)} ms)`,
        ours: `${whole(perSecond)} /s`,
        limit: `${whole(limit)} /s`,
        ratio,
        cpuRatio,
        goal: `≥ ${least} × an empty handler`,
        met: ratio >= least,
      };
    };
    return { rows: [row("list", 0.7), row("detail", 0.7), row("delivery", 0.5), row("typo search", 0.4)] };
  } finally {
    await shop.stop();
    await bare.stop();
  }
};
