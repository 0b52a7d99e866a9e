import type { Part } from "../bench";
import { timed } from "../measure";
import { someOrder, someSweets } from "../routes";
import { signedIn } from "../world";

/** Admin pages and reports with 100,000 orders and 10,000 sweets, one after another: the server's time with the way there. */
export const admin: Part = async (world) => {
  const database = await world.database(10_000);
  const shop = await world.serve(database);
  try {
    const [owner] = await signedIn(database, 1, "admin");
    const [sweet] = await someSweets(database, 1);
    const order = await someOrder(database);
    const api = { authorization: `Bearer ${owner?.token}` };
    const browser = { cookie: owner?.cookie ?? "" };
    const calls: [string, Record<string, string>][] = [
      ["/api/admin/orders", api],
      ["/api/admin/orders?status=Completed&page=500&pageSize=100", api],
      ["/api/admin/stats", api],
      ["/api/admin/reports/top-products", api],
      ["/api/admin/reports/sales-by-day?days=90", api],
      ["/api/admin/plans?from=2026-12-01&to=2026-12-31", api],
      ["/api/admin/kitchen", api],
      ["/admin", browser],
      ["/admin?tab=products", browser],
      ["/admin?tab=products&search=barfi&page=9", browser],
      ["/admin?tab=products&category=Cakes&sort=price:asc", browser],
      ["/admin?tab=orders", browser],
      ["/admin?tab=orders&status=Completed&page=500", browser],
      ["/admin?tab=orders&search=98", browser],
      ["/admin?tab=plans&view=month", browser],
      ["/admin?tab=kitchen", browser],
      ["/admin?tab=reports", browser],
      ["/admin?tab=reports&days=90", browser],
      ["/admin/orders", browser],
      ["/admin/orders?search=sharma", browser],
      [`/admin/orders/${order}`, browser],
      [`/admin/orders/${order}/slip`, browser],
      [`/admin/sweets/${sweet}`, browser],
      ["/admin/customers", browser],
      ["/admin/customers?search=sharma", browser],
      ["/admin/enquiries", browser],
      ["/admin/orders/news?seen=1", browser],
      ["/admin/reports/export?days=90", browser],
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
