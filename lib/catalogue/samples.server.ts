import { driver, type Executor, readDb, writeDb } from "@/db/client";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors";
import { deleteSweet } from "./edit.server";

/** The sweets that came with the shop and that nobody has saved since. Admins only. */
export async function listSamples(actor: Actor): Promise<{ id: number; name: string }[]> {
  assertAdmin(actor);
  return driver(readDb())<{ id: number; name: string }[]>`
    select id, name from sweets where sample and deleted_at is null order by lower(name), id`;
}

/** Makes every sample sweet the owner's own, as saving each would. Admins only. */
export async function acceptSamples(actor: Actor, db: Executor = writeDb()): Promise<void> {
  assertAdmin(actor);
  await driver(db)`
    update sweets set sample = false, updated_at = now(), version = version + 1 where sample and deleted_at is null`;
}

/** Deletes every sample sweet, each on its own: orders that hold it stay whole. Admins only. */
export async function deleteSamples(actor: Actor, db: Executor = writeDb()): Promise<void> {
  for (const { id } of await listSamples(actor)) {
    // One that somebody deleted meanwhile is gone all the same.
    await deleteSweet(actor, id, db).catch((error) => {
      if (!(error instanceof AppError && error.code === "not_found")) throw error;
    });
  }
}
