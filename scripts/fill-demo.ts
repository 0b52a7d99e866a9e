// The first start of `npm run demo` fills its folder with this: five weeks of a shop, and two accounts to sign in with. The file of the
// accounts is written last, so that a folder without it was not filled.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { migrate } from "@/db/migrate";
import { RazorpayStandIn } from "@/tests/support/razorpay";
import { command } from "./command";
import { accountsFile, type DemoAccounts, gatewayFile } from "./demo-tour";
import { step } from "./processes.mjs";

const DAYS = 35;

void command("npm run demo", { makes: true }, async ({ url, settings }) => {
  const secret = () => randomBytes(9).toString("base64url");
  const accounts: DemoAccounts = {
    owner: { email: "owner@example.com", password: secret() },
    customer: { email: "asha@example.com", password: secret() },
  };
  await migrate(url);
  // Signs cookies that no browser gets.
  process.env.AUTH_SECRET ??= randomBytes(32).toString("base64url");
  const gateway = await RazorpayStandIn.start({ file: path.join(settings.DATA_DIR, gatewayFile) });
  Object.assign(process.env, gateway.environment);
  const { fillDemo } = await import("./sample-shop/demo");
  await step("Making five weeks of orders", () => fillDemo(url, accounts, DAYS, new Date(), gateway));
  await gateway.close();
  fs.writeFileSync(path.join(settings.DATA_DIR, accountsFile), `${JSON.stringify(accounts)}\n`, { mode: 0o600 });
});
