import postgres from "postgres";
import type { Part } from "../bench";
import { effort, median } from "../measure";
import { signedIn } from "../world";

/** Invoices as PDF, drawn in a thread beside the event loop: each for the first time, again, and fifty in one file. */
export const invoices: Part = async (world) => {
  const database = await world.database(10_000);
  const shop = await world.serve(database);
  const sql = postgres(database, { max: 1 });
  try {
    const [owner] = await signedIn(database, 1, "admin");
    const count = effort.rounds * 4;
    const orders = await sql<{ id: number }[]>`
      select order_id as id from invoices where kind <> 'credit_note' order by id desc limit ${count + 50}`;
    const ids = orders.map(({ id }) => id);
    const get = async (path: string, headers: Record<string, string>) => {
      const began = performance.now();
      const answer = await fetch(shop.url + path, { headers });
      const bytes = await answer.arrayBuffer();
      if (answer.status !== 200 || !answer.headers.get("content-type")?.includes("pdf") || bytes.byteLength < 5000)
        throw new Error(`${path}: ${answer.status}, ${bytes.byteLength} bytes`);
      return performance.now() - began;
    };
    const one = (id: number | undefined) =>
      get(`/api/admin/orders/${id}/invoice.pdf`, { authorization: `Bearer ${owner?.token}` });
    const starts = await one(ids[0]); // the thread
    const drawn: number[] = [];
    const again: number[] = [];
    for (const id of ids.slice(1, count)) {
      drawn.push(await one(id));
      again.push(await one(id));
    }
    const many = await get(`/admin/orders/invoices?ids=${ids.slice(count, count + 50).join()}`, {
      cookie: owner?.cookie ?? "",
    });
    const row = (what: string, ms: number, most: number) => ({
      what,
      ours: `${ms.toFixed(0)} ms`,
      goal: `≤ ${most} ms`,
      met: ms <= most,
    });
    return {
      rows: [
        row("an invoice as PDF, the first of the process", starts, 3000),
        row("an invoice as PDF, drawn", median(drawn), 500),
        row("the same again", median(again), 50),
        row("fifty invoices in one PDF, drawn", many, 3000),
      ],
    };
  } finally {
    await sql.end();
    await shop.stop();
  }
};
