// npm run check-stock: checks that for every sweet the sum of its ledger is its quantity (docs/behaviour.md#stock), and that carts hold
// what the ledger says they hold; and that as many places of each window are taken as orders hold one. Prints a line for each
// sweet and window where that is not so, and exits with 1.
import { checkStock } from "@/db/check-stock";
import { command } from "./command";

void command("npm run check-stock", { makes: false }, async ({ url }) => {
  const { differences, sweets, held } = await checkStock(url);
  for (const line of differences) console.log(line);
  if (differences.length > 0) process.exitCode = 1;
  else
    console.log(
      `Stock is right: for all ${sweets} sweets the sum of the ledger is the quantity; ${held} units are held in carts.`,
    );
});
