import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { type Address, addressesOf } from "./addresses";
import { ANSWER_BYTES, INTERIM_ANSWERS, TRY_MS } from "./constants";

/** What became of an attempt: the status that the receiver has answered, if it has, and why it failed, if it did. */
export type Outcome = { status: number | null; error: string | null };

/** What is sent, and where to. `withPrivate`: also by http, and to this machine. The rest is for tests. */
export type SendAttempt = {
  url: string;
  headers: Record<string, string>;
  body: string;
  withPrivate: boolean;
  timeoutMs?: number;
  lookup?: NonNullable<Parameters<typeof addressesOf>[1]["lookup"]>;
};

/** Sends one attempt; never rejects. It is over after ten seconds, whatever the receiver does. */
export async function send({
  url,
  headers,
  body,
  withPrivate,
  timeoutMs = TRY_MS,
  lookup,
}: SendAttempt): Promise<Outcome> {
  const signal = AbortSignal.timeout(timeoutMs);
  let status: number | null = null;
  try {
    const target = new URL(url);
    if (target.protocol !== "https:" && !withPrivate) throw new Error("It does not begin with https://");
    const addresses = await addressesOf(target, { withLoopback: withPrivate, signal, lookup });
    status = await post(target, addresses, headers, body, signal);
    const error = status >= 300 && status < 400 ? "It answered with a redirect, which is not followed." : null;
    return { status, error: status >= 200 && status < 300 ? null : (error ?? `It answered ${status}.`) };
  } catch (error) {
    return { status, error: signal.aborted ? `No answer within ${timeoutMs / 1000} seconds.` : textOf(error) };
  }
}

/** Posts over a connection of its own to one of these addresses, and answers with the status. The body is read in part and thrown away. */
function post(url: URL, addresses: Address[], headers: Record<string, string>, body: string, signal: AbortSignal) {
  // What was checked is what is connected to: the name is not asked for again.
  const checked: LookupFunction = (_host, { all }, done) =>
    all ? done(null, addresses) : done(null, addresses[0]?.address ?? "", addresses[0]?.family);
  return new Promise<number>((resolve, reject) => {
    const request = (url.protocol === "https:" ? https : http).request(url, {
      method: "POST",
      agent: false,
      lookup: checked,
      signal,
      headers: {
        ...headers,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "Mithaas-Webhooks/1.0",
      },
    });
    let status: number | undefined;
    // Once the status has arrived in time, it counts, whatever becomes of the body.
    const end = (error: Error) => {
      if (status === undefined) reject(error);
      else resolve(status);
      request.destroy();
    };
    const closed = () => end(new Error("The connection was closed without an answer."));
    // Interim answers come without a body and without end, and each is parsed on the thread that serves the shop.
    let interim = 0;
    request.on("information", () => {
      if (++interim > INTERIM_ANSWERS) end(new Error("It sent interim answers (1xx) without end."));
    });
    request.on("error", end).on("close", closed);
    request.on("response", (response) => {
      status = response.statusCode;
      let read = 0;
      response.on("data", (chunk: Buffer) => {
        read += chunk.length;
        if (read >= ANSWER_BYTES) closed();
      });
      response.on("close", closed).on("error", end);
    });
    request.end(body);
  });
}

/** What the owner reads of a failure. */
function textOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string };
  // Several addresses were tried: Node names none of their failures.
  return (message || `No connection (${code ?? "unknown"})`).slice(0, 300);
}
