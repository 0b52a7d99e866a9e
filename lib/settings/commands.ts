import { sql } from "drizzle-orm";
import { type Executor, writeDb } from "@/db/client";
import { prepared } from "@/db/prepared";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors";
import type { Section } from "./constants";
import { forgetSettings } from "./queries";
import type { SettingValues } from "./schema";

const p = sql.placeholder;

const callSaveSettings = prepared((db) =>
  db
    .select({ outcome: sql<"ok" | "stale">`outcome`, version: sql<number>`version` })
    .from(sql`save_settings(${p("section")}::text, ${p("version")}::int, ${p("value")}::jsonb, ${p("by")}::int)`)
    .prepare("save_settings"),
);

/**
 * Saves a section whole. `version` is the one that the editor has read. Admins only. Throws `stale_version` when somebody else has saved
 * the section since.
 */
export async function saveSettings<Name extends Section>(
  actor: Actor,
  section: Name,
  { version, value }: { version: number; value: SettingValues[Name] },
  db: Executor = writeDb(),
): Promise<{ version: number; value: SettingValues[Name] }> {
  assertAdmin(actor);
  const [saved] = await callSaveSettings(db).execute({ section, version, value: JSON.stringify(value), by: actor.id });
  if (!saved) throw new Error("save_settings returned no row");
  if (saved.outcome === "stale")
    throw new AppError("stale_version", "Someone else has changed these settings. Please reload and try again.");
  forgetSettings();
  return { version: saved.version, value };
}
