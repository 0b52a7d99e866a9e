// Bodies of requests on their way in: how large one may be, how long its sender may be silent, how much memory all of them together may take,
// and what becomes of one that was answered before it was read. Each byte is counted as the parser hands it over (`push`), whoever reads it.
import { IncomingMessage } from "node:http";
import { BODY_BYTES, tooLargeText } from "../lib/http/body-sizes.cjs";
import { beforeHead } from "./head.mjs";

/** A sender that is silent for so long has gone. */
const SILENT_MS = 15_000;
/** A body up to this size is a form or a call of the API: it always has room. */
const SMALL_BYTES = 16 * 1024;
/** What larger bodies together may take: room for two of the largest pictures at once, and apart from them for what people post to pages. */
const uploads = { most: 12 * 1024 * 1024, taken: 0 };
const forms = { most: 4 * 1024 * 1024, taken: 0 };
/** What a piece of a body takes beside its bytes: a body in pieces of one byte takes much more than it says. */
const PIECE_BYTES = 200;
/** Bodies that may be on their way at once. */
const MOST = 1000;
/** So much of a body that was answered unread is still read, so that the connection serves the next request; before more it is closed. */
const DRAIN_BYTES = 64 * 1024;
/** A connection that is closed still reads for a while: otherwise the sender, who is still sending, meets a reset instead of its answer. */
const LINGER_SILENT_MS = 2_000;
const LINGER_MS = 10_000;
const LINGER_BYTES = 16 * 1024 * 1024;
/** So many at once: the rest stay open as long, but unread, for reading to no end costs memory as well. */
const LINGERING = 4;

/** Those that are not complete, the one that has been silent for longest first. @type {Set<Body>} */
const arriving = new Set();
/** Connections that read on before they are closed. @type {Set<import("node:net").Socket>} */
const lingering = new Set();

/** @param {IncomingMessage} request */
export const hasBody = ({ headers }) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;

/** The body of one request, from its headers until the request is answered. To be made before anything is answered. */
export class Body {
  #request;
  #response;
  #refuse;
  #received = 0;
  #size = 0;
  #room = uploads;
  #limit = Number.POSITIVE_INFINITY;
  /** Nobody reads it before it is complete. */
  #collected = false;
  /** What still comes is thrown away. */
  #discarded = false;
  #mostDiscarded = Number.POSITIVE_INFINITY;
  #isSilent = false;
  /** @type {(() => void) | undefined} */
  #whenWanted;
  /** @type {(() => void) | undefined} */
  #whenComplete;
  #timer;

