/*
 * What a request's headers ask of a response: its encoding, and whether the client has it already.
 */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import Negotiator from "negotiator";
import { isFresh as isFreshTag } from "@/lib/http/etag";

export type Encoding = "br" | "gzip" | "identity";

/** The part of negotiator's interface that its types leave out: what to prefer among encodings of the same quality. */
type EncodingNegotiator = {
  encodings(available: readonly Encoding[], options: { preferred: readonly Encoding[] }): string[];
};

const encodings: readonly Encoding[] = ["br", "gzip", "identity"];

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

/** Whether a GET or HEAD names the ETag of the response that it would get. */
export function isFresh({ headers, method }: IncomingMessage, etag: string): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return isFreshTag(headers["if-none-match"], etag);
}
