import path from "node:path";
import type { Worker as Thread } from "node:worker_threads";
import { AppError } from "@/lib/errors";
import { onePerProcess } from "@/lib/one-per-process";
import type { PdfTask } from "./pdf-document";

/** Files that wait or are drawn for one person; one more is refused. */
const MAX_OF_ONE = 5;
/** The same of all people: at a tenth of a second each they are drawn before the deadline of a request (lib/http/deadline.ts). */
const MAX_OF_ALL = 50;
/** Seconds after which another try makes sense. */
const RETRY_AFTER = 5;
/** Milliseconds in which a file must be drawn, from when it is its turn. */
const TIME_LIMIT = 8_000;
/** Milliseconds after which a thread without work ends; it takes a third of a second to start. */
const IDLE = 60_000;

type Drawn = { bytes: Uint8Array<ArrayBuffer> } | { error: string };
/** A file that waits: whom it is for, and what draws it. */
type Waiting = { who: string; draw: () => Promise<void> };
type State = {
  worker?: Thread;
  idle?: NodeJS.Timeout;
  /** The files in the order in which they will be drawn. */
  waiting: Waiting[];
  /** Whom the file is for that is being drawn. */
  current?: string;
};

const state = onePerProcess("PDF queue", (): State => ({ waiting: [] }));

const busy = (message = "Invoices cannot be drawn right now. Please try again in a moment.") =>
  new AppError("service_unavailable", message, { retryAfter: RETRY_AFTER });

function drop(worker: Thread) {
  if (state.worker === worker) state.worker = undefined;
  void worker.terminate();
}

function start(): Thread {
  // Asked for in this way so that the build does not bundle the thread's file and the fonts that it reads.
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  // The shop runs in the folder of the repository, and so do its tests.
  const worker = new Worker(path.join(process.cwd(), "lib", "invoices", "pdf-worker.mjs"), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  worker.unref();
  worker.on("error", () => drop(worker));
  return worker;
}

/** Gives the task to the thread. Whatever goes wrong is 503, and a thread that failed or is late is replaced. */
async function drawInThread(task: PdfTask): Promise<Buffer<ArrayBuffer>> {
  clearTimeout(state.idle);
  state.worker ??= start();
  const { worker } = state;
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => {
      clearTimeout(late);
      worker.off("message", done).off("exit", failed).off("error", failed);
      state.idle = setTimeout(() => drop(worker), IDLE).unref();
      finish();
    };
    const done = (drawn: Drawn) =>
      end(() => ("bytes" in drawn ? resolve(Buffer.from(drawn.bytes)) : reject(new Error(drawn.error))));
    const failed = () => {
      drop(worker);
      end(() => reject(busy()));
    };
    const late = setTimeout(failed, TIME_LIMIT);
    worker.on("message", done).on("exit", failed).on("error", failed);
    worker.postMessage(task);
  });
}

async function drawAll(): Promise<void> {
  if (state.current !== undefined) return;
  for (let next = state.waiting.shift(); next; next = state.waiting.shift()) {
    const { who, draw } = next;
    state.current = who;
    await draw();
    // The others of this person go behind those of everybody who came meanwhile.
    state.waiting.sort((a, b) => Number(a.who === who) - Number(b.who === who));
  }
  state.current = undefined;
}

/**
 * Draws a PDF in the thread of this process, one after the other, the people who wait by turns: whoever asks for many delays nobody by more
 * than one file. Throws `rate_limited` when too many of this person wait already, and `service_unavailable` when too many of all do; at
 * once, so that nobody else shares the refusal. Rejects with `service_unavailable` when it takes too long.
 * @param who whom the file is for
 */
export function drawPdf(task: PdfTask, who: string): Promise<Buffer<ArrayBuffer>> {
  const open = [state.current, ...state.waiting.map((file) => file.who)].filter((one) => one !== undefined);
  if (open.filter((one) => one === who).length >= MAX_OF_ONE)
    throw new AppError("rate_limited", "You are fetching many invoices at once. Please try again in a moment.", {
      retryAfter: RETRY_AFTER,
    });
  if (open.length >= MAX_OF_ALL) throw busy("Many invoices are being drawn. Please try again in a moment.");
  return new Promise((resolve, reject) => {
    state.waiting.push({ who, draw: () => drawInThread(task).then(resolve, reject) });
    void drawAll();
  });
}
