import { randomUUID } from "node:crypto";
import { OperatorError } from "@/db/operator-error";
import { S3Client, S3Error, type S3Settings } from "@/lib/images/s3-client";

const WRONG_KEY = /^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|AuthorizationHeaderMalformed)$/;

/** What the operator should change after the storage refused. `doing` says what was tried. */
function refusal({ status, code, message }: S3Error, settings: S3Settings, doing: string): string {
  const { endpoint, bucket, region } = settings;
  if (code === "RequestTimeTooSkewed")
    return "S3_ENDPOINT: the storage refuses the time of this machine; accepted: a clock that is right to some minutes";
  if (status === 301 || status === 307 || (code === "AuthorizationHeaderMalformed" && /region/i.test(message)))
    return `S3_REGION: "${region}" is not the region of the bucket (${code}); accepted: the region that the storage names`;
  if (WRONG_KEY.test(code))
    return `S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: the storage refuses them (${code}); accepted: a key of ${endpoint}`;
  if (status === 404)
    return `S3_BUCKET: there is no bucket "${bucket}" at ${endpoint} (${code || status}); accepted: one that exists`;
  if (status === 403 || status === 401)
    return `S3_BUCKET: the key may not ${doing} in "${bucket}" (${code || status}); accepted: a key that may list, read, write and delete there`;
  return `S3_ENDPOINT: ${endpoint} does not answer like S3-compatible storage (${message}); accepted: its address, such as https://s3.example.com`;
}

/**
 * Lists, writes, reads and deletes once, within some seconds. Throws OperatorError when the storage refuses: settings are wrong. Gives a
 * line when it does not answer or is full: the shop sells without it, and a start during an outage must not make that worse.
 */
export async function checkStorage(settings: S3Settings): Promise<string | null> {
  const client = new S3Client(settings);
  const key = `drafts/${randomUUID()}`;
  const bytes = Buffer.from(key);
  let doing = "list";
  try {
    for await (const _ of client.list("drafts/", 1)) break;
    doing = "write";
    await client.put(key, bytes, { ContentType: "text/plain", CacheControl: "private, no-store" });
    doing = "read";
    if (!(await client.get(key))?.equals(bytes))
      throw new S3Error(200, "OtherBytes", "It reads other bytes than were written.");
    doing = "delete";
    await client.delete(key);
    return null;
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    const { status, isFull } = error;
    if (!isFull && status !== 0 && status !== 429 && (status < 500 || status === 501))
      throw new OperatorError(refusal(error, settings, doing));
    return `S3_ENDPOINT: ${isFull ? "the storage is full" : `nothing answers at ${settings.endpoint}`} (${error.code || status}). The shop opens; pictures that are there no more than in this storage are missing until it is back.`;
  } finally {
    client.close();
  }
}
