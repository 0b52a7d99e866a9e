import type { Part } from "../bench";
import { timed } from "../measure";
import { signedIn } from "../world";

/** Admin pages and reports with 100,000 orders and 10,000 sweets, one after another: the server's time with the way there. */
export const admin: Part = async (world) => {
  const database = await world.database(10_000);
  const shop = await world.serve(database);
  try {
    const [owner] = await signedIn(database, 1, "admin");
    const api = { authorization: `Bearer ${owner?.token}` };
    const browser = { cookie: owner?.cookie ?? "" };
    const calls: [string, Record<string, string>][] = [
      ["/api/admin/orders", api],
      ["/api/admin/orders?status=Completed&page=500&pageSize=100", api],
      ["/api/admin/stats", api],
      ["/api/admin/reports/top-products", api],
      ["/api/admin/reports/sales-by-day?days=90", api],
      ["/admin", browser],
      ["/admin?tab=reports", browser],
      ["/admin/orders", browser],
      ["/admin/orders?search=sharma", browser],
      ["/admin/customers", browser],
    ];
    const rows = [];
    for (const [path, headers] of calls) {
      const ask = async () => {
        const answer = await fetch(shop.url + path, { headers, redirect: "manual" });
        await answer.arrayBuffer();
        return answer.status;
      };
      const status = await ask();
      if (status !== 200) {
        rows.push({ what: `${path} answers ${status}`, ours: "–", goal: "≤ 200 ms", met: false });
        continue;
      }
      const ms = await timed(ask);
      rows.push({ what: path, ours: `${ms.toFixed(0)} ms`, goal: "≤ 200 ms", met: ms <= 200 });
    }
    return { rows };
  } finally {
    await shop.stop();
  }
};
