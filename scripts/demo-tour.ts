import fs from "node:fs";
import path from "node:path";

/** In the data folder of the demo. */
export const accountsFile = "demo.json";
/** What the stand-in of the payment gateway knows, there too: it must know the shop's payments for as long as the shop does. */
export const gatewayFile = "gateway.json";
export type DemoAccounts = Record<"owner" | "customer", { email: string; password: string }>;

const places = [
  ["/home", "the shop"],
  ["/products/kaju-katli", "sold out today, and made again tomorrow"],
  ["/festivals/mithai-mela", "a festival that is open"],
  ["/orders", "Asha's orders, in every state"],
  ["/admin", "the owner's day"],
  ["/admin?tab=kitchen", "what to make and to pack today"],
  ["/admin?tab=plans", "what will be made, by sweet and day"],
  ["/admin?tab=orders", "five weeks of orders"],
  ["/admin?tab=reports", "what came of it"],
  ["/api/docs", "the API"],
] as const;

/** What to look at in the demo, and the accounts to sign in with. */
export function demoTour(address: string, dataDir: string): string[] {
  const accounts: DemoAccounts = JSON.parse(fs.readFileSync(path.join(dataDir, accountsFile), "utf8"));
  const width = Math.max(...places.map(([where]) => where.length));
  return [
    "",
    "Nothing of it is real, and nobody is sent anything. Look at:",
    ...places.map(([where, what]) => `  ${address}${where.padEnd(width)}  ${what}`),
    "'Pay online' leads to a stand-in of the payment gateway on this machine, with the buttons Pay, Fail and Close. No money moves.",
    "Sign in, on this machine only:",
    ...Object.entries(accounts).map(([who, { email, password }]) => `  ${who.padEnd(8)}  ${email}  ${password}`),
    "",
  ];
}
