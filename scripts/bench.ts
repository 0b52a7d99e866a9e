// `npm run bench`: every goal of speed, measured on a production build of its own. `npm run bench -- api pages` runs only the parts that are named:
//   pages  api  growth  orders  hot  logins  bytes  cold  soft  lighthouse  admin  invoices  messages  memory  explain  overload
// and, only when they are named, big: a shop of a million orders (an hour for its data at first, 25 GB), endurance: an hour of ordinary load, and
// peers: other shops that are running beside (docs/peers.md).
// Options: --quick (one short round, to see that it runs), --long (overload for ten minutes), --fresh (seed anew),
// --seconds=10 (instead of three for each run, on a machine that is busy with other things), --cpu=7 (lighthouse as a cheap phone).
import fs from "node:fs";
import path from "node:path";
import { failWith } from "./failures";
import { installPackages, root } from "./install.mjs";

const folder = path.join(root, "tests/bench");
const isInstalled = (name: string) => fs.existsSync(path.join(folder, "node_modules", name));

async function main() {
  // The load generator and Lighthouse are large, and nothing else needs them: their own package, installed here only.
  if (!isInstalled("autocannon") || !isInstalled("lighthouse"))
    await installPackages("Installing the load generator and Lighthouse", folder);
  Object.assign(process.env, { NODE_ENV: "production" });
  await import("@/tests/bench/bench");
}

main().catch(failWith);
