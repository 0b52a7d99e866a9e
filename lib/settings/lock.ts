import { sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { settings } from "@/db/schema";
import { built, lockKey, once } from "@/db/transaction";
import { readSettings, type Settings } from "./queries";

/** The key of the advisory lock that stands for all settings. */
const SETTINGS_LOCK = sql.raw("7411986");

/** Until the transaction ends the settings stay as they are. Transactions that need this do not wait for each other. */
export const lockSettings = built((tx) =>
  tx.select({ locked: sql`pg_advisory_xact_lock_shared(${SETTINGS_LOCK})` }).from(once),
);

/** To change settings: waits for the transactions that rely on them. */
export const lockSettingsAlone = (tx: Executor) => lockKey(tx, SETTINGS_LOCK);

/** For `settingsOf`; to be sent after `lockSettings`. */
export const selectRevision = built((tx) =>
  tx.select({ revision: sql<number>`coalesce(sum(${settings.version}), 0)`.mapWith(Number) }).from(settings),
);

/** The settings of a revision: those that are known already, unless somebody has changed them since. */
export const settingsOf = async (tx: Executor, known: Settings, [row]: { revision: number }[]): Promise<Settings> =>
  row?.revision === known.revision ? known : readSettings(tx);
