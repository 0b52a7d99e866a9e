import { createHmac, randomBytes } from "node:crypto";

/* Signatures by Standard Webhooks, version 1 (https://github.com/standard-webhooks/standard-webhooks). */

const PREFIX = "whsec_";

/** A new secret, as the receiver is given it. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString("base64");

/** What is signed: the id of the delivery, the time of the attempt in seconds, and the body as it is sent. */
type Signed = { id: string; timestamp: number; body: string };

/** The headers of an attempt, with one signature for each secret. */
export function signedHeaders(signed: Signed, secrets: readonly string[]): Record<string, string> {
  const { id, timestamp, body } = signed;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signatures.join(" ") };
}
