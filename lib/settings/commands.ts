import { eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import type { Section } from "@/db/constants/settings";
import { settings, settingsHistory, sweets } from "@/db/schema";
import { inTransaction, together } from "@/db/transaction";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors";
import { defaultSettings } from "./defaults";
import { lockSettingsAlone } from "./lock";
import { assertMayWrite } from "./permissions";
import { forgetSettings } from "./queries";
import type { SettingValues } from "./schema";

/** Throws `invalid` when a festival has a sweet that never was. One that was deleted stays. */
async function checkSweets(festivals: SettingValues["festivals"], db: Executor): Promise<void> {
  const ids = [...new Set(festivals.flatMap((festival) => festival.sweets))];
  if (ids.length === 0) return;
  const rows = await db.select({ id: sweets.id }).from(sweets).where(inArray(sweets.id, ids));
  const known = new Set(rows.map(({ id }) => id));
  const message = "There is no such sweet";
  const errors = festivals.flatMap((festival, at) =>
    festival.sweets.flatMap((id, index) => (known.has(id) ? [] : { path: `value.${at}.sweets.${index}`, message })),
  );
  if (errors.length > 0) throw new AppError("invalid", message, { errors });
}

/**
 * Saves a section whole and records the change. It waits for orders in progress: what is saved holds for every order that is placed later.
 * `version` is the one that the editor has read, 0 for the defaults. Throws `stale_version` when somebody else has saved the
 * section since, and `invalid` for a sweet that never was. Returns also what the section was `before`.
 */
export async function saveSettings<Name extends Section>(
  actor: Actor,
  section: Name,
  { version, value }: { version: number; value: SettingValues[Name] },
  db: Executor,
): Promise<{ version: number; value: SettingValues[Name]; before: SettingValues[Name] }> {
  assertMayWrite(actor, section);
  if (section === "festivals") await checkSweets(value as SettingValues["festivals"], db);
  const next = version + 1;
  const before = await inTransaction(db, async (tx) => {
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
    return (current?.value ?? defaultSettings[section]) as SettingValues[Name];
  });
  forgetSettings();
  return { version: next, value, before };
}
