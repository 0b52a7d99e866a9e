import type { Part } from "../bench";
import { load, median, whole } from "../measure";
import { publicPages, someSlugs } from "../routes";
import { searchPath, typos } from "./api";
import { residentMiB } from "./memory";
import { orderingClients } from "./orders";

/** Windows, each with figures of its own, and how long one is in seconds. */
const [WINDOWS, SECONDS] = process.argv.includes("--quick") ? [4, 15] : [12, 300];
/** Ten times a busy festival day of such a shop. */
const PAGE_VIEWS_PER_SECOND = 200;
const ORDERS_PER_MINUTE = 50;
const SEARCHES_PER_SECOND = 2;

/** Of one window: memory in MiB, 99th percentiles in milliseconds. */
type Figures = { memory: number; views: number; stocks: number; searches: number; orders: number };

/**
 * An hour of ordinary load: pages of the whole catalogue, each with its question for the stock of the cards, searches, and customers who reserve
 * and order. Memory stays flat and no answer becomes slower.
 */
export const endurance: Part = async (world) => {
  const database = await world.database(10_000);
  const shop = await world.serve(database);
  try {
    const { url } = shop;
    const products = await someSlugs(database, 1000);
    const pages = Object.values(await publicPages(database));
    // Every second view is of a product, as when shoppers come from a search engine.
    const paths = products.flatMap((slug, i) => [`/products/${slug}`, pages[i % pages.length] as string]);
    const stock = products.map(
      (_, i) => `/api/stock?ids=${Array.from({ length: 12 }, (_, n) => 1 + ((i * 12 + n) % 9000)).join()}`,
    );
    const buyers = await orderingClients(database);
    const windows: Figures[] = [];
    let ordered = 0;
    for (let window = 0; window < WINDOWS; window++) {
      const steady = { url, seconds: SECONDS, headers: { "accept-encoding": "gzip" } };
      const [views, stocks, searches, orders] = await Promise.all([
        load({ ...steady, paths, rate: PAGE_VIEWS_PER_SECOND, connections: 20 }),
        load({ ...steady, paths: stock, rate: PAGE_VIEWS_PER_SECOND, connections: 20 }),
        load({ ...steady, paths: typos.map(searchPath), rate: SEARCHES_PER_SECOND, connections: 2 }),
        placeOrders(url, buyers, ordered),
      ]);
      ordered += orders.length;
      const wrong = [views, stocks, searches].flatMap(({ statuses }) =>
        Object.keys(statuses).filter((s) => s !== "200"),
      );
      if (wrong.length > 0) throw new Error(`Unexpected answers: ${wrong.join(" ")}.`);
      const memory = residentMiB(shop.pid) ?? 0;
      const figures: Figures = {
        memory,
        views: views.p99,
        stocks: stocks.p99,
        searches: searches.p99,
        orders: percentile(orders, 0.99),
      };
      windows.push(figures);
      console.log(
        `  ${((window + 1) * SECONDS) / 60} min: ${memory.toFixed(0)} MiB; p99 of pages ${figures.views} ms, stock ${figures.stocks} ms, ` +
          `search ${figures.searches} ms, orders ${whole(figures.orders)} ms`,
      );
    }
    const quarter = WINDOWS / 4;
    const [second, last] = [windows.slice(quarter, 2 * quarter), windows.slice(-quarter)];
    const drift = (what: keyof Figures) =>
      median(last.map((one) => one[what])) - median(second.map((one) => one[what]));
    const p99 = (what: string, name: keyof Figures, most: number) => {
      const highest = Math.max(...windows.slice(1).map((one) => one[name]));
      return {
        what: `${what}, p99: highest of ${WINDOWS - 1} windows (last quarter − second: ${drift(name).toFixed(0)} ms)`,
        ours: `${whole(highest)} ms`,
        goal: `≤ ${most} ms, no drift`,
        met: highest <= most && drift(name) <= 0.1 * most,
      };
    };
    const rows = [
      p99(`${PAGE_VIEWS_PER_SECOND} pages a second`, "views", 100),
      p99(`${PAGE_VIEWS_PER_SECOND} questions for stock a second`, "stocks", 100),
      p99(`${SEARCHES_PER_SECOND} searches a second`, "searches", 250),
      p99(`${ORDERS_PER_MINUTE} orders a minute, reserve and order together`, "orders", 500),
      {
        what: `memory in ${(WINDOWS * SECONDS) / 60} min, growth from the second quarter to the last`,
        ours: `${drift("memory").toFixed(0)} MiB of ${windows.at(-1)?.memory.toFixed(0)}`,
        goal: "≤ 10 %",
        met: drift("memory") <= 0.1 * median(second.map(({ memory }) => memory)),
      },
    ];
    return { rows, more: { windows, ordered } };
  } finally {
    await shop.stop();
  }
};

type Buyers = Awaited<ReturnType<typeof orderingClients>>;

/** Reserves and orders at the rate of the day for one window. @returns milliseconds of each order, both calls */
async function placeOrders(url: string, buyers: Buyers, from: number): Promise<number[]> {
  const count = Math.round((SECONDS * ORDERS_PER_MINUTE) / 60);
  const began = performance.now();
  const taken: Promise<number>[] = [];
  for (let i = 0; i < count; i++) {
    const due = began + (i * 60_000) / ORDERS_PER_MINUTE;
    await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    taken.push(placeOrder(url, buyers, from + i));
  }
  return Promise.all(taken);
}

async function placeOrder(url: string, buyers: Buyers, number: number): Promise<number> {
  const { headers, requests } = buyers[number % buyers.length] as Buyers[number];
  const at = 2 * (Math.floor(number / buyers.length) % (requests.length / 2));
  const began = performance.now();
  for (const { method, path, body } of requests.slice(at, at + 2)) {
    const answer = await fetch(url + path, {
      method,
      body,
      headers: { ...headers, "content-type": "application/json" },
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  }
  return performance.now() - began;
}

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
