// Requests as bytes on a connection of their own, for what no HTTP client would send.
import net from "node:net";

export type RawResponse = { status: number; head: string; body: string; closes: boolean };

export class RawConnection {
  #text = "";
  #ended = false;
  #changed = () => {};
  readonly #socket: net.Socket;
  readonly host: string;

  constructor(url: string) {
    const { hostname, port, host } = new URL(url);
    this.host = host;
    this.#socket = net.connect({ port: Number(port), host: hostname });
    this.#socket.on("data", (data) => {
      this.#text += data.toString("latin1");
      this.#changed();
    });
    // A reset is an end as well: what counts is which answers came before it.
    for (const event of ["end", "close", "error"])
      this.#socket.on(event, () => {
        this.#ended = true;
        this.#changed();
      });
  }

  /** Writes, waiting while the other side does not take more; gives up quietly when the connection has ended. */
  async send(...parts: (string | Buffer)[]): Promise<void> {
    for (const part of parts) {
      if (this.#socket.destroyed) return;
      if (!this.#socket.write(part))
        await new Promise((resolve) => {
          this.#socket.once("drain", resolve);
          this.#socket.once("close", resolve);
        });
    }
  }

  /** The next answer, 100 Continue too; undefined when the connection ends without one. Throws when there is none in time. */
  answer(patience = 10_000): Promise<RawResponse | undefined> {
    return this.#wait(() => this.#take() ?? (this.#ended ? null : undefined), patience, "No answer").then(
      (answer) => answer ?? undefined,
    );
  }

  /** Resolves when the other side has ended the connection. */
  async ended(patience = 10_000): Promise<void> {
    await this.#wait(() => (this.#ended ? true : undefined), patience, "No end");
  }

  close() {
    this.#socket.destroy();
  }

  #take(): RawResponse | undefined {
    const end = this.#text.indexOf("\r\n\r\n");
    if (end === -1) return;
    const head = this.#text.slice(0, end);
    const status = Number(head.slice(9, 12));
    const rest = this.#text.slice(end + 4);
    let length = 0;
    let body = "";
    const announced = /^content-length: (\d+)/im.exec(head)?.[1];
    if (announced !== undefined) {
      length = Number(announced);
      if (rest.length < length) return;
      body = rest.slice(0, length);
    } else if (/^transfer-encoding: chunked/im.test(head)) {
      const last = rest.indexOf("0\r\n\r\n");
      if (last === -1) return;
      length = last + 5;
      body = rest.slice(0, last);
    }
    this.#text = rest.slice(length);
    return { status, head, body, closes: /^connection: close/im.test(head) };
  }

  #wait<T>(look: () => T | undefined, patience: number, what: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${what} within ${patience} ms: ${this.#text}`)), patience);
      this.#changed = () => {
        const found = look();
        if (found === undefined) return;
        this.#changed = () => {};
        clearTimeout(timer);
        resolve(found);
      };
      this.#changed();
    });
  }
}

/** A body framed by its length or by chunks: the header and what follows. */
export function framed(body: string, framing: "length" | "chunks"): { header: string; parts: string[] } {
  const pieces: string[] = [];
  for (let at = 0; at < body.length; at += 50_000) pieces.push(body.slice(at, at + 50_000));
  if (framing === "length") return { header: `Content-Length: ${Buffer.byteLength(body)}`, parts: pieces };
  const chunk = (piece: string) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`;
  return { header: "Transfer-Encoding: chunked", parts: [...pieces.map(chunk), "0\r\n\r\n"] };
}
