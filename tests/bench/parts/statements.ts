import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { addDays, indiaDay } from "@/lib/dates";
import type { Part } from "../bench";
import { type Call, callersOf, callsOf } from "../big-calls";
import { effort, whole } from "../measure";
import { publicPages, someSweets } from "../routes";
import { WEBHOOK_HERE, withWebhook } from "../webhook";
import { signedIn, type World } from "../world";
import { SHOPS } from "./growth";
import { DELIVERY, stockUp } from "./orders";

/** More than five: then PostgreSQL may keep a plan that it has made without the values. */
const TIMES = effort.rounds === 1 ? 2 : 6;
/** Longer than the intervals of the jobs. */
const JOBS_MS = 20_000;

const ADMIN_READS = "audit keys webhooks staff settings stats plans reports/plans reports/top-products".split(" ");
const ADMIN_PAGES = ["/admin/audit", "/admin/webhooks", "/admin/orders/new", "/admin/search-words"];
const WEEK = { "1": 50, "2": 50, "3": 50, "4": 50, "5": 50, "6": 50, "7": 50 };
const QUESTION = {
  ...{ name: "Asha", email: "asha@example.com", phone: "98200 00000" },
  ...{ subject: "A question", message: "Do you deliver on Sundays?" },
};

/** What one call of a statement took on the average: 8 KB blocks that were looked at, rows, milliseconds. */
type Used = { calls: number; blocks: number; rows: number; ms: number };

