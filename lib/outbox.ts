import { eq } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { messages, settings } from "@/db/schema";
import { run } from "@/db/transaction";
import type { SwitchableKind } from "@/lib/messages/constants";
import { defaultSettings } from "@/lib/settings/defaults";
import type { SettingValues } from "@/lib/settings/schema";

/** A message to be sent. `event` names what happened: each event has one message, however often it is added. */
export type NewMessage = Pick<
  typeof messages.$inferInsert,
  "event" | "orderId" | "sweetId" | "paymentId" | "enquiryId"
> & { kind: SwitchableKind };

/**
 * The statement that stores messages in the transaction of their event, those of a kind that the owner has left on. False when there is
 * nothing to be stored. lib/messages sends them later.
 */
export function insertMessages(tx: Executor, switches: SettingValues["messages"], all: readonly NewMessage[]) {
  const wanted = all.filter(({ kind }) => switches[kind]);
  return wanted.length > 0 && tx.insert(messages).values(wanted).onConflictDoNothing({ target: messages.event });
}

/** Stores messages, for a transaction that has not read the settings. */
export async function addMessages(tx: Executor, all: readonly NewMessage[]): Promise<void> {
  const [row] = await run(tx.select({ value: settings.value }).from(settings).where(eq(settings.section, "messages")));
  const switches = { ...defaultSettings.messages, ...(row?.value as Partial<SettingValues["messages"]> | undefined) };
  const statement = insertMessages(tx, switches, all);
  if (statement) await run(statement);
}
