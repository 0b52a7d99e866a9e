import { desc, eq } from "drizzle-orm";
import { readDb } from "@/db/client";
import type { Section } from "@/db/constants/settings";
import { settingsHistory, users } from "@/db/schema";
import { type Actor, assertMay } from "@/lib/auth/actor";
import { authorText } from "@/lib/auth/author";
import { settingChanges } from "./form-texts";
import { assertMayRead } from "./permissions";
import { sweetNames } from "./queries";

/** The changes of a section in words, the newest first. */
export async function listHistory(actor: Actor, section: Section, limit: number, db = readDb()) {
  assertMayRead(actor, section);
  const rows = await db
    .select({
      version: settingsHistory.version,
      at: settingsHistory.at,
      /** Null when the account is gone. */
      by: authorText(users),
      from: settingsHistory.from,
      to: settingsHistory.to,
    })
    .from(settingsHistory)
    .leftJoin(users, eq(users.id, settingsHistory.byUserId))
    .where(eq(settingsHistory.section, section))
    .orderBy(desc(settingsHistory.version))
    .limit(limit + 1);
  const sweets = section === "festivals" ? await sweetNames(assertMay(actor, "opening:read"), db) : [];
  return {
    entries: rows.slice(0, limit).map(({ from, to, ...entry }) => ({
      ...entry,
      changes: settingChanges(section, [from, to], sweets),
    })),
    hasMore: rows.length > limit,
  };
}
export type HistoryEntry = Awaited<ReturnType<typeof listHistory>>["entries"][number];