/** Every statement of representative calls and of the jobs, those inside functions too, by its text. */
async function statementsOf(world: World, { sweets, orders }: (typeof SHOPS)[number]): Promise<Map<string, Used>> {
  const database = await world.database(sweets, { orders });
  const name = new URL(database).pathname.slice(1);
  const sql = postgres(world.asAdmin(database), { max: 1, onnotice: () => {} });
  await sql`create extension if not exists pg_stat_statements`;
  const shop = await world.serve(database, { ...WEBHOOK_HERE, METRICS_TOKEN: "the-token-of-the-benchmark" });
  const receiver = await withWebhook(shop, database);
  try {
    await makeCalls(shop.url, database, 1);
    await sql.unsafe(`alter database ${name} set pg_stat_statements.track = 'all'`);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and pid <> pg_backend_pid()`;
    await sql`select pg_stat_statements_reset()`;
    await makeCalls(shop.url, database, TIMES);
    await sleep(JOBS_MS);
    const rows = await sql`
      select query, sum(calls)::int as calls, (sum(shared_blks_hit + shared_blks_read + local_blks_hit + temp_blks_read) / sum(calls))::float as blocks,
        (sum(rows) / sum(calls))::float as rows, sum(total_exec_time) / sum(calls) as ms
      from pg_stat_statements join pg_database d on d.oid = dbid where datname = ${name} group by query`;
    return new Map(rows.map(({ query, ...used }) => [query.replace(/\s+/g, " "), used as Used]));
  } finally {
    await shop.stop();
    receiver.close();
    await sql.end();
  }
}

/** What a shop does in a day, `times` times: writes of shoppers and staff, and after them everything that reads what grows. */
async function makeCalls(url: string, database: string, times: number) {
  const [customer] = await signedIn(database, 1);
  const [owner] = await signedIn(database, 1, "admin");
  const ids = await someSweets(database, 4 * times);
  await stockUp(database, ids);
  const call = async (method: string, path: string, body?: object, by: typeof customer = owner) => {
    const headers = { authorization: `Bearer ${by?.token}`, "content-type": "application/json" };
    const answer = await fetch(`${url}/api${path}`, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${text}`);
    return text.startsWith("{") ? JSON.parse(text) : undefined;
  };
  const tomorrow = addDays(indiaDay(new Date()), 1);
  for (let n = 0; n < times; n++) {
    const [one = 0, two = 0, planned = 0, held = 0] = ids.slice(4 * n);
    const items = [one, two].map((productId) => ({ productId, quantity: 2 }));
    const order = () => call("POST", "/orders", { items, delivery: DELIVERY }, customer);
    for (const productId of [one, held]) await call("POST", "/cart/reserve", { productId, quantity: 2 }, customer);
    await call("PATCH", `/cart/items/${held}`, { quantity: 1 }, customer);
    await call("GET", "/cart", undefined, customer);
    await call("GET", `/delivery?pincode=400028&items=${one}:2,${two}:1`, undefined, customer);
    const { id } = await order();
    await call("POST", `/orders/${(await order()).id}/cancel`, undefined, customer);
    await call("PUT", `/admin/orders/${id}/status`, { status: "Processing" });
    await call("PUT", `/admin/orders/${id}/status`, { status: "Cancelled" });
    await call("PUT", `/admin/orders/${id}/status`, { status: "Pending" });
    await call("POST", "/admin/kitchen/packed", { ids: [id], packed: true });
    await call("POST", `/admin/orders/${id}/payments`, { method: "cash", amount: 100 });
    await call("PUT", `/admin/orders/${id}/status`, { status: "Completed" });
    await call("POST", `/admin/orders/${id}/refunds`, { amount: 50, reason: "Broken" });
    await call("POST", "/admin/orders", { items });
    await call("POST", `/sweets/${one}/purchase`, { quantity: 1 }, customer);
    await call("POST", `/sweets/${one}/restock`, { quantity: 1 });
    await call("POST", `/sweets/${one}/waste`, { quantity: 1, reason: "Old" });
    await call("PUT", `/sweets/${two}`, { description: `Made of milk and nuts, ${n}` });
    await call("PUT", `/admin/plans/${planned}`, { week: WEEK, orderBy: { days: 0, time: "20:00" } });
    await call("PUT", `/admin/plans/${planned}/${tomorrow}`, { capacity: 60 });
    await call("POST", `/admin/plans/${planned}/${tomorrow}/made`, { units: 5 });
    await call("POST", "/contact", QUESTION, customer);
    for (const path of ADMIN_READS) await call("GET", `/admin/${path}`);
    for (const path of ["stock", "stock/days"]) await call("GET", `/${path}?ids=${ids.join()}`);
    for (const path of ["", "/days"]) await call("GET", `/sweets/${planned}${path}`);
  }
  const { calls, exports, buyer } = await callsOf(database);
  const headersOf = await callersOf(database, buyer);
  const pages = Object.values(await publicPages(database));
  const reads: Pick<Call, "path" | "as" | "page">[] = [
    ...calls,
    ...[...exports.map(({ path }) => path), ...ADMIN_PAGES].map((path) => ({ path, as: "owner" as const, page: true })),
    ...["/cart", "/checkout"].map((path) => ({ path, as: "customer" as const, page: true })),
    ...pages.map((path) => ({ path, as: "nobody" as const })),
  ];
  for (const one of reads)
    for (let n = 0; n < times; n++) {
      const answer = await fetch(url + one.path, { headers: headersOf(one), redirect: "manual" });
      await answer.arrayBuffer();
      if (answer.status >= 400) throw new Error(`${one.path} answers ${answer.status}`);
    }
}

/** Which statements look at more blocks the more sweets or orders there are. It has no goals: some must. Only when it is named. */
export const statements: Part = async (world) => {
  const found: Map<string, Used>[] = [];
  for (const shop of SHOPS) found.push(await statementsOf(world, shop));
  const all = [...new Set(found.flatMap((shop) => [...shop.keys()]))].map((text) => ({
    text,
    used: found.map((shop) => shop.get(text)),
  }));
  const grown = all
    .map(({ text, used }) => ({ text, used, blocks: used.flatMap((one) => one?.blocks ?? []) }))
    .filter(({ blocks }) => Math.max(...blocks) > 3 * Math.min(...blocks) && Math.max(...blocks) > 50)
    .toSorted((a, b) => Math.max(...b.blocks) - Math.max(...a.blocks));
  return {
    rows: grown.map(({ text, used }) => ({
      what: text.slice(0, 60),
      ours: used.map((one) => (one ? whole(one.blocks) : "–")).join(" → "),
      limit: "blocks",
      goal: `… ${text.slice(60, 300)}`,
      met: null,
    })),
    more: all,
  };
};