  /**
   * @param {IncomingMessage} request @param {import("node:http").ServerResponse} response
   * @param {(status: number, code: string, detail: string) => void} refuse ends a request whose body is given up
   */
  constructor(request, response, refuse) {
    this.#request = request;
    this.#response = response;
    this.#refuse = refuse;
    this.#timer = setTimeout(() => this.#silent(), SILENT_MS).unref();
    arriving.add(this);
    request.push = (/** @type {any} */ piece) => (piece === null ? this.#end() : this.#take(piece));
    request._read = (size) => {
      this.#want();
      IncomingMessage.prototype._read.call(request, size);
    };
    beforeHead(response, () => this.#answered());
    response.once("finish", () => this.#discard());
    response.once("close", () => {
      this.#release();
      if (request.socket.destroyed) clearTimeout(this.#timer);
    });
    if (arriving.size > MOST) makeRoom();
  }

  /** The length that was announced; NaN for a body in chunks. */
  get length() {
    return Number(this.#request.headers["content-length"]);
  }

  /** Reads all of it, up to `limit` bytes, and calls `whenComplete`; nobody else may read it before. @param {number} limit @param {() => void} whenComplete */
  collect(limit, whenComplete) {
    this.#limit = limit;
    if (limit <= BODY_BYTES) this.#room = forms;
    this.#collected = true;
    this.#whenComplete = whenComplete;
    this.#continue();
  }

  /** Leaves the reading to whoever handles the request. @param {() => void} whenWanted when it begins @param {() => void} whenComplete */
  stream(whenWanted, whenComplete) {
    this.#whenWanted = whenWanted;
    this.#whenComplete = whenComplete;
  }

  /** Ends its request, and the connection with it. @param {number} status @param {string} code @param {string} detail */
  giveUp(status, code, detail) {
    this.#release();
    if (!this.#response.headersSent) this.#response.setHeader("connection", "close");
    this.#refuse(status, code, detail);
    this.#discard();
  }

  get isLarge() {
    return this.#size > SMALL_BYTES;
  }

  /** Does it take a part of a room in which there is no more? */
  get isTooMuch() {
    return this.isLarge && this.#room.taken > this.#room.most;
  }

  /** @param {Buffer} piece */
  #take(piece) {
    this.#timer.refresh();
    this.#received += piece.length;
    if (this.#discarded) {
      return this.#received <= this.#mostDiscarded;
    }
    if (this.#received > this.#limit) {
      this.giveUp(413, "payload_too_large", tooLargeText(this.#limit));
      return true;
    }
    arriving.delete(this);
    arriving.add(this);
    this.#hold(piece.length + PIECE_BYTES);
    if (this.#discarded) return true;
    const more = IncomingMessage.prototype.push.call(this.#request, piece);
    if (!this.#collected) return more;
    // Nobody reads it yet, so nobody would ask for more. Large ones take turns: a fast sender would fill the room before others are looked at.
    if (this.isLarge) setImmediate(() => this.#ask());
    return !this.isLarge;
  }

  #end() {
    clearTimeout(this.#timer);
    arriving.delete(this);
    Reflect.deleteProperty(this.#request.socket, "destroySoon");
    // Whoever still reads it must not take a part for the whole.
    if (this.#discarded) {
      if (this.#mostDiscarded < Number.POSITIVE_INFINITY) this.#request.socket.destroySoon();
      return false;
    }
    const more = IncomingMessage.prototype.push.call(this.#request, null);
    this.#whenComplete?.();
    return more;
  }

  /** @param {number} bytes */
  #hold(bytes) {
    const before = this.isLarge ? this.#size : 0;
    this.#size += bytes;
    if (!this.isLarge) return;
    this.#room.taken += this.#size - before;
    if (this.isTooMuch) makeRoom();
  }

  #release() {
    arriving.delete(this);
    if (this.isLarge) this.#room.taken -= this.#size;
    this.#size = 0;
  }

  #want() {
    if (this.#discarded || this.#request.complete) return;
    this.#continue();
    this.#whenWanted?.();
    this.#whenWanted = undefined;
  }

  /** Tells a sender that waits for it to send its body. */
  #continue() {
    const { expect } = this.#request.headers;
    if (expect && !this.#response.headersSent && this.#received === 0 && !this.#request.complete)
      this.#response.writeContinue();
  }

  /** The head of the answer goes out: the rest of the body, if there is one, must not be taken for the next request. */
  #answered() {
    const { complete, socket } = this.#request;
    if (complete) return;
    if (!(this.length - this.#received <= DRAIN_BYTES)) this.#response.setHeader("connection", "close");
    // Node.js calls it when the answer has gone out and the connection is to be closed.
    if (!this.#isSilent) socket.destroySoon = () => this.#linger();
  }

  #linger() {
    const { socket } = this.#request;
    socket.end();
    const reads = lingering.size < LINGERING;
    if (reads) {
      lingering.add(socket);
      socket.once("close", () => lingering.delete(socket));
    }
    this.#mostDiscarded = this.#received + (reads ? LINGER_BYTES : 0);
    this.#discard();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => socket.destroy(), LINGER_SILENT_MS).unref();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }

  /** Reads what still comes and throws it away. */
  #discard() {
    if (this.#request.complete || this.#discarded) return;
    this.#discarded = true;
    this.#request.resume();
    this.#ask();
  }

  /** Lets the connection read on, if it had been stopped. */
  #ask() {
    IncomingMessage.prototype._read.call(this.#request, 0);
  }

  #silent() {
    this.#isSilent = true;
    if (this.#response.headersSent) this.#request.socket.destroy();
    else this.giveUp(408, "bad_request", "The request took too long.");
  }
}

/** Gives up bodies until there is room: those first whose senders have been silent for longest. */
function makeRoom() {
  for (const body of arriving)
    if (arriving.size > MOST || body.isTooMuch)
      body.giveUp(503, "service_unavailable", "The shop is very busy. Please try again in a moment.");
}
