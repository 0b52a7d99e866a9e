// The first plan of a shop has its pages rendered again, since they then offer a choice of a day (docs/behaviour.md#plans).
import { expect, test } from "vitest";
import { pageNotifications } from "../support/database";
import { anotherConnection } from "../support/migrations";
import { aMigratedDatabase } from "../support/postgres";

test("the first plan and the end of the last one notify the pages; those between do not", async () => {
  const on = anotherConnection(await aMigratedDatabase());
  // The sweets themselves do not matter here.
  await on`alter table plans drop constraint plans_sweet_id_sweets_id_fk`;
  const received = await pageNotifications(on);
  const plan = (...ids: number[]) => on`
    insert into plans (sweet_id, week, order_by_days, order_by_time)
    select id, array[1,1,1,1,1,1,1], 1, '20:00' from unnest(${ids}::int[]) id
    on conflict (sweet_id) do update set order_by_days = 2`;
  const notified = async (change: PromiseLike<unknown>) => {
    await change;
    return received();
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
