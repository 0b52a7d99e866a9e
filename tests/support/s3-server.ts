/*
 * A server that speaks as much of S3's protocol as pictures need, in memory: it checks the signature (version 4) of every request and
 * the hash of every body by the published algorithm, not by the library that the shop signs with, and can be made to fail.
 * tests/ha/s3.test.ts uses a storage that others have written.
 */
import { createHash, createHmac } from "node:crypto";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { S3Settings } from "@/lib/images/s3-client";

type StoredObject = { bytes: Buffer; type: string; cacheControl: string; modified: Date };
/**
 * What to do instead of answering: a status with a code, a document (with a `length` of more: and then silence), no answer at all,
 * or an end of the connection.
 */
type Fault =
  | { status: number; code: string }
  | { status: 200; document: string; length?: number }
  | "silence"
  | "hang up";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();
const escaped = (text: string) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export class S3Server {
  readonly objects = new Map<string, StoredObject>();
  /** "GET bucket/key" of each request, in order. */
  readonly requests: string[] = [];
  readonly bucket = "pictures";
  readonly accessKeyId = "AKIDEXAMPLE";
  readonly secretAccessKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
  readonly region = "eu-test-1";
  /** Called for each request whose signature is right. */
  fault: (request: string) => Fault | undefined = () => undefined;
  private server: http.Server | undefined;
  private port = 0;

  async start(): Promise<this> {
    this.server = http.createServer((request, response) => {
      this.serve(request, response).catch((error) => refuse(response, 500, String(error)));
    });
    // The same port after a stop.
    await new Promise<void>((resolve) => this.server?.listen(this.port, "127.0.0.1", resolve));
    this.port = (this.server.address() as AddressInfo).port;
    return this;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server?.close(resolve));
    this.server?.closeAllConnections();
    await closed;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The settings of a shop that stores its pictures here. */
  get env() {
    return {
      S3_ENDPOINT: this.endpoint,
      S3_BUCKET: this.bucket,
      S3_REGION: this.region,
      S3_ACCESS_KEY_ID: this.accessKeyId,
      S3_SECRET_ACCESS_KEY: this.secretAccessKey,
    };
  }

  /** The same for a client of the storage. */
  get settings(): S3Settings {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = this;
    return { endpoint, bucket, region, accessKeyId, secretAccessKey, prefix: "", virtualHost: false };
  }

  private async serve(request: IncomingMessage, response: ServerResponse) {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const wrong = this.whatIsWrong(request, body);
    if (wrong) return refuse(response, wrong === "XAmzContentSHA256Mismatch" ? 400 : 403, wrong);
    const url = new URL(request.url ?? "", this.endpoint);
    const [, bucket, key = ""] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    const name = `${request.method} ${bucket}/${key}`;
    this.requests.push(name);
    const fault = this.fault(name);
    if (fault === "hang up") return void request.socket.destroy();
    if (fault === "silence") return;
    if (fault && "document" in fault) {
      response.writeHead(fault.status, { "content-length": fault.length ?? fault.document.length });
      response.write(fault.document);
      return void (fault.length || response.end());
    }
    if (fault) return refuse(response, fault.status, fault.code);
    if (bucket !== this.bucket) return refuse(response, 404, "NoSuchBucket");
    if (!key) return this.list(url.searchParams, response);
    if (request.method === "PUT") {
      const { "content-type": type = "", "cache-control": cacheControl = "" } = request.headers;
      this.objects.set(key, { bytes: body, type, cacheControl, modified: new Date() });
      return void response.writeHead(200, { etag: `"${sha256(body)}"` }).end();
    }
    if (request.method === "DELETE") {
      this.objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = this.objects.get(key);
    if (!found) return refuse(response, 404, "NoSuchKey");
    response.writeHead(200, { "content-type": found.type, "cache-control": found.cacheControl }).end(found.bytes);
  }

  private list(query: URLSearchParams, response: ServerResponse) {
    const prefix = query.get("prefix") ?? "";
    const after = Buffer.from(query.get("continuation-token") ?? "", "base64").toString();
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, Number(query.get("max-keys") ?? 1000));
    const isTruncated = page.length < keys.length;
    const contents = page.map((key) => {
      const { bytes, modified } = this.objects.get(key) as StoredObject;
      return `<Contents><Key>${escaped(key)}</Key><LastModified>${modified.toISOString()}</LastModified><ETag>&quot;x&quot;</ETag><Size>${bytes.length}</Size><Owner><ID>1</ID></Owner></Contents>`;
    });
    const next = Buffer.from(page.at(-1) ?? "").toString("base64");
    response
      .writeHead(200, { "content-type": "application/xml" })
      .end(
        `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${this.bucket}</Name><IsTruncated>${isTruncated}</IsTruncated>${contents.join("")}${isTruncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ""}</ListBucketResult>`,
      );
  }

  /** The code of what is wrong with the signature of a request, if anything. */
  private whatIsWrong({ method, url = "", headers }: IncomingMessage, body: Buffer): string | undefined {
    const header = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
    const [, credential = "", signedHeaders = "", signature] = header.exec(headers.authorization ?? "") ?? [];
    const [id, day = "", region = "", service = "", last] = credential.split("/");
    const at = String(headers["x-amz-date"]);
    if (id !== this.accessKeyId) return "InvalidAccessKeyId";
    if (region !== this.region) return "AuthorizationHeaderMalformed";
    const names = signedHeaders.split(";");
    const needed = ["host", ...Object.keys(headers).filter((name) => name.startsWith("x-amz-"))];
    if (service !== "s3" || last !== "aws4_request" || needed.some((name) => !names.includes(name)))
      return "AccessDenied";
    const [path = "", query = ""] = url.split("?");
    const canonical = [
      method,
      path,
      query.split("&").sort().join("&"),
      ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
      "",
      signedHeaders,
      headers["x-amz-content-sha256"],
    ].join("\n");
    const key = ["aws4_request", service, region, day].reduceRight<Buffer | string>(
      (made, part) => hmac(made, part),
      `AWS4${this.secretAccessKey}`,
    );
    const scope = [day, region, service, "aws4_request"].join("/");
    const expected = hmac(key, ["AWS4-HMAC-SHA256", at, scope, sha256(canonical)].join("\n")).toString("hex");
    if (signature !== expected) return "SignatureDoesNotMatch";
    return headers["x-amz-content-sha256"] === sha256(body) ? undefined : "XAmzContentSHA256Mismatch";
  }
}

function refuse(response: ServerResponse, status: number, code: string) {
  response
    .writeHead(status, { "content-type": "application/xml" })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${escaped(code)}</Code><Message>For a test</Message></Error>`,
    );
}
