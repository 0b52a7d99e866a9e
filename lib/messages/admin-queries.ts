import { and, desc, eq, exists, ne, or, type SQL, sql } from "drizzle-orm";
import { readDb } from "@/db/client";
import { messages, users } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { env } from "@/lib/env";
import { clampPage, pageCount } from "@/lib/pagination";
import { messageNames } from "@/lib/settings/constants";
import { shop } from "@/lib/shop";
import { isOwnerKind, type MessageFilter } from "./constants";
import { letterFor, nameOf, saidBy } from "./event-queries";
import { bodyText, oneLine } from "./mail";
import { digest } from "./other-mails";
import { mailtoHref, whatsappHref } from "./texts";

/*
 * The words are those of the index messages_not_sent: with parameters PostgreSQL would not use it. Of the messages of a large shop
 * nearly all are sent.
 */
const isOf: Record<Exclude<MessageFilter, "all">, SQL> = {
  waiting: sql`${messages.state} in ('waiting', 'sending')`,
  failed: sql`${messages.state} in ('failed', 'unknown')`,
  sent: sql`${messages.state} = 'sent'`,
  merged: sql`${messages.state} = 'handled' and ${messages.mergedInto} is not null`,
  handled: sql`${messages.state} = 'handled' and ${messages.mergedInto} is null`,
};

/** Messages of a list that are counted and can be paged to. */
const MOST_LISTED = 10_000;

/** How many match, up to that bound. */
async function countListed(filter: SQL | undefined): Promise<number> {
  const db = readDb();
  const listed = db.select({ id: messages.id }).from(messages).where(filter).limit(MOST_LISTED);
  return db.$count(listed.as("listed"));
}

/** A request for a new password is shown only for an address with an account, an invitation to nobody: its link opens an account. */
function isShown(): SQL | undefined {
  const account = readDb().select({ id: users.id }).from(users).where(eq(users.email, messages.email));
  return and(ne(messages.kind, "staff_invitation"), or(ne(messages.kind, "password_reset"), exists(account)));
}

/** Whether the shop sends mail itself. */
export const sendsMail = (): boolean => env.SMTP_URL !== undefined;

/**
 * One page of the newest 10,000 messages, newest first, each with its text as it would be sent now, but for mails of several that were
 * sent; a page past the end is the last one.
 */
export async function listMessages(
  _actor: May<"messages:read">,
  { show, page: wanted, pageSize }: { show: MessageFilter; page: number; pageSize: number },
) {
  const filter = and(show === "all" ? undefined : isOf[show], isShown());
  const total = await countListed(filter);
  const totalPages = pageCount(total, pageSize);
  const page = clampPage(wanted, totalPages);
  const rows = await readDb()
    .select()
    .from(messages)
    .where(filter)
    .orderBy(desc(messages.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { items: await Promise.all(rows.map(shownMessage)), meta: { page, total, totalPages } };
}

/** The message whose mail says another one too; null when it was deleted, as the older one of the two. */
async function findMergedInto(id: number) {
  const { state, at, nextAttemptAt } = messages;
  const [row] = await readDb().select({ state, at, nextAttemptAt }).from(messages).where(eq(messages.id, id));
  return row ?? null;
}

async function shownMessage(row: typeof messages.$inferSelect) {
  const { id, kind, state, lastError, createdAt, at, nextAttemptAt, attempts, postponed } = row;
  const said = await saidBy(id);
  const stored = { id, state, lastError, createdAt, at, nextAttemptAt, attempts, postponed };
  const message = {
    ...stored,
    isToOwner: isOwnerKind(kind),
    name: messageNames[kind],
    /** How many others its mail says. */
    says: said.length - 1,
    /** Whether another message's mail says it, and what has become of that one. */
    isMerged: row.mergedInto !== null,
    mergedInto: row.mergedInto === null ? null : await findMergedInto(row.mergedInto),
  };
  if (kind === "password_reset")
    return {
      ...message,
      letter: null,
      note: sendsMail() ? null : "Asks for a new password. Make a link under Customer Management and send it there.",
      askedBy: row.email,
    };
  // Of many messages that were sent only what each is about, since to write them all reads all their orders.
  const isNamed = said.length > 1 && (state === "sent" || state === "handled");
  const letter = await letterFor(isNamed ? [row] : said);
  if (!letter)
    return { ...message, letter: null, note: "Nobody gets it any more: the account was deleted.", askedBy: null };
  const named = isNamed && { phone: null, mail: digest(said.map(nameOf), message.isToOwner) };
  const { to, phone, mail } = { ...letter, ...named };
  const text = `${bodyText(mail)}\n\n${shop.name}`;
  const subject = oneLine(mail.subject);
  return {
    ...message,
    letter: { to, subject, text, mailto: mailtoHref(to, subject, text), whatsapp: phone && whatsappHref(phone, text) },
    note: null,
    askedBy: null,
  };
}
export type ShownMessage = Awaited<ReturnType<typeof shownMessage>>;

/** How many messages the owner has to look at: those that failed or may not have arrived, or, without mail, those that wait. */
export async function countOpenMessages(_actor: May<"messages:read">): Promise<number> {
  return countListed(and(isOf[sendsMail() ? "failed" : "waiting"], isShown()));
}
