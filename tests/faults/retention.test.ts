// nightly: starts three instances, one for each date; guards lib/people, lib/clock.ts, server/jobs
// What is stored for a time goes when the shop's clock says so, whoever has written it (docs/behaviour.md#how-long-data-is-stored).
// Each rule of it: tests/domain/privacy.test.ts.
import { expect, test } from "vitest";
import { sql } from "../support/sql";
import { anInstance, aStockedInstance, call, contact, order, until } from "./shop";

test("an instance whose clock is later clears what others have stored, and nothing that it stores itself", async () => {
  const { shop, person, sweet, owner } = await aStockedInstance();
  const { body: placed } = await order(shop, person.token, [sweet.id]);
  expect((await contact(shop)).status).toBe(201);
  await sql`update enquiries set done_at = now()`;
  const left = async () => {
    const [row] = await sql`
      select (select count(*)::int from enquiries) as enquiries, (select count(*)::int from messages) as messages,
             (select count(*)::int from orders where recipient_name is not null) as named`;
    return row as { enquiries: number; messages: number; named: number };
  };
  const before = await left();
  expect(before).toMatchObject({ enquiries: 1, named: 1 });
  expect(before.messages).toBeGreaterThan(0);
  await shop.stop();

  // 91 days later the messages are gone; a year later the enquiry; after the years of the law the person in the order.
  const in91Days = await anInstance({ SHOP_CLOCK: new Date(Date.now() + 91 * 86_400_000).toISOString() });
  await until(async () => (await left()).messages === 0);
  expect(await left()).toMatchObject({ enquiries: 1, named: 1 });
  await in91Days.stop();

  const year = new Date().getUTCFullYear();
  const later = await anInstance({ SHOP_CLOCK: `${year + 10}-01-01T00:00:00Z` });
  await until(async () => (await left()).named === 0);
  expect(await left()).toEqual({ enquiries: 0, messages: 0, named: 0 });
  const { body } = await call(later, "GET", `/api/orders/${placed.id}`, person);
  expect(body).toMatchObject({ id: placed.id, total: placed.total, recipientName: null, deliveryAddress: null });

  // Its own are new: the job has run again since, as the enquiry shows that was stored before the start.
  const [own, old] = [
    await order(later, person.token, [sweet.id]),
    await sql`insert into enquiries (kind, name, email, phone, message, done_at)
              values ('contact', 'Asha', 'asha@mithaas.test', '98', 'Thanks', now() - interval '1 day') returning id`,
  ];
  expect(own.status).toBe(201);
  await until(async () => (await sql`select 1 from enquiries where id = ${old[0]?.id}`).length === 0);
  const { body: seen } = await call(later, "GET", `/api/admin/orders`, { token: owner });
  expect(JSON.stringify(seen)).toContain("12 Marine Drive");
  expect((await left()).messages).toBeGreaterThan(0);
});
