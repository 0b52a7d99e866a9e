import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import MailComposer from "nodemailer/lib/mail-composer";
import type { Executor } from "@/db/client";
import type { LinkKind } from "@/db/constants/messages";
import { withWriteSlot } from "@/db/write-slots";
import { env } from "@/lib/env";
import { parseSender } from "@/lib/env-formats";
import { logFault } from "@/lib/http/log";
import { type PdfFile, renderInvoicePdf } from "@/lib/invoices/pdf";
import { createResetFor, withdrawReset } from "@/lib/people/reset-commands";
import { createInvitationFor, withdrawInvitation } from "@/lib/people/staff-commands";
import { shop } from "@/lib/shop";
import { isLinkKind } from "./constants";
import { type Letter, letterFor, letterOf, type MessageEvent, mailFacts, saidBy } from "./event-queries";
import { permitMail } from "./limit-commands";
import { mailHtml, mailText, oneLine } from "./mail";
import { passwordReset, staffInvitation } from "./other-mails";
import {
  dropMessage,
  isMessageDue,
  retryMessage,
  returnMessage,
  settleMessage,
  type TakenMessage,
  takeMessage,
} from "./outbox-commands";
import { MailConnection, type TimeLimits } from "./smtp";

/** Seconds without a try after the connection has failed so often in succession. */
const PAUSES = [5, 15, 30, 45] as const;
/** Milliseconds that a stop waits for the answer to a mail that the server has, less than STOP_MS of server/main.ts. */
const STOP_TIMEOUT_MS = 6_000;
/** Milliseconds between tries to note what became of a mail, and how often: the database may be away for a moment. */
const NOTE_PAUSE_MS = 1_000;
const NOTE_TRIES = 60;
/** Milliseconds for which a mail waits for its invoice. */
const INVOICE_MS = 20_000;
/** Invoices that one mail has at most; it says where the others are. */
const MOST_INVOICES = 10;

const inSlot = async <T>(work: (db: Executor) => Promise<T>): Promise<T> => (await withWriteSlot(work)).done;

/** Notes what became of a message, also when the database is away just now. */
async function note(work: (db: Executor) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await inSlot(work);
    } catch (error) {
      if (tries === NOTE_TRIES) throw error;
      await sleep(NOTE_PAUSE_MS);
    }
  }
}

/** Sends what is due through one mail server, one message after the other over one connection. */
export class MailSender {
  private connection: MailConnection | undefined;
  /** How often the connection has failed in succession, and until when it is not tried again, in milliseconds of performance.now(). */
  private failures = 0;
  private pausedUntil = 0;
  private running: Promise<void> = Promise.resolve();
  private readonly stopped = new AbortController();

  /** @param server as SMTP_URL, @param from as MAIL_FROM */
  constructor(
    private readonly server: string,
    private readonly from: string,
    private readonly limits?: TimeLimits,
  ) {}

  private get stopping(): boolean {
    return this.stopped.signal.aborted;
  }

  run(): Promise<void> {
    this.running = this.sendDue();
    return this.running;
  }

  /** Ends with what is being sent: it is given back, unless the server has it, whose answer is awaited for a while. */
  async stop(): Promise<void> {
    this.stopped.abort();
    this.connection?.stop(STOP_TIMEOUT_MS);
    await this.running;
  }

  private async sendDue(): Promise<void> {
    if (this.stopping || performance.now() < this.pausedUntil || !(await isMessageDue())) return;
    try {
      while (!this.stopping) {
        const taken = await inSlot(takeMessage);
        if (!taken || !(await this.deliver(taken))) return;
      }
    } finally {
      this.connection?.quit();
      this.connection = undefined;
    }
  }

  /** Sends a message that was taken. False when the connection failed: there is no use in trying the next one now. */
  private async deliver(taken: TakenMessage): Promise<boolean> {
    if (!this.connection?.isOpen) {
      try {
        this.connection = await MailConnection.open(this.server, this.stopped.signal, this.limits);
      } catch (error) {
        await this.putBack(taken, (error as Error).message);
        this.pause();
        return false;
      }
    }
    let mail: Mail | null;
    try {
      if (!(await inSlot((db) => permitMail(taken, db)))) return true;
      mail = await compose(taken, this.from);
    } catch (error) {
      // A text that cannot be made, or a database that is away for a moment, must not stop the others.
      logFault(error, "-", `message ${taken.kind}`);
      await this.putBack(taken, "It could not be prepared.");
      return true;
    }
    if (mail === null) {
      await note((db) => dropMessage(taken, db));
      return true;
    }
    const { link } = mail;
    if (this.stopping) {
      await this.putBack(taken, "", link);
      return false;
    }
    const outcome = await this.connection.send(mail.envelope, mail.bytes);
    if (outcome.state === "retry") await this.putBack(taken, outcome.error, link);
    else {
      const { state } = outcome;
      await note((db) => settleMessage(taken, state, state === "sent" ? null : outcome.error, db));
    }
    if (outcome.state === "sent" || !outcome.lost) {
      this.failures = 0;
      return true;
    }
    this.pause();
    return false;
  }

