/*
 * Compresses responses as each request allows. What does not change (pages from the page cache, the build's files) goes through
 * the response cache, which compresses it once; what is made for one request is compressed fast, as it is written.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import zlib from "node:zlib";
import { chooseEncoding, type Encoding, isFresh } from "./negotiate";
import { encodedBody } from "./response-cache";

/** Larger responses are compressed as they are written. */
const MAX_STORED_BYTES = 2 * 1024 * 1024;
/** Smaller ones need no fewer packets when they are compressed. */
const MIN_BYTES = 1024;
/** A Cache-Control that lets shared caches store the response. */
const STORABLE = /^(?!.*\b(private|no-store)\b).*\b(s-maxage|immutable|max-age=[1-9])/;
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|problem\+json|manifest\+json|xml)|image\/svg\+xml)/;

const compressors = {
  br: () => zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => zlib.createGzip({ level: 5 }),
};

/** plain: as it is. store: collected, then sent from the response cache. stream: compressed as it is written. */
type Mode = "undecided" | "plain" | "store" | "stream";
type Done = (error?: Error | null) => void;

/**
 * Makes a response compress itself. To be called before anything is written. `onStored` is called just before a response from
 * the cache is sent, with the key of its body.
 */
export function compressResponse(
  request: IncomingMessage,
  response: ServerResponse,
  onStored?: (bodyKey: string) => void,
): void {
  let encoding = chooseEncoding(request.headers);
  const write = response.write.bind(response) as (chunk: unknown, coding?: unknown, done?: unknown) => boolean;
  const end = response.end.bind(response) as (chunk?: unknown, coding?: unknown, done?: unknown) => ServerResponse;
  const header = (name: string) => response.getHeader(name)?.toString() ?? "";
  let mode: Mode = "undecided";
  /** In mode store, what was written so far. */
  let chunks: Buffer[] = [];
  let size = 0;
  let compressor: zlib.BrotliCompress | zlib.Gzip | undefined;
  /**
   * The first chunk of a response whose length is not known, held for one iteration of the event loop: when it turns out to be
   * all, the response is sent in one piece with its length.
   */
  let held: Buffer | undefined;

  // Next calls it just before it writes: without it the headers share a system call with the first bytes.
  response.flushHeaders = () => {};

  response.write = (chunk: unknown, coding?: unknown, done?: unknown): boolean => {
    if (mode === "undecided" && !response.headersSent && !response.hasHeader("content-length")) {
      if (held === undefined && typeof coding !== "function" && typeof done !== "function") {
        held = toBuffer(chunk, coding);
        setImmediate(writeHeld);
        return true;
      }
      writeHeld();
    }
    if (mode === "undecided") decide(announcedLength());
    if (mode === "plain") return write(chunk, coding, done);
    const bytes = toBuffer(chunk, coding);
    if (mode === "stream") return compressor?.write(bytes) ?? true;
    chunks.push(bytes);
    size += bytes.length;
    if (size > MAX_STORED_BYTES) startStream();
    return true;
  };

  response.end = (...args: unknown[]): ServerResponse => {
    const callback = args.find((arg): arg is Done => typeof arg === "function");
    const [first, coding] = args;
    const isEmpty = first === undefined || first === null || typeof first === "function";
    if (mode === "undecided" && held && !isEmpty) writeHeld();
    if (mode === "undecided" && held) {
      const whole = held;
      held = undefined;
      if (!response.headersSent) response.setHeader("content-length", whole.length);
      return endWhole(whole, undefined, callback);
    }
    if (mode === "undecided" && !isEmpty) return endWhole(first, coding, callback);
    if (mode === "undecided") decide(0);
    const last = isEmpty ? undefined : toBuffer(first, coding);
    if (mode === "plain") return end(last, callback);
    if (callback) response.once("finish", callback);
    if (mode === "stream") {
      compressor?.end(last);
      return response;
    }
    if (last) chunks.push(last);
    const body = Buffer.concat(chunks);
    return endStored(body.length, () => body);
  };

  function writeHeld() {
    const chunk = held;
    held = undefined;
    if (!chunk || mode !== "undecided") return;
    decide(Number.NaN);
    response.write(chunk);
  }

  /**
   * Ends a response whose body came in one piece. Next hands over a page as text, and making bytes of it takes a sixth of the request's
   * processor time: it is done only when the encoded body is not stored.
   */
  function endWhole(body: unknown, coding: unknown, callback: Done | undefined): ServerResponse {
    if (!response.headersSent && response.statusCode === 200 && isFresh(request, header("etag"))) {
      response.statusCode = 304;
      for (const name of ["content-length", "content-type"]) response.removeHeader(name);
      return end(callback);
    }
    const length = announcedLength() || byteLength(body, coding);
    decide(length);
    if (mode === "plain") return end(body, coding, callback);
    if (callback) response.once("finish", callback);
    if (mode === "store") return endStored(length, () => toBuffer(body, coding));
    compressor?.end(toBuffer(body, coding));
    return response;
  }

  /** @param length of the body in bytes */
  function endStored(length: number, body: () => Buffer): ServerResponse {
    if (length < MIN_BYTES) {
      response.setHeader("content-length", length);
      return end(body());
    }
    const version = versionOf(response);
    // Only a strong ETag names the content by itself; else the path counts too, but never the query, of which there is no end.
    const path = version.startsWith('"') ? "" : request.url?.split("?", 1)[0];
    const key = `${encoding} ${version} ${path} ${header("content-type")} ${length}`;
    const encoded = encodedBody(key, encoding, body);
    setEncodingHeaders(encoding);
    const send = (bytes: Buffer) => {
      response.setHeader("content-length", bytes.length);
      onStored?.(key);
      end(bytes);
    };
    if (Buffer.isBuffer(encoded)) send(encoded);
    else encoded.then(send, () => response.destroy());
    return response;
  }

  /** Chooses the mode when the headers are complete. `length` is that of the body in bytes; NaN while it is not known. */
  function decide(length: number) {
    mode = modeFor(length);
    if (mode === "stream") startStream();
  }

  function modeFor(length: number): Mode {
    if (response.headersSent || !COMPRESSIBLE.test(header("content-type")) || response.hasHeader("content-encoding"))
      return "plain";
    const vary = header("vary");
    if (!/accept-encoding/i.test(vary))
      response.setHeader("vary", vary ? `${vary}, Accept-Encoding` : "Accept-Encoding");
    if (request.method === "HEAD" || response.statusCode !== 200) return "plain";
    const caching = header("cache-control");
    if (length < MIN_BYTES || /no-transform/.test(caching)) return "plain";
    if (versionOf(response) && STORABLE.test(caching) && !(length > MAX_STORED_BYTES)) return "store";
    return encoding === "identity" ? "plain" : "stream";
  }

  function startStream() {
    // Made for one request: gzip starts with a quarter of brotli's memory.
    encoding = chooseEncoding(request.headers, ["gzip", "br"]);
    const written = chunks;
    chunks = [];
    if (encoding === "identity") {
      mode = "plain";
      for (const chunk of written) write(chunk);
      return;
    }
    mode = "stream";
    setEncodingHeaders(encoding);
    const stream = compressors[encoding]();
    compressor = stream;
    stream.on("data", (data) => {
      if (!write(data)) stream.pause();
    });
    stream.on("end", () => end());
    stream.on("drain", () => response.emit("drain"));
    response.on("drain", () => stream.resume());
    response.once("close", () => stream.destroy());
    stream.on("error", () => response.destroy());
    // Next calls it so that a page that is sent in parts is shown in parts.
    Object.assign(response, { flush: () => stream.flush() });
    for (const chunk of written) stream.write(chunk);
  }

  function setEncodingHeaders(chosen: Encoding) {
    if (chosen === "identity") return;
    response.setHeader("content-encoding", chosen);
    response.removeHeader("content-length");
    response.removeHeader("accept-ranges");
    const etag = header("etag");
    // The same content in other bytes.
    if (etag && !etag.startsWith("W/")) response.setHeader("etag", `W/${etag}`);
  }

  const announcedLength = () => Number(response.getHeader("content-length") ?? Number.NaN);
}

/** What tells the content of an address from a later one. */
const versionOf = (response: ServerResponse) =>
  `${response.getHeader("etag") ?? response.getHeader("last-modified") ?? ""}`;

/** `coding` may be the callback, as in Node.js. */
const charset = (coding: unknown) => (typeof coding === "string" ? (coding as BufferEncoding) : "utf8");

const byteLength = (chunk: unknown, coding: unknown): number =>
  typeof chunk === "string" ? Buffer.byteLength(chunk, charset(coding)) : toBuffer(chunk, coding).length;

function toBuffer(chunk: unknown, coding: unknown): Buffer {
  if (typeof chunk === "string") return Buffer.from(chunk, charset(coding));
  if (Buffer.isBuffer(chunk)) return chunk;
  if (ArrayBuffer.isView(chunk)) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  throw new TypeError("A response is written as text or bytes.");
}
