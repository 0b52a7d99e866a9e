/*
 * What is answered from memory: files, and pages as the page cache has them. Each is one buffer in each encoding for everybody, so a client
 * that does not read it holds no memory of its own. docs/decisions/0027-edge-on-documented-interfaces.md says why this is our own code.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import zlib from "node:zlib";
import Negotiator from "negotiator";
import { isFresh } from "@/lib/http/etag";
import type { Bodies, Stored } from "./page-cache/state";

const brotli = promisify(zlib.brotliCompress);
export const gzip = promisify(zlib.gzip);
/** Smaller bodies need no fewer packets when they are compressed. */
export const MIN_BYTES = 1024;

type Encoding = keyof Bodies;
const encodings: readonly Encoding[] = ["br", "gzip", "identity"];

/** The part of negotiator's interface that its types leave out: what to prefer among encodings of the same quality. */
type EncodingNegotiator = {
  encodings(available: readonly Encoding[], options: { preferred: readonly Encoding[] }): string[];
};

/**
 * The encoding that a client accepts with the highest quality; among equals the first of `preferred`. A client that accepts
 * none of ours gets the response as it is, which RFC 9110 allows instead of 406.
 */
export function chooseEncoding(
  headers: IncomingHttpHeaders,
  preferred: readonly Encoding[] = ["br", "gzip"],
): Encoding {
  const negotiator: EncodingNegotiator = new Negotiator({ headers });
  const [best] = negotiator.encodings(encodings, { preferred });
  return encodings.find((encoding) => encoding === best) ?? "identity";
}

/** A text in every encoding that is worth it, made in threads of Node's own. Quality 9 of brotli takes some 10 ms for a page. */
export async function encode(identity: Buffer, quality = 9): Promise<Bodies> {
  if (identity.length < MIN_BYTES) return { identity };
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: quality,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  const [br, gz] = await Promise.all([brotli(identity, { params }), gzip(identity, { level: 9 })]);
  return { identity, br, gzip: gz };
}

/** Answers a GET or HEAD with what is stored, or with 304. @returns the status */
export function sendStored(
  request: IncomingMessage,
  response: ServerResponse,
  { headers, etag, bodies }: Stored,
): 200 | 304 {
  if (isFresh(request.headers["if-none-match"], etag)) {
    const { "content-type": _, ...rest } = headers;
    response.writeHead(304, { ...rest, etag }).end();
    return 304;
  }
  const chosen = bodies.br ? chooseEncoding(request.headers) : "identity";
  const body = bodies[chosen] ?? bodies.identity;
  const head: Record<string, string | number> = { ...headers, etag, "content-length": body.length };
  if (chosen !== "identity") head["content-encoding"] = chosen;
  response.writeHead(200, head).end(request.method === "HEAD" ? undefined : body);
  return 200;
}
