// npm run seed-large -- [sweets] [orders]: fills a database for load tests (10,000 sweets and 100,000 orders unless said otherwise).
import { migrate } from "@/db/migrate";
import { seed } from "@/db/seed/seed";
import { MOST_SWEETS, seedLarge } from "@/tests/bench/large-data";
import { command } from "./command";
import { CliError, step } from "./processes.mjs";

const usage = `Say how much: npm run seed-large -- SWEETS ORDERS, such as 10000 100000 (sweets at most ${MOST_SWEETS.toLocaleString("en")}).`;

void command("npm run seed-large", { makes: true }, async ({ url }) => {
  const [sweets = 10_000, orders = 100_000] = process.argv.slice(2).map((text) => Number(text.replace(/[,_]/g, "")));
  if (![sweets, orders].every((n) => Number.isInteger(n) && n >= 0) || sweets < 1 || sweets > MOST_SWEETS)
    throw new CliError(usage);
  await migrate(url, console.log);
  await seed(url, console.log);
  await step("Making sweets and orders", () => seedLarge(url, { sweets, orders }));
});
