// npm run check-stock: checks that for every sweet the sum of its ledger is its quantity (docs/behaviour.md#stock), and that carts
// hold what the ledger says they hold; that as many places of each window are taken as orders hold one; that what orders store of
// their payments is what the ledger of payments says; that documents are the sum of their lines, and that no number of a series is
// missing. Prints a line for each difference, and exits with 1.
import { checkPayments } from "@/db/check-payments";
import { checkStock } from "@/db/check-stock";
import { command } from "./command";

void command("npm run check-stock", { makes: false }, async ({ url }) => {
  const stock = await checkStock(url);
  const money = await checkPayments(url);
  const differences = [...stock.differences, ...money.differences];
  for (const line of differences) console.log(line);
  if (differences.length > 0) {
    process.exitCode = 1;
    return;
  }
  console.log(
    `Stock is right: for all ${stock.sweets} sweets the sum of the ledger is the quantity; ${stock.held} units are held in carts.`,
  );
  console.log(
    `Payments are right: orders agree with ${money.payments} entries of the ledger; ${money.documents} documents add up, and no number is missing.`,
  );
});
