import { Readable } from "node:stream";
import SMTPConnection from "nodemailer/lib/smtp-connection";

/*
 * One connection to the mail server. It is nodemailer's connection rather than its transport, because only here is it known whether an
 * error came before or after the mail server was given the text of a mail.
 */

/** What became of a mail. `unknown`: the server had its text and did not answer. `lost`: the connection serves no other mail. */
export type MailOutcome = { state: "sent" } | { state: "retry" | "failed" | "unknown"; error: string; lost: boolean };

/** Milliseconds: for the connection and the greeting each, for a silence of the server, and for a mail as a whole. */
export type TimeLimits = { connect: number; silence: number; mail: number };
const TIME_LIMITS: TimeLimits = { connect: 10_000, silence: 60_000, mail: 90_000 };

type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number };

/** What the owner reads of an error, without the addresses that a server may repeat. */
function errorText({ command, response, message }: SmtpError): string {
  const text = response ? `${command === "CONN" ? "" : `${command}: `}${response}` : message;
  return text
    .replace(/[^\s<>@:"]+@[^\s<>@"]+/g, "…")
    .replace(/\s+/g, " ")
    .slice(0, 300);
}

const isLocal = (host: string) => host === "localhost" || host === "[::1]" || host.startsWith("127.");

function optionsOf(server: string, { connect, silence }: TimeLimits) {
  const { protocol, hostname, port, username, password } = new URL(server);
  const secure = protocol === "smtps:";
  return {
    auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : null,
    options: {
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port) || (secure ? 465 : 587),
      secure,
      // A password goes over an encrypted connection, or does not leave this machine.
      requireTLS: !secure && username !== "" && !isLocal(hostname),
      connectionTimeout: connect,
      greetingTimeout: connect,
      dnsTimeout: connect,
      socketTimeout: silence,
    },
  };
}

export class MailConnection {
  /** Makes the mail that is being sent end with an outcome. */
  private abort: ((error: Error) => void) | undefined;
  private handedOver = false;
  private closed = false;

  private constructor(
    private readonly connection: SMTPConnection,
    private readonly limits: TimeLimits,
  ) {
    // An error between two mails: the next one finds the connection closed.
    connection.on("error", () => {});
    connection.once("end", () => {
      this.closed = true;
    });
  }

  /** Connects and signs in. Rejects with a text for the owner. @param server as in SMTP_URL */
  static async open(server: string, signal: AbortSignal, limits: TimeLimits = TIME_LIMITS): Promise<MailConnection> {
    const { auth, options } = optionsOf(server, limits);
    const connection = new SMTPConnection(options);
    // Each step has a limit of its own; this one also holds for a server that answers everything slowly.
    let timer: NodeJS.Timeout | undefined;
    // `signal` lives as long as the process: a listener that stayed would be one more for each connection.
    const opened = new AbortController();
    try {
      await new Promise<void>((resolve, reject) => {
        timer = setTimeout(() => reject(new Error("The mail server takes too long")), limits.connect * 3);
        signal.addEventListener("abort", () => reject(new Error("The shop was stopped")), { signal: opened.signal });
        connection.once("error", reject);
        connection.once("end", () => reject(new Error("The mail server closed the connection")));
        connection.connect((refused) => {
          if (refused) reject(refused);
          else if (!auth) resolve();
          else connection.login({ credentials: auth }, (wrong) => (wrong ? reject(wrong) : resolve()));
        });
      });
    } catch (error) {
      connection.on("error", () => {});
      connection.close();
      throw new Error(errorText(error as SmtpError));
    } finally {
      clearTimeout(timer);
      opened.abort();
    }
    return new MailConnection(connection, limits);
  }

  /** Sends one mail; never rejects. */
  async send(envelope: { from: string; to: string }, bytes: Buffer): Promise<MailOutcome> {
    this.handedOver = false;
    // It is read only when the server has asked for the text. From then on the server may have the mail.
    const text = new Readable({
      read: () => {
        this.handedOver = true;
        text.push(bytes);
        text.push(null);
      },
    });
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        this.abort = reject;
        timer = setTimeout(() => reject(new Error("The mail server takes too long")), this.limits.mail);
        this.connection.send(envelope, text, (error) => (error ? reject(error) : resolve()));
      });
      return { state: "sent" };
    } catch (error) {
      return this.outcomeOf(error as SmtpError);
    } finally {
      clearTimeout(timer);
      this.abort = undefined;
      text.destroy();
    }
  }

  private async outcomeOf(failure: SmtpError): Promise<MailOutcome> {
    const { responseCode: code = 0, command } = failure;
    const error = errorText(failure);
    // The address is none: the server was not asked.
    if (failure.code === "EENVELOPE" && code === 0) return { state: "failed", error, lost: false };
    // A server that refuses the sender would refuse it for every mail; one that says 421 is about to close.
    const lost = command === "CONN" || command === "MAIL FROM" || code === 0 || code === 421 || !(await this.reset());
    if (lost) this.close();
    if (code >= 400 && code < 500) return { state: "retry", error, lost };
    if (code >= 500 && command !== "MAIL FROM" && command !== "CONN") return { state: "failed", error, lost };
    return { state: this.handedOver ? "unknown" : "retry", error, lost };
  }

  /** Makes the connection ready for another mail. */
  private reset(): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isReady: boolean) => {
        clearTimeout(timer);
        this.connection.off("error", failed);
        resolve(isReady);
      };
      const failed = () => end(false);
      const timer = setTimeout(failed, this.limits.connect);
      this.connection.once("error", failed);
      this.connection.reset((error) => end(!error));
    });
  }

  /** Ends what has not been handed over at once, and the rest after so many milliseconds. */
  stop(timeoutMs: number): void {
    const end = () => this.abort?.(new Error("The shop was stopped"));
    if (this.handedOver) setTimeout(end, timeoutMs).unref();
    else end();
  }

  /** Whether mails can be sent over it. */
  get isOpen(): boolean {
    return !this.closed;
  }

  /** Takes leave of the server, which ends the connection. */
  quit(): void {
    if (this.closed) return;
    this.connection.quit();
    setTimeout(() => this.close(), 1_000).unref();
  }

  private close(): void {
    this.closed = true;
    this.connection.close();
  }
}
