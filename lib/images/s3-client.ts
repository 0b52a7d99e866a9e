import type { Readable } from "node:stream";
import type { S3 } from "@aws-sdk/client-s3";
import type { StoredFile } from "./storage";

export type S3Settings = {
  /** An origin, such as https://s3.eu-central-1.amazonaws.com. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Before every key, such as "shop/"; empty: none. */
  prefix: string;
  /** https://bucket.host/key instead of https://host/bucket/key. */
  virtualHost: boolean;
};

/** What the storage answered, or why it did not: `status` 0, with the code of the connection. */
export class S3Error extends Error {
  override name = "S3Error";
  /** There is no room: 507 in the standard, and what servers call their quota. */
  readonly isFull: boolean;
  constructor(
    readonly status: number,
    readonly code: string,
    detail = "",
  ) {
    super(`S3 storage: ${[status || "", code, detail].filter(Boolean).join(" ")}`);
    this.isFull = status === 507 || /quota|storagefull|insufficientstorage/i.test(code);
  }
}

/** Milliseconds for one try of a request without a body; a body adds its time at 4 Mbit/s. */
const REQUEST_TIMEOUT_MS = 2_500;
const BYTES_PER_MS = 500;
/** Reading, writing and deleting an object of ours may all be done twice. */
const TRIES = 2;
/** Milliseconds for which nobody waits for a storage that did not answer; then one request tries it. */
const AWAY_MS = 2_000;
/** More than any picture: a larger answer is not one of ours. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
const MAX_SOCKETS = 32;

/** For the SDK: milliseconds until the answer of one try begins, and what ends all tries, also while they wait for a connection or read. */
type Bounds = { requestTimeout: number; abortSignal: AbortSignal };

/** The few requests that pictures need, bounded in time, size and number, and refused at once while the storage does not answer. */
export class S3Client {
  private s3: S3 | undefined;
  private awayUntil = 0;

  constructor(
    private readonly settings: S3Settings,
    private readonly onChange: (isReached: boolean, code: string) => void = () => {},
  ) {}

  /** Null when the storage says that there is no such key; that there is no such bucket is an error. */
  get(key: string): Promise<Buffer<ArrayBuffer> | null> {
    return this.request(async (s3, bounds) =>
      read((await s3.getObject(this.object(key), bounds)).Body as Readable),
    ).catch(nullIfMissing);
  }

  /** The storage compares the body with its hash, which is signed: what arrives damaged is refused. */
  async put(key: string, body: Buffer, headers: { ContentType: string; CacheControl: string }): Promise<void> {
    const object = { ...this.object(key), Body: body, ...headers };
    await this.request((s3, bounds) => s3.putObject(object, bounds), body.length);
  }

  async delete(key: string): Promise<void> {
    await this.request((s3, bounds) => s3.deleteObject(this.object(key), bounds)).catch(nullIfMissing);
  }

  /** Every key that begins with `prefix`, by the rest of it, a page of at most `size` at a time. */
  async *list(prefix: string, size = 1000): AsyncGenerator<StoredFile> {
    const { Bucket, Key: Prefix } = this.object(prefix);
    let token: string | undefined;
    do {
      const query = { Bucket, Prefix, MaxKeys: size, ContinuationToken: token };
      const page = await this.request((s3, bounds) => s3.listObjectsV2(query, bounds));
      const next = page.IsTruncated ? page.NextContinuationToken : undefined;
      // Another document would look like an empty list, and one that goes on without saying where like a complete one.
      if (page.Name === undefined || (page.IsTruncated && (!next || next === token)))
        throw new S3Error(200, "UnreadableListing", "The answer is no list of objects.");
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (!Key || Size === undefined || !LastModified)
          throw new S3Error(200, "UnreadableListing", "An object in the list has no key, size or time.");
        yield { name: Key.slice(Prefix.length), size: Size, modified: LastModified };
      }
      token = next;
    } while (token !== undefined);
  }

  /** Closes the connections that wait to be used again. */
  close(): void {
    this.s3?.destroy();
  }

  private object(key: string) {
    return { Bucket: this.settings.bucket, Key: this.settings.prefix + key };
  }

  /** Loads the SDK with the first request: a shop with a folder does without its time and memory. */
  private async connect(): Promise<S3> {
    // Its warning that versions of 2027 leave Node.js 20 is for those who choose the version, not for the log of a shop.
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true";
    const { S3 } = await import("@aws-sdk/client-s3");
    const { endpoint, region, accessKeyId, secretAccessKey, virtualHost } = this.settings;
    const agent = { maxSockets: MAX_SOCKETS, scheduling: "lifo" } as const;
    this.s3 ??= new S3({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: !virtualHost,
      maxAttempts: TRIES,
      // Other storages than Amazon's do not all know the newer checksums; the signature covers the body's SHA-256 anyway.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      // Pictures are small, and some storages never answer "continue".
      expectContinueHeader: false,
      requestHandler: { throwOnRequestTimeout: true, httpAgent: agent, httpsAgent: agent },
    });
    return this.s3;
  }

  /** Throws S3Error for whatever is not a success. @param bytes of the request's body */
  private async request<T>(work: (s3: S3, bounds: Bounds) => Promise<T>, bytes = 0): Promise<T> {
    const now = performance.now();
    if (now < this.awayUntil) throw new S3Error(0, "AWAY", "It did not answer a moment ago.");
    // While it is away, this one tries it for all others.
    if (this.awayUntil > 0) this.awayUntil = now + AWAY_MS;
    const s3 = await this.connect();
    const requestTimeout = REQUEST_TIMEOUT_MS + Math.ceil(bytes / BYTES_PER_MS);
    const abortSignal = AbortSignal.timeout(TRIES * requestTimeout);
    try {
      const answer = await work(s3, { requestTimeout, abortSignal });
      this.setReached(true, "");
      return answer;
    } catch (failure) {
      const error = abortSignal.aborted ? new S3Error(0, "ETIMEDOUT") : s3Error(failure as SdkFailure);
      this.setReached(error.status > 0, error.code);
      throw error;
    }
  }

  private setReached(isReached: boolean, code: string): void {
    const wasReached = this.awayUntil === 0;
    this.awayUntil = isReached ? 0 : performance.now() + AWAY_MS;
    if (wasReached !== isReached) this.onChange(isReached, code);
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof S3Error && error.status === 404 && error.code === "NoSuchKey") return null;
  throw error;
}

async function read(body: Readable): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  let length = 0;
  // Leaving the loop ends the connection.
  for await (const piece of body) {
    length += piece.length;
    if (length > MAX_ANSWER_BYTES) throw new S3Error(200, "TooLarge", "The answer is no picture.");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** What the SDK throws: a status when the storage has answered, the code of the connection otherwise. */
type SdkFailure = S3Error | (NodeJS.ErrnoException & { $metadata?: { httpStatusCode?: number } });

function s3Error(failure: SdkFailure): S3Error {
  if (failure instanceof S3Error) return failure;
  const { name, code, message, $metadata } = failure;
  const status = $metadata?.httpStatusCode ?? 0;
  return new S3Error(status, (status === 0 && code) || name, message);
}
