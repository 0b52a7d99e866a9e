import postgres from "postgres";
import type { Part } from "../bench";
import { compare, type Load, whole } from "../measure";
import { someSweets } from "../routes";
import { WEBHOOK_HERE, withWebhook } from "../webhook";
import { type Shop, type Size, signedIn, type World } from "../world";
import { searchPath, typos } from "./api";
import { DELIVERY, stockUp } from "./orders";

type Rows = Awaited<ReturnType<Part>>["rows"];

/** Reads and writes of the API as the shop grows. */
export const growth: Part = async (world) => ({ rows: [...(await reads(world)), ...(await writes(world))] });

const SIZES: Size[] = [1000, 10_000, 100_000];

/** The API's reads at 1,000, 10,000 and 100,000 sweets, in turn. */
async function reads(world: World): Promise<Rows> {
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
    return rows;
  } finally {
    for (const shop of shops.values()) await shop.stop();
  }
}

/** Sweets and orders of the shops that are written to: the first is the one that the others are compared with. */
export const SHOPS = [
  { sweets: 1000, orders: 0 },
  { sweets: 10_000, orders: 0 },
  { sweets: 1000, orders: 100_000 },
  { sweets: 10_000, orders: 100_000 },
] as const;
const nameOf = ({ sweets, orders }: (typeof SHOPS)[number]) => `${whole(sweets)} sweets, ${whole(orders)} orders`;

/** The API's writes in small and large shops, in turn: ten clients, a webhook for all events, and the audit log of what staff do. */
async function writes(world: World): Promise<Rows> {
  const open: { end: () => Promise<unknown> }[] = [];
  const loads = new Map<string, [string, Load][]>();
  try {
    for (const size of SHOPS) {
      const database = await world.database(size.sweets, size);
      const shop = await world.serve(database, WEBHOOK_HERE);
      const receiver = await withWebhook(shop, database);
      const sql = postgres(database, { max: 1 });
      open.push({ end: () => Promise.all([shop.stop(), receiver.close(), sql.end()]) });
      // Else it would be sent while the next shop is measured.
      const rest = () => sql`delete from webhook_deliveries`;
      for (const [kind, clients] of Object.entries(await writers(shop.url, database)))
        loads.set(kind, [...(loads.get(kind) ?? []), [nameOf(size), { url: shop.url, cpu: shop.cpu, clients, rest }]]);
    }
    const rows: Rows = [];
    for (const [kind, ofShops] of loads) {
      const [[, first] = ["", undefined], ...larger] = await compare(ofShops);
      for (const [name, { perSecond, ratio, cpuRatio }] of larger)
        rows.push({
          what: `${kind}: ${name}`,
          ours: `${whole(perSecond)} /s`,
          limit: `${whole(first?.perSecond ?? 0)} /s`,
          ratio: 1 / ratio,
          cpuRatio: 1 / cpuRatio,
          goal: `≤ 1.3 × slower than ${nameOf(SHOPS[0])}`,
          met: 1 / ratio <= 1.3,
        });
    }
    return rows;
  } finally {
    for (const { end } of open) await end();
  }
}

/** Ten clients for each kind of write, each with sweets and orders of the own shelf. */
async function writers(url: string, database: string): Promise<Record<string, NonNullable<Load["clients"]>>> {
  const sweets = await someSweets(database, 100);
  await stockUp(database, sweets);
  const [owner] = await signedIn(database, 1, "admin");
  const staff = { authorization: `Bearer ${owner?.token}` };
  const customers = (await signedIn(database, 10)).map(({ token }) => ({ authorization: `Bearer ${token}` }));
  const send = (path: string, body: object, method = "POST") => ({ method, path, body: JSON.stringify(body) });
  const order = (productId: number) => send("/api/orders", { items: [{ productId, quantity: 1 }], delivery: DELIVERY });
  const shelves = customers.map((headers, i) => ({ headers, shelf: sweets.filter((_, n) => n % 10 === i) }));
  const toChange = await Promise.all(
    shelves.map(async ({ headers, shelf }) => {
      const ids: number[] = [];
      for (const { path, ...request } of shelf.map(order)) {
        const answer = await fetch(url + path, {
          ...request,
          headers: { ...headers, "content-type": "application/json" },
        });
        ids.push((await answer.json()).id);
      }
      return ids;
    }),
  );
  const byCustomers = (request: (productId: number) => ReturnType<typeof send>) =>
    shelves.map(({ headers, shelf }) => ({ headers, requests: shelf.map(request) }));
  return {
    reserve: byCustomers((productId) => send("/api/cart/reserve", { productId, quantity: 1 })),
    order: byCustomers(order),
    "sale at the till": shelves.map(({ shelf }) => ({
      headers: staff,
      requests: shelf.map((productId) => send("/api/admin/orders", { items: [{ productId, quantity: 1 }] })),
    })),
    "change of status": toChange.map((ids) => ({
      headers: staff,
      requests: ids.flatMap((id) =>
        ["Processing", "Cancelled", "Pending"].map((status) =>
          send(`/api/admin/orders/${id}/status`, { status }, "PUT"),
        ),
      ),
    })),
  };
}
