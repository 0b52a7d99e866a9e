/*
 * Request bodies: how large one may be, how long its sender may be silent, how much memory all of them together may take, and
 * what happens to one that was answered before it was read. Each byte is counted when Node's parser hands it over (`push`),
 * whoever reads it. docs/decisions/0001-request-bodies.md says why this is our own code.
 */
import { IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { BODY_BYTES, tooLargeText } from "@/lib/http/body-sizes";
import { beforeHeaders } from "./before-headers";
import { countShed } from "./load-shedding";
import { type Refusal, TOO_BUSY } from "./refusals";

/** A sender that is silent for so long has gone. */
const SILENCE_MS = 15_000;
/** A body up to this size is a form or a call of the API and counts against no budget. */
const SMALL_BYTES = 16 * 1024;

/** Memory that larger bodies may take together. */
type Budget = { readonly maxBytes: number; usedBytes: number };
/** Room for two of the largest pictures at once. */
const uploads: Budget = { maxBytes: 12 * 1024 * 1024, usedBytes: 0 };
/** What is posted to pages, so that uploads cannot crowd it out. */
const forms: Budget = { maxBytes: 4 * 1024 * 1024, usedBytes: 0 };

/** What a chunk takes beside its bytes: a body in chunks of one byte takes much more memory than its length. */
const CHUNK_OVERHEAD_BYTES = 200;
/** Bodies that may be arriving at once. */
const MAX_ARRIVING = 1000;
/** So much of a body that was answered unread is still read, so that the connection serves the next request; before more it is closed. */
const DRAIN_BYTES = 64 * 1024;
/** A connection that is closed still reads for a while: otherwise the sender, who is still sending, gets a reset instead of its answer. */
const LINGER_SILENCE_MS = 2_000;
const LINGER_MS = 10_000;
const LINGER_BYTES = 16 * 1024 * 1024;
/** So many connections read at once while they close. The others stay open as long, but unread. */
const MAX_LINGERING = 4;

/** Bodies that are not complete, the one that has been silent for longest first. */
const arriving = new Set<RequestBody>();
/** Connections that are read on before they close. */
const lingering = new Set<Socket>();

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;

/** The body of one request, from its headers until the request is answered. Create it before anything is answered. */
export class RequestBody {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #refuse: (refusal: Refusal) => void;
  #receivedBytes = 0;
  /** Memory that it takes, CHUNK_OVERHEAD_BYTES included. */
  #memoryBytes = 0;
  #budget = uploads;
  #limit = Number.POSITIVE_INFINITY;
  /** Nobody reads it before it is complete. */
  #collecting = false;
  /** What still arrives is thrown away. */
  #discarding = false;
  #maxDiscarded = Number.POSITIVE_INFINITY;
  #timedOut = false;
  #onReadStart: (() => void) | undefined;
  #onComplete: (() => void) | undefined;
  #timer: NodeJS.Timeout;

  /** `refuse` ends a request whose body is aborted. */
  constructor(request: IncomingMessage, response: ServerResponse, refuse: (refusal: Refusal) => void) {
    this.#request = request;
    this.#response = response;
    this.#refuse = refuse;
    this.#timer = setTimeout(() => this.#timeOut(), SILENCE_MS).unref();
    arriving.add(this);
    request.push = (chunk: Buffer | null) => (chunk === null ? this.#end() : this.#receive(chunk));
    request._read = (size) => {
      this.#startReading();
      IncomingMessage.prototype._read.call(request, size);
    };
    beforeHeaders(response, () => this.#onAnswer());
    response.once("finish", () => this.#discardRest());
    response.once("close", () => {
      this.#release();
      if (request.socket.destroyed) clearTimeout(this.#timer);
    });
    if (arriving.size > MAX_ARRIVING) abortSilentBodies();
  }

  /** The length that was announced, in bytes; NaN for a chunked body. */
  get length(): number {
    return Number(this.#request.headers["content-length"]);
  }

  /** Reads all of it, up to `limit` bytes, and calls `onComplete`; nobody else may read it before. */
  collect(limit: number, onComplete: () => void): void {
    this.#limit = limit;
    if (limit <= BODY_BYTES) this.#budget = forms;
    this.#collecting = true;
    this.#onComplete = onComplete;
    this.#sendContinue();
  }

  /** Leaves the reading to whoever handles the request; `onReadStart` is called unless all of it has arrived by then. */
  stream(onReadStart: () => void, onComplete: () => void): void {
    this.#onReadStart = onReadStart;
    this.#onComplete = onComplete;
  }

  /** Refuses its request and closes the connection. */
  abort(refusal: Refusal): void {
    this.#release();
    if (!this.#response.headersSent) this.#response.setHeader("connection", "close");
    this.#refuse(refusal);
    this.#discardRest();
  }

  /** Whether it counts against a budget that is exceeded. */
  get exceedsBudget(): boolean {
    return this.#isLarge && this.#budget.usedBytes > this.#budget.maxBytes;
  }

  get #isLarge() {
    return this.#memoryBytes > SMALL_BYTES;
  }

  #receive(chunk: Buffer): boolean {
    this.#timer.refresh();
    this.#receivedBytes += chunk.length;
    if (this.#discarding) return this.#receivedBytes <= this.#maxDiscarded;
    if (this.#receivedBytes > this.#limit) {
      this.abort([413, "payload_too_large", tooLargeText(this.#limit)]);
      return true;
    }
    arriving.delete(this);
    arriving.add(this);
    this.#allocate(chunk.length + CHUNK_OVERHEAD_BYTES);
    if (this.#discarding) return true;
    const wantsMore = IncomingMessage.prototype.push.call(this.#request, chunk);
    if (!this.#collecting) return wantsMore;
    // Nobody reads it yet, so nobody would ask for more. Large ones alternate: a fast sender would fill the budget before
    // others are looked at.
    if (this.#isLarge) setImmediate(() => this.#resumeConnection());
    return !this.#isLarge;
  }

  #end(): boolean {
    clearTimeout(this.#timer);
    arriving.delete(this);
    Reflect.deleteProperty(this.#request.socket, "destroySoon");
    // A reader must not take a part for the whole: the end is only passed on when all of it was.
    if (this.#discarding) {
      if (this.#maxDiscarded < Number.POSITIVE_INFINITY) this.#request.socket.destroySoon();
      return false;
    }
    const wantsMore = IncomingMessage.prototype.push.call(this.#request, null);
    this.#onComplete?.();
    return wantsMore;
  }

  #allocate(bytes: number) {
    const before = this.#isLarge ? this.#memoryBytes : 0;
    this.#memoryBytes += bytes;
    if (!this.#isLarge) return;
    this.#budget.usedBytes += this.#memoryBytes - before;
    if (this.exceedsBudget) abortSilentBodies();
  }

  #release() {
    arriving.delete(this);
    if (this.#isLarge) this.#budget.usedBytes -= this.#memoryBytes;
    this.#memoryBytes = 0;
  }

  #startReading() {
    if (this.#discarding || this.#request.complete) return;
    this.#sendContinue();
    this.#onReadStart?.();
    this.#onReadStart = undefined;
  }

  /** Asks a sender that waits for "100 Continue" to send its body. */
  #sendContinue() {
    const { expect } = this.#request.headers;
    if (expect && !this.#response.headersSent && this.#receivedBytes === 0 && !this.#request.complete)
      this.#response.writeContinue();
  }

  /** The headers of the answer go out: the rest of the body, if there is one, must not be taken for the next request. */
  #onAnswer() {
    const { complete, socket } = this.#request;
    if (complete) return;
    if (!(this.length - this.#receivedBytes <= DRAIN_BYTES)) this.#response.setHeader("connection", "close");
    // Node calls destroySoon when the answer has been sent and the connection is to be closed.
    if (!this.#timedOut) socket.destroySoon = () => this.#linger();
  }

  #linger() {
    const { socket } = this.#request;
    socket.end();
    const reads = lingering.size < MAX_LINGERING;
    if (reads) {
      lingering.add(socket);
      socket.once("close", () => lingering.delete(socket));
    }
    this.#maxDiscarded = this.#receivedBytes + (reads ? LINGER_BYTES : 0);
    this.#discardRest();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => socket.destroy(), LINGER_SILENCE_MS).unref();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }

  #discardRest() {
    if (this.#request.complete || this.#discarding) return;
    this.#discarding = true;
    this.#request.resume();
    this.#resumeConnection();
  }

  /** Reads on, if reading from the connection had stopped. */
  #resumeConnection() {
    IncomingMessage.prototype._read.call(this.#request, 0);
  }

  #timeOut() {
    this.#timedOut = true;
    if (this.#response.headersSent) this.#request.socket.destroy();
    else this.abort([408, "bad_request", "The request took too long."]);
  }
}

/** Aborts bodies until the bounds hold, those first whose senders have been silent for longest. */
function abortSilentBodies() {
  for (const body of arriving) {
    if (arriving.size <= MAX_ARRIVING && !body.exceedsBudget) continue;
    countShed("bodies");
    body.abort(TOO_BUSY);
  }
}