  /** @param link in the mail, which nobody has got: the next try makes another */
  private putBack(taken: TakenMessage, error: string, link?: OneTimeLink): Promise<void> {
    return note(async (db) => {
      if (link) await link.withdraw(db);
      await (this.stopping ? returnMessage(taken, db) : retryMessage(taken, error, db));
    });
  }

  private pause() {
    this.pausedUntil = performance.now() + (PAUSES[Math.min(this.failures, PAUSES.length - 1)] ?? 0) * 1000;
    this.failures++;
  }
}

/** A link in a mail that opens an account: `withdraw` makes it open nothing. */
type OneTimeLink = { withdraw: (db: Executor) => Promise<void> };

/** A mail as the server gets it, and the one-time link in it. */
type Mail = { envelope: { from: string; to: string }; bytes: Buffer; link?: OneTimeLink };

/** The mail of a message; null when nobody is to get it. */
async function compose(taken: TakenMessage, from: string): Promise<Mail | null> {
  const said = await saidBy(taken.id);
  const invoices = await invoicesOf(said);
  const letter: (Letter & { link?: OneTimeLink }) | null = isLinkKind(taken.kind)
    ? await linkLetter(taken.kind, taken.email ?? "")
    : await letterFor(said, [...invoices.keys()]);
  if (letter === null) return null;
  const { to, replyTo, mail, letterhead, link } = letter;
  const sender = parseSender(from);
  const address = sender?.address ?? "";
  // The same for each try, so that mailboxes may see that it is the same mail.
  const secret = createHash("sha256").update(`${env.AUTH_SECRET} ${taken.event}`).digest("hex").slice(0, 24);
  const bytes = await new MailComposer({
    from: { name: sender?.name ?? shop.name, address },
    to: { name: "", address: to },
    replyTo: { name: "", address: replyTo },
    subject: oneLine(mail.subject),
    text: mailText(mail, letterhead),
    html: mailHtml(mail, letterhead),
    attachments: [...invoices.values()].map(({ filename, bytes: content }) => ({
      filename,
      content,
      contentType: "application/pdf",
    })),
    messageId: `<${taken.id}.${secret}@${address.split("@")[1]}>`,
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  return { envelope: { from: address, to }, bytes, link };
}

/** The invoices of the orders that are said to be complete, by their orders. */
async function invoicesOf(events: readonly MessageEvent[]) {
  const invoices = new Map<number, PdfFile>();
  for (const { orderId } of events.filter(({ kind }) => kind === "order_completed").slice(0, MOST_INVOICES)) {
    const invoice = orderId !== null ? await invoiceOf(orderId) : null;
    if (invoice && orderId !== null) invoices.set(orderId, invoice);
  }
  return invoices;
}

/** The invoice as a PDF; null when there is none, or it cannot be made: the mail then has a link instead. */
async function invoiceOf(orderId: number) {
  try {
    return await Promise.race([
      renderInvoicePdf(orderId),
      sleep(INVOICE_MS, undefined, { ref: false }).then(() => Promise.reject(new Error("The invoice takes too long"))),
    ]);
  } catch (error) {
    logFault(error, "-", "invoice of a message");
    return null;
  }
}

/**
 * The link is made now: it is not stored, and its time begins. Null without an account, while enough links to a new password work, and for an
 * invitation that was accepted.
 */
async function linkLetter(kind: LinkKind, email: string): Promise<(Letter & { link: OneTimeLink }) | null> {
  const { create, withdraw, mail } = links[kind];
  const facts = await mailFacts();
  const token = await inSlot((db) => create(email, db));
  if (token === null) return null;
  const letter = letterOf(facts, { to: email, phone: null, mail: mail(token) });
  return { ...letter, link: { withdraw: (db) => withdraw(token, db) } };
}

const links = {
  password_reset: { create: createResetFor, withdraw: withdrawReset, mail: passwordReset },
  staff_invitation: { create: createInvitationFor, withdraw: withdrawInvitation, mail: staffInvitation },
};
