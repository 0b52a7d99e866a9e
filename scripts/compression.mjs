// Compressed answers. What stands still (pages from the page cache, the build's files) is compressed once, well, and kept by its ETag or date; Next's own
// compression did it anew for each request. Who accepts none gets kept bytes too: a page is kept as text, and was turned into bytes for each request.
// What is made for one request is compressed fast, as it comes.
import { promisify } from "node:util";
import zlib from "node:zlib";

/** Bytes of answers that are kept. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** Larger answers are compressed as they come. */
const WHOLE_BYTES = 2 * 1024 * 1024;
/** Smaller ones do not become smaller in a packet. */
const SMALL_BYTES = 1024;
/** What caches may keep stands still. */
const STILL = /^(?!.*\b(private|no-store)\b).*\b(s-maxage|immutable|max-age=[1-9])/;
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|problem\+json|manifest\+json|xml)|image\/svg\+xml)/;

const { BROTLI_PARAM_QUALITY: QUALITY, BROTLI_PARAM_SIZE_HINT: SIZE } = zlib.constants;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
// The build's files and pages are asked for again and again; at 9 a page takes some 10 ms of another thread, once.
const whole = {
  br: (/** @type {Buffer} */ body) => brotli(body, { params: { [QUALITY]: 9, [SIZE]: body.length } }),
  gzip: (/** @type {Buffer} */ body) => gzip(body, { level: 9 }),
};
const streams = {
  br: () => zlib.createBrotliCompress({ params: { [QUALITY]: 4 } }),
  gzip: () => zlib.createGzip({ level: 5 }),
};

/** Bodies by encoding and ETag, the one used last at the end. @type {Map<string, Buffer | Promise<Buffer>>} */
const kept = new Map();
let keptBytes = 0;

/**
 * Makes an answer compress itself as its request allows. To be called before anything is written.
 * @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response
 * @param {(body: string) => void} [whenWhole] hears of an answer that stands still, with the name of its body (`bodyOf`), just before it goes out
 */
export function compress(request, response, whenWhole) {
  const accepted = request.headers["accept-encoding"]?.toString() ?? "";
  let encoding = chosen(accepted);
  const { write, end } = response;
  /** @type {"undecided" | "plain" | "whole" | "stream"} */
  let how = "undecided";
  /** @type {Buffer[]} */
  let chunks = [];
  let size = 0;
  /** @type {import("node:zlib").Gzip | import("node:zlib").BrotliCompress | undefined} */
  let stream;

  // Next calls it only just before it writes: the headers go with the first bytes, one system call instead of two.
  response.flushHeaders = () => {};

  /** @param {number} length of the body in bytes; NaN while it is not known */
  function decide(length) {
    const type = response.getHeader("content-type")?.toString() ?? "";
    if (response.headersSent || !COMPRESSIBLE.test(type) || response.hasHeader("content-encoding")) return "plain";
    const vary = response.getHeader("vary")?.toString() ?? "";
    if (!/accept-encoding/i.test(vary))
      response.setHeader("vary", vary ? `${vary}, Accept-Encoding` : "Accept-Encoding");
    if (request.method === "HEAD" || response.statusCode !== 200) return "plain";
    const caching = response.getHeader("cache-control")?.toString() ?? "";
    if (length < SMALL_BYTES || /no-transform/.test(caching)) return "plain";
    if (versionOf(response) && STILL.test(caching) && !(length > WHOLE_BYTES)) return "whole";
    return encoding ? "stream" : "plain";
  }

  function begin() {
    if (!encoding) return;
    response.setHeader("content-encoding", encoding);
    response.removeHeader("content-length");
    response.removeHeader("accept-ranges");
    const etag = response.getHeader("etag")?.toString();
    // The same content in other bytes.
    if (etag && !etag.startsWith("W/")) response.setHeader("etag", `W/${etag}`);
  }

  function startStream() {
    if (!encoding) return;
    how = "stream";
    // Made for one request: gzip begins with a quarter of the memory.
    encoding = chosen(accepted, ["gzip", "br"]) ?? encoding;
    begin();
    stream = streams[encoding]();
    stream.on("data", (data) => {
      if (!write.call(response, data, "utf8")) stream?.pause();
    });
    stream.on("end", () => end.call(response));
    stream.on("drain", () => response.emit("drain"));
    response.on("drain", () => stream?.resume());
    response.once("close", () => stream?.destroy());
    stream.on("error", () => response.destroy());
    // So that a page that comes in parts is shown in parts.
    Object.assign(response, { flush: () => stream?.flush() });
    for (const chunk of chunks) stream.write(chunk);
    chunks = [];
  }

  /** @param {any} chunk @param {any} [coding] */
  const bytes = (chunk, coding) =>
    typeof chunk === "string"
      ? Buffer.from(chunk, typeof coding === "string" ? /** @type {BufferEncoding} */ (coding) : "utf8")
      : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);

  /** The first part of an answer made for one request, held back for a moment: when it is all, it goes out with its length in one piece. @type {Buffer | undefined} */
  let first;
  function sendFirst() {
    const held = first;
    first = undefined;
    if (held && how === "undecided") {
      settle(Number.NaN);
      response.write(held);
    }
  }

  /** @param {number} length */
  function settle(length) {
    how = decide(length);
    if (how === "stream") startStream();
  }

  /** @param {any} chunk @param {any} coding @param {any} done */
  response.write = (chunk, coding, done) => {
    if (how === "undecided" && !response.headersSent && !response.hasHeader("content-length")) {
      if (first === undefined && typeof done !== "function" && typeof coding !== "function") {
        first = bytes(chunk, coding);
        setImmediate(sendFirst);
        return true;
      }
      sendFirst();
    }
    if (how === "undecided") settle(lengthOf());
    if (how === "plain") return write.call(response, chunk, coding, done);
    if (how === "stream") return stream?.write(bytes(chunk, coding)) ?? true;
    const data = bytes(chunk, coding);
    chunks.push(data);
    size += data.length;
    if (size > WHOLE_BYTES) startStream();
    return true;
  };

  /** @param {any} [chunk] @param {any} [coding] @param {any} [done] */
  response.end = (chunk, coding, done) => {
    const callback = [chunk, coding, done].find((given) => typeof given === "function");
    const empty = chunk === undefined || chunk === null || typeof chunk === "function";
    if (how === "undecided") {
      if (first && !empty) sendFirst();
      else if (first) {
        chunk = first;
        coding = undefined;
        first = undefined;
        if (!response.headersSent) response.setHeader("content-length", chunk.length);
        return finishKnown(chunk, coding, callback);
      }
    }
    if (how === "undecided" && !empty) return finishKnown(chunk, coding, callback);
    if (how === "undecided") settle(0);
    if (how === "plain") return end.call(response, chunk, coding, done);
    if (callback) response.once("finish", callback);
    if (how === "stream") {
      stream?.end(empty ? undefined : bytes(chunk, coding));
      return response;
    }
    if (!empty) chunks.push(bytes(chunk, coding));
    const body = Buffer.concat(chunks);
    return sendWhole(body.length, () => body);
  };

  /** A body that came in one piece. @param {any} chunk @param {any} coding @param {any} callback */
  function finishKnown(chunk, coding, callback) {
    const etag = response.getHeader("etag")?.toString() ?? "";
    if (!response.headersSent && response.statusCode === 200 && isCurrent(request, etag)) {
      response.statusCode = 304;
      for (const name of ["content-length", "content-type"]) response.removeHeader(name);
      return end.call(response, callback);
    }
    const known = lengthOf();
    const length = Number.isNaN(known) ? Buffer.byteLength(chunk, coding) : known;
    settle(length);
    if (how === "plain") return end.call(response, chunk, coding, callback);
    if (callback) response.once("finish", callback);
    if (how === "whole") return sendWhole(length, () => bytes(chunk, coding));
    stream?.end(bytes(chunk, coding));
    return response;
  }

  const lengthOf = () => Number(response.getHeader("content-length") ?? Number.NaN);

  /** @param {number} length @param {() => Buffer} body */
  function sendWhole(length, body) {
    if (length < SMALL_BYTES) {
      how = "plain";
      finish(body());
      return response;
    }
    const type = response.getHeader("content-type");
    const version = versionOf(response);
    // Only a strong ETag says all of the content; else the address counts too, but never its query, of which there is no end.
    const path = version.startsWith('"') ? "" : request.url?.split("?", 1)[0];
    const key = `${encoding} ${version} ${path} ${type} ${length}`;
    const compressed = keep(key, encoding ?? "identity", body);
    begin();
    const send = (/** @type {Buffer} */ made) => finish(made, key);
    if (compressed instanceof Buffer) send(compressed);
    else compressed.then(send, () => response.destroy());
    return response;
  }

  /** @param {Buffer} body @param {string} [key] its name among those that are kept */
  function finish(body, key) {
    response.setHeader("content-length", body.length);
    if (key !== undefined) whenWhole?.(key);
    end.call(response, body, "utf8");
  }
}

