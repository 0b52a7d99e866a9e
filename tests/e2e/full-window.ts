import { addDays } from "@/lib/dates";
import { db } from "../support/shopper";

export const FULL = "This window is full (30 of 30). Move the order anyway?";

/**
 * As if thirty orders had the window from 1 pm on a day, which `run` is given: a Monday that the test of no other order has, far behind the days
 * that can be booked, so that the windows of the shared shop stay as they are.
 */
export async function withFullWindow(order: number, run: (day: string) => Promise<void>) {
  const day = addDays("2040-01-02", 7 * order);
  await db`insert into slot_places (date, from_time, pool, taken) values (${day}, '13:00', 'delivery', 30)`;
  try {
    await run(day);
  } finally {
    await db`delete from slot_places where date = ${day} and taken = 30`;
  }
}
