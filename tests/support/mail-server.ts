// A mail server that reads what it is given, and does to its clients what a test wants.
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

type Part = { headers: Map<string, string>; body: Buffer; parts: Part[] };
export type ReceivedMail = {
  from: string;
  to: string[];
  headers: Map<string, string>;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; bytes: Buffer }[];
};

/** Words such as =?UTF-8?Q?=E2=82=B9?= as text. */
const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(word, "base64").toString("latin1")
        : word
            .replaceAll("_", " ")
            .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
const utf8 = (latin1: string) => Buffer.from(latin1, "latin1").toString("utf8");

function parsePart(raw: string): Part {
  const end = raw.indexOf("\r\n\r\n");
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = new Map(
    lines.map((line) => {
      const [name = "", ...value] = line.split(":");
      return [name.toLowerCase(), utf8(decodeWords(value.join(":").trim()))];
    }),
  );
  const body = raw.slice(end + 4);
  const boundary = /boundary="([^"]+)"/.exec(headers.get("content-type") ?? "")?.[1];
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => parsePart(part.slice(2, -2)))
    : [];
  return { headers, body: decodeBody(body, headers.get("content-transfer-encoding")), parts };
}

function decodeBody(body: string, encoding: string | undefined): Buffer {
  if (encoding === "base64") return Buffer.from(body, "base64");
  if (encoding !== "quoted-printable") return Buffer.from(body, "latin1");
  const text = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, "latin1");
}

const leaves = (part: Part): Part[] => (part.parts.length > 0 ? part.parts.flatMap(leaves) : [part]);

function parseMail(raw: string): Omit<ReceivedMail, "from" | "to"> {
  const whole = parsePart(raw);
  const parts = leaves(whole);
  const textOf = (type: string) =>
    parts
      .find(({ headers }) => headers.get("content-type")?.startsWith(type))
      ?.body.toString("utf8")
      .replace(/\r\n/g, "\n") ?? "";
  return {
    headers: whole.headers,
    subject: whole.headers.get("subject") ?? "",
    text: textOf("text/plain"),
    html: textOf("text/html"),
    attachments: parts.flatMap(({ headers, body }) => {
      const filename = /filename="?([^";]+)/.exec(headers.get("content-disposition") ?? "")?.[1];
      return filename ? [{ filename, bytes: body }] : [];
    }),
  };
}

const refuse = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

/** What the server does with the mails of a moment. */
export type Behaviour =
  | "accept"
  /** Answers 450 or 550 to the recipient, 550 to the sender, 452 or 554 to the text. */
  | "busy recipient"
  | "no recipient"
  | "no sender"
  | "busy text"
  | "no text"
  /** Takes the text and closes the connection without an answer. */
  | "drop"
  /** Takes the text and is silent. */
  | "silent"
  /** Is silent after the greeting's answer, to the sender. */
  | "stall";

export async function startMailServer(options: SMTPServerOptions = {}, onPort = 0) {
  const received: ReceivedMail[] = [];
  const state = {
    behaviour: "accept" as Behaviour,
    connections: 0,
    envelopes: 0,
    texts: 0,
    of: (_to: string) => state.behaviour,
  };
  const server = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: true,
    onConnect(_session, done) {
      state.connections++;
      done();
    },
    onMailFrom(_address, _session, done) {
      state.envelopes++;
      if (state.behaviour === "stall") return;
      done(state.behaviour === "no sender" ? refuse(550, "5.7.1 Not for you") : null);
    },
    onRcptTo({ address }, _session, done) {
      const behaviour = state.of(address);
      if (behaviour === "busy recipient") done(refuse(450, `4.2.1 ${address} is busy`));
      else if (behaviour === "no recipient") done(refuse(550, `5.1.1 <${address}> does not exist`));
      else done();
    },
    onData(stream, session, done) {
      state.texts++;
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const behaviour = state.of(to[0] ?? "");
        if (behaviour === "busy text") return done(refuse(452, "4.3.1 Disk full"));
        if (behaviour === "no text") return done(refuse(554, "5.6.0 Spam"));
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : "";
        received.push({ from, to, ...parseMail(Buffer.concat(chunks).toString("latin1")) });
        if (behaviour === "silent") return;
        if (behaviour === "drop") {
          for (const connection of server.connections)
            (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
          return;
        }
        done();
      });
    },
    ...options,
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(onPort, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    state,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
