import { createHmac } from "node:crypto";
import { and, desc, eq, lt, sql } from "drizzle-orm";
import { type Executor, writeDb } from "@/db/client";
import { mailSendings, messages } from "@/db/schema";
import { env } from "@/lib/env";
import { customerKinds, linkKinds, type MessageKind, mailLimits, OWNER_MAILS_A_MINUTE, ownerKinds } from "./constants";

/** A message that is being sent. `address`: of whoever gets it, in lower case; null for nobody. */
type Sending = { id: number; kind: MessageKind; attempts: number; address: string | null };

/** An address as it is counted. It is a hash with the shop's secret, so that the counts name nobody. */
const recipientOf = (address: string) =>
  createHmac("sha256", env.AUTH_SECRET).update(`mail to ${address}`).digest("base64url");

const isOneOf = <Kind extends string>(kinds: readonly Kind[], kind: string): kind is Kind =>
  (kinds as readonly string[]).includes(kind);

/**
 * Whether a message that was taken may be given to the mail server now; then it is counted. `later`: it was put back, and waits until the limit of its
 * recipient allows it. `never`: a link that nobody needs, since enough of them have just been sent.
 */
export async function permitMail(taken: Sending, db: Executor = writeDb()): Promise<"now" | "later" | "never"> {
  const { id, kind, attempts, address } = taken;
  if (isOneOf(ownerKinds, kind)) return (await permitForOwner(taken, db)) ? "now" : "later";
  // Nobody gets it any more, which is found out when its text is made.
  if (address === null) return "now";
  const { hour, day } = mailLimits[isOneOf(linkKinds, kind) ? "link" : "mail"];
  const recipient = recipientOf(isOneOf(linkKinds, kind) ? `${address}, links` : address);
  return db.transaction(async (tx) => {
    const [counted] = await tx.execute<{ until: string | null }>(
      sql`select count_mail(${recipient}, ${id}, ${attempts}, ${hour}, ${day})::text as until`,
    );
    const until = counted?.until ?? null;
    if (until === null) return "now";
    if (isOneOf(linkKinds, kind)) return "never";
    await tx.execute(
      sql`select postpone_mails(${id}, ${attempts}, ${address}, ${sql.param(customerKinds)}::text[], ${until}::timestamptz)`,
    );
    return "later";
  });
}

/** The words of the index messages_to_owner: with parameters PostgreSQL would not use it. */
const isToOwner = sql.raw(`kind in (${ownerKinds.map((kind) => `'${kind}'`).join(", ")})`);

/** A message to the owner is sent at once, unless too many were written in the minute before it. */
async function permitForOwner({ id, attempts }: Sending, db: Executor): Promise<boolean> {
  const earlier = db
    .select({ createdAt: messages.createdAt })
    .from(messages)
    .where(and(lt(messages.id, id), isToOwner))
    .orderBy(desc(messages.id))
    .limit(1)
    .offset(OWNER_MAILS_A_MINUTE - 1);
  const [own] = await db
    .select({ isOneOfMany: sql<boolean>`coalesce((${earlier}) > ${messages.createdAt} - interval '1 minute', false)` })
    .from(messages)
    .where(eq(messages.id, id));
  if (!own?.isOneOfMany) return true;
  const [gathered] = await db.execute<{ now: boolean }>(
    sql`select gather_for_owner(${id}, ${attempts}, ${sql.param(ownerKinds)}::text[]) as now`,
  );
  return gathered?.now ?? false;
}

/** Takes back what was counted of a message that the mail server was not given, or has refused. */
export async function uncountMail({ id, attempts }: Sending, db: Executor): Promise<void> {
  await db.delete(mailSendings).where(and(eq(mailSendings.messageId, id), eq(mailSendings.attempt, attempts)));
}
