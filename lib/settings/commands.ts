import { eq, sql } from "drizzle-orm";
import { type Executor, writeDb } from "@/db/client";
import { settings, settingsHistory } from "@/db/schema";
import { inTransaction, together } from "@/db/transaction";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors";
import type { Section } from "./constants";
import { lockSettingsAlone } from "./lock";
import { forgetSettings } from "./queries";
import type { SettingValues } from "./schema";

/**
 * Saves a section whole and records the change. It waits for orders in progress: what is saved holds for every order that is placed later.
 * `version` is the one that the editor has read, 0 for the defaults. Admins only. Throws `stale_version` when somebody else has saved the
 * section since.
 */
export async function saveSettings<Name extends Section>(
  actor: Actor,
  section: Name,
  { version, value }: { version: number; value: SettingValues[Name] },
  db: Executor = writeDb(),
): Promise<{ version: number; value: SettingValues[Name] }> {
  assertAdmin(actor);
  const next = version + 1;
  await inTransaction(db, async (tx) => {
    const [, [current]] = await together(
      lockSettingsAlone(tx),
      tx
        .select({ version: settings.version, value: settings.value })
        .from(settings)
        .where(eq(settings.section, section)),
    );
    if ((current?.version ?? 0) !== version)
      throw new AppError("stale_version", "Someone else has changed these settings. Please reload and try again.");
    await together(
      tx
        .insert(settings)
        .values({ section, version: next, value })
        .onConflictDoUpdate({
          target: settings.section,
          set: { version: next, value, updatedAt: sql`now()` },
        }),
      tx
        .insert(settingsHistory)
        .values({ section, version: next, from: current?.value ?? null, to: value, byUserId: actor.id }),
    );
  });
  forgetSettings();
  return { version: next, value };
}