/**
 * A body in an encoding, made when it is not kept.
 * @param {string} key @param {"br" | "gzip" | "identity"} encoding @param {() => Buffer} body
 */
function keep(key, encoding, body) {
  const found = take(key);
  if (found) return found;
  if (encoding === "identity") {
    const plain = body();
    kept.set(key, plain);
    keptBytes += plain.length;
    prune();
    return plain;
  }
  const making = whole[encoding](body()).then((compressed) => {
    if (kept.get(key) === making) {
      kept.set(key, compressed);
      keptBytes += compressed.length;
      prune();
    }
    return compressed;
  });
  kept.set(key, making);
  making.catch(() => kept.delete(key));
  return making;
}

/** @param {string} key */
function take(key) {
  const found = kept.get(key);
  if (found) {
    kept.delete(key);
    kept.set(key, found);
  }
  return found;
}

/** A body that is kept and made, by its name. @param {string} key */
export function bodyOf(key) {
  const found = take(key);
  return found instanceof Buffer ? found : undefined;
}

function prune() {
  for (const [key, body] of kept) {
    if (keptBytes <= KEPT_BYTES) return;
    if (!(body instanceof Buffer)) continue;
    kept.delete(key);
    keptBytes -= body.length;
  }
}

/** @type {("br" | "gzip")[]} */
const BEST_FIRST = ["br", "gzip"];
/**
 * The first of `wanted` that an Accept-Encoding field accepts.
 * @param {string} accepted
 */
export const chosen = (accepted, wanted = BEST_FIRST) =>
  wanted.find((name) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted));

/** What tells one content of an address from a later one. @param {import("node:http").ServerResponse} response */
const versionOf = (response) => `${response.getHeader("etag") ?? response.getHeader("last-modified") ?? ""}`;

/**
 * Does the client have this page already? Its ETag stands in the page cache (lib/page-cache/handler.cjs), so that nobody makes it anew for each request.
 * @param {import("node:http").IncomingMessage} request @param {string} etag
 */
export function isCurrent({ headers, method }, etag) {
  const asked = headers["if-none-match"];
  if (!asked || !etag || !/^(GET|HEAD)$/.test(method ?? "")) return false;
  return asked.split(",").some((tag) => opaque(tag) === opaque(etag));
}
const opaque = (/** @type {string} */ tag) => tag.trim().replace(/^W\//, "");
