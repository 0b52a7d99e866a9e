import type { IncomingHttpHeaders } from "node:http";
import Negotiator from "negotiator";

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
