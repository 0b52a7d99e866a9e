import fs from "node:fs";
import path from "node:path";
import { root } from "@/scripts/install.mjs";
import { CliError, endAll } from "@/scripts/processes.mjs";
import { busy, type Row } from "./measure";
import { admin } from "./parts/admin";
import { api } from "./parts/api";
import { big } from "./parts/big";
import { bytes } from "./parts/bytes";
import { cold } from "./parts/cold";
import { endurance } from "./parts/endurance";
import { explain } from "./parts/explain";
import { growth } from "./parts/growth";
import { hot } from "./parts/hot";
import { invoices } from "./parts/invoices";
import { lighthouse } from "./parts/lighthouse";
import { logins } from "./parts/logins";
import { memory } from "./parts/memory";
import { messages } from "./parts/messages";
import { orders } from "./parts/orders";
import { overload } from "./parts/overload";
import { pages } from "./parts/pages";
import { peers } from "./parts/peers";
import { soft } from "./parts/soft";
import { statements } from "./parts/statements";
import { tap } from "./parts/tap";
import { makeWorld, type World } from "./world";

/** A part measures some goals; `more` goes into the JSON beside the rows. */
export type Part = (world: World) => Promise<{ rows: Omit<Row, "part">[]; more?: unknown }>;

const parts: Record<string, Part> = {
  memory,
  pages,
  api,
  growth,
  orders,
  hot,
  logins,
  bytes,
  cold,
  soft,
  tap,
  lighthouse,
  admin,
  invoices,
  messages,
  explain,
  overload,
  statements,
  endurance,
  big,
  peers,
};
/** Run only when they are named: the first has no goals, two take long, the last needs other shops that are running. */
const onlyNamed = ["statements", "endurance", "big", "peers"];

async function main() {
  const named = process.argv.slice(2).filter((word) => !word.startsWith("--"));
  const unknown = named.filter((name) => !(name in parts));
  if (unknown.length > 0)
    throw new CliError(`There is no part ${unknown.join(", ")}: ${Object.keys(parts).join(", ")}.`);
  const chosen = Object.entries(parts).filter(([name]) =>
    named.length === 0 ? !onlyNamed.includes(name) : named.includes(name),
  );

  const before = busy();
  const world = await makeWorld();
  const rows: Row[] = [];
  const more: Record<string, unknown> = {};
  const failed: Record<string, string> = {};
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void world.end().then(() => endAll().then(() => process.exit(130))));
  try {
    for (const [name, part] of chosen) {
      console.log(`\n${name} (load average ${busy().load.join(" ")})`);
      try {
        const result = await part(world);
        for (const row of result.rows) {
          rows.push({ part: name, ...row });
          print([{ part: name, ...row }]);
        }
        if (result.more !== undefined) more[name] = result.more;
      } catch (error) {
        failed[name] = error instanceof Error ? error.message : String(error);
        console.error(`${name} could not be measured: ${failed[name]}`);
      }
    }
  } finally {
    await world.end();
  }
  const results = path.join(root, "tests/bench/results");
  fs.mkdirSync(results, { recursive: true });
  const file = path.join(results, `${new Date().toISOString().replace(/[:.]/g, "-")}.json`);
  const conditions = { node: process.version, before, after: busy() };
  fs.writeFileSync(
    file,
    `${JSON.stringify({ at: new Date().toISOString(), conditions, rows, more, failed }, null, 2)}\n`,
  );

  console.log("\nAll of it:");
  print(rows);
  const { cores, model, load } = conditions.after;
  console.log(
    `\n${cores} cores (${model}), Node.js ${process.version}; load average before ${before.load.join(" ")}, after ${load.join(" ")}`,
  );
  const missed = rows.filter((row) => row.met === false).length;
  console.log(`${rows.filter((row) => row.met).length} goals met, ${missed} not; ${path.relative(root, file)}`);
  for (const [name, why] of Object.entries(failed)) console.log(`Not measured: ${name}: ${why}`);
  return Object.keys(failed).length > 0 ? 1 : 0;
}

function print(rows: Row[]) {
  for (const { part, what, ours, limit, ratio, cpuRatio, goal, met } of rows)
    console.log(
      [
        (met === null ? "  " : met ? "✓ " : "✗ ") + `${part}: ${what}`.padEnd(66),
        ours.padStart(20),
        (limit ?? "").padStart(16),
        (ratio === undefined ? "" : `× ${ratio.toFixed(2)}`).padStart(8),
        (cpuRatio ? `(CPU × ${cpuRatio.toFixed(2)})` : "").padStart(13),
        `  ${goal}`,
      ].join(" "),
    );
}

void main()
  .then(async (code) => {
    await endAll();
    process.exit(code);
  })
  .catch(async (error) => {
    console.error(error?.constructor?.name === "CliError" ? error.message : error); // also of the copy
    await endAll();
    process.exit(1);
  });
