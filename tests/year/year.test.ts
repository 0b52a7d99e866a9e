// `npm test -- year`: a year with its festivals, by the shop's own commands and a moved clock (scripts/sample-shop/live.ts): orders by pages,
// telephone and at the till, carts that change their day, cancels, payments, batches, corrections and what is thrown away.
// Slow: a command for each of these, one after the other; about ten minutes.
import { expect, test } from "vitest";
import { checkStock } from "@/db/check-stock";
import { addDays } from "@/lib/dates";
import { saveSettings } from "@/lib/settings/commands";
import { currentSettings } from "@/lib/settings/queries";
import { withMovedClock } from "@/scripts/sample-shop/clock";
import { live } from "@/scripts/sample-shop/live";
import { expectPlacesRight, expectPlansRight, expectStockRight } from "../support/database";
import { anAdmin, customers } from "../support/factories";
import { pool, sql } from "../support/sql";
import { expectPaiseRight, expectUnitsRight } from "../support/sums";

// YEAR_UNTIL ends it earlier, to try it.
const span = { from: "2027-01-01", until: new Date(`${process.env.YEAR_UNTIL || "2027-12-31"}T23:59:59+05:30`) };
const feasts = [
  ["makar-sankranti", "Makar Sankranti", "2027-01-15"],
  ["holi", "Holi", "2027-03-22"],
  ["gudi-padwa", "Gudi Padwa", "2027-04-07"],
  ["raksha-bandhan", "Raksha Bandhan", "2027-08-17"],
  ["ganesh-chaturthi", "Ganesh Chaturthi", "2027-09-04"],
  ["diwali", "Diwali", "2027-10-29"],
] as const;

test("a year: promised is set aside or short, and what came is sold, thrown away or there", async () => {
  const url = process.env.DATABASE_URL ?? "";
  const refused = await withMovedClock(url, async (setTime, on) => {
    await setTime(Date.parse("2026-12-31T22:00:00Z"));
    // Little of each sweet, so that days run out.
    const planned = await on`update plans set week = array_fill(6, array[7]) returning sweet_id`;
    const [owner, kitchen, counter] = [await anAdmin(), await anAdmin("kitchen"), await anAdmin("counter")];
    const { versions, values } = await currentSettings();
    const payments = { ...values.payments, upiId: "sample@example" };
    await saveSettings(owner, "payments", { version: versions.payments, value: payments }, pool);
    const value = feasts.map(([slug, name, day]) => ({
      ...{
        slug,
        name,
        text: null,
        days: [addDays(day, -1), day],
        sweets: planned.slice(0, 6).map((row) => row.sweet_id),
      },
      ...{ opensAt: `${addDays(day, -21)}T03:30:00.000Z`, closesAt: `${addDays(day, -3)}T14:30:00.000Z` },
    }));
    await saveSettings(owner, "festivals", { version: versions.festivals, value }, pool);
    const people = { owner, kitchen, counter, customers: await customers(40) };
    return live(on, setTime, { ...people, ...span, ordersPerDay: 12, seed: 2027 });
  });
  const [count] =
    await sql`select count(*)::int as orders, count(*) filter (where day is not null)::int as later from orders`;
  console.log("orders", count, "refused", refused);
  expect(count?.later).toBeGreaterThan(100);
  for (const code of ["insufficient_stock", "day_closed"]) expect(refused).toHaveProperty(code);
  await expectUnitsRight();
  await expectPaiseRight();
  await expectStockRight();
  await expectPlansRight();
  await expectPlacesRight();
  expect((await checkStock(url)).differences).toEqual([]);
});
