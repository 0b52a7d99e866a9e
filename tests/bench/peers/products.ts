// The bench shop's 10,000 sweets as JSON, so that every peer sells the same products: npx tsx tests/bench/peers/products.ts products.json
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { migrate } from "@/db/migrate";
import { seed } from "@/db/seed/seed";
import { startPostgres } from "@/scripts/embedded-postgres";
import { seedLarge } from "@/tests/bench/large-data";

async function main() {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-products-"));
  if (process.getuid?.() === 0) fs.chmodSync(dataDir, 0o711);
  const server = await startPostgres({ dataDir, log: console.log, throwaway: true });
  try {
    await migrate(server.url);
    await seed(server.url);
    await seedLarge(server.url, { sweets: 10_000 - 61, orders: 0 });
    const sql = postgres(server.url, { max: 1 });
    const rows = await sql`select slug, name, description, price, category from sweets order by id`;
    await sql.end();
    fs.writeFileSync(process.argv[2] ?? "products.json", `${JSON.stringify(rows)}\n`);
    console.log(`${rows.length} products`);
  } finally {
    await server.stop();
  }
}

void main();
