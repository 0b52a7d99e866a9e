// The first plan of a shop has its pages rendered again, since they then offer a choice of a day (docs/behaviour.md#plans). Slow: it migrates
// a database of its own, in which nothing is planned.
import { expect, test, vi } from "vitest";
import { migrate } from "@/db/migrate";
import { anEmptyDatabase, anotherConnection } from "../support/migrations";

test("the first plan and the end of the last one notify the pages; those between do not", async () => {
  const { url, on } = await anEmptyDatabase();
  await migrate(url);
  // The sweets themselves do not matter here.
  await on`alter table plans drop constraint plans_sweet_id_sweets_id_fk`;
  const payloads: string[] = [];
  await anotherConnection(url).listen("pages", (payload) => payloads.push(payload));
  const plan = (...ids: number[]) => on`
    insert into plans (sweet_id, week, order_by_days, order_by_time)
    select id, array[1,1,1,1,1,1,1], 1, '20:00' from unnest(${ids}::int[]) id
    on conflict (sweet_id) do update set order_by_days = 2`;
  /** Notifications arrive in the order of their commits: with the last one, all before it have. */
  const notified = async (change: PromiseLike<unknown>) => {
    await change;
    await on.notify("pages", "last");
    await vi.waitFor(() => expect(payloads.at(-1)).toBe("last"));
    return payloads.splice(0).slice(0, -1);
  };
  const all = ['{"settings": true}'];
  expect(await notified(plan(1, 2))).toEqual(all);
  expect(await notified(plan(3))).toEqual([]);
  expect(await notified(on`delete from plans where sweet_id < 3`)).toEqual([]);
  expect(await notified(plan(3))).toEqual([]);
  expect(await notified(on`delete from plans`)).toEqual(all);
  expect(await notified(on`delete from plans`)).toEqual([]);
  expect(await notified(plan(4))).toEqual(all);
});
