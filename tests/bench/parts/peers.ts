import type { Part } from "../bench";
import { compare, effort, type Load, whole } from "../measure";
import { processorMs } from "../peers/processor";
import { check, type Kind, medusaShop, nextFasterShop, ourShop, type Shop, vendureShop } from "../peers/shops";
import { WEBHOOK_HERE, withWebhook } from "../webhook";

/** How many times the peer's rate ours shall be; what has no goal is measured only. */
const goals: Record<string, Partial<Record<Kind, number>>> = {
  Vendure: { list: 3, product: 5, search: 20, order: 8 },
  NextFaster: { page: 20, "category page": 20 },
};
const words: Record<Kind, string> = {
  list: "list of 12, API",
  "grouped list": "the same grouped by product, as storefronts ask",
  product: "one product, API",
  search: "search by a word, API",
  order: "orders end to end",
  page: "list page",
  "category page": "list page of a category",
};

/** Some answers and orders take seconds: the peer is loaded for longer then than ours. */
const secondsOf = (name: string, kind: Kind) => {
  if (name === "Medusa") return kind === "order" ? 30 : 15;
  return Math.max(effort.seconds, kind === "order" || kind === "search" ? 15 : 0);
};

/** Of the peer's processes and its database's, whose numbers VENDURE_PIDS and the like give; without them rates alone are compared. */
function cpuOf(name: string) {
  const pids = process.env[`${name.toUpperCase()}_PIDS`]?.split(" ").map(Number);
  return pids && (() => processorMs(pids));
}

/** The peers whose addresses the environment gives; says which are left out. */
async function running(): Promise<Shop[]> {
  const { VENDURE_URL, MEDUSA_URL, MEDUSA_KEY, NEXTFASTER_URL } = process.env;
  const found: Shop[] = [];
  if (VENDURE_URL) found.push(await vendureShop(VENDURE_URL));
  else console.log("Vendure is left out: VENDURE_URL is not set.");
  if (NEXTFASTER_URL) found.push(nextFasterShop(NEXTFASTER_URL));
  else console.log("NextFaster is left out: NEXTFASTER_URL (of a list page) is not set.");
  if (MEDUSA_URL && MEDUSA_KEY) found.push(await medusaShop(MEDUSA_URL, MEDUSA_KEY));
  else console.log("Medusa is left out: MEDUSA_URL or MEDUSA_KEY is not set.");
  if (found.length === 0) throw new Error("no peer is running: docs/peers.md says how to install them");
  return found;
}

/**
 * Other shops on this machine, each in turn with ours, which has a webhook, round after round: 10 clients with keep-alive, about as many products. Only when
 * it is named: the peers are installed and started by hand (docs/peers.md).
 */
export const peers: Part = async (world) => {
  const others = await running();
  const database = await world.database(10_000);
  const shop = await world.serve(database, WEBHOOK_HERE);
  const receiver = await withWebhook(shop, database);
  try {
    const ours = await ourShop(shop.url, database);
    const rows = [];
    const more: Record<string, unknown> = {};
    for (const other of others)
      for (const [kind, theirs] of Object.entries(other.asks) as [Kind, NonNullable<Shop["asks"][Kind]>][]) {
        const mine = ours.asks[kind] as typeof theirs;
        await check(other, theirs);
        await check(ours, mine);
        const light = other.asks.list ?? theirs;
        const rest = () => check(other, light, 1);
        const load: Load = { ...theirs.load, seconds: secondsOf(other.name, kind), rest, cpu: cpuOf(other.name) };
        const results = await compare([
          [other.name, load],
          ["ours", { ...mine.load, cpu: shop.cpu }],
        ]);
        const [limit, own] = [results.get(other.name), results.get("ours")];
        if (!limit || !own) continue;
        if (limit.p99 === 0) throw new Error(`${other.name}: nothing was completed (${words[kind]})`);
        const goal = goals[other.name]?.[kind];
        console.log(`  ${words[kind]}, ${other.name}: ${rate(limit.perSecond)}, ours ${rate(own.perSecond)}`);
        more[`${words[kind]}, ${other.name}`] = { theirs: limit, ours: own };
        rows.push({
          what: `${words[kind]}, ${other.name} (p99 ${whole(own.p99)} ms; theirs ${whole(limit.p99)})`,
          ours: rate(own.perSecond),
          limit: rate(limit.perSecond),
          ratio: own.ratio,
          cpuRatio: load.cpu && own.cpuRatio,
          goal: goal ? `≥ ${goal} × ${other.name}` : "",
          met: goal ? own.ratio >= goal : null,
        });
      }
    return { rows, more };
  } finally {
    await shop.stop();
    receiver.close();
  }
};

const rate = (perSecond: number) => `${perSecond < 20 ? perSecond.toFixed(1) : whole(perSecond)} /s`;
