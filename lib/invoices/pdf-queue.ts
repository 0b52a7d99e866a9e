import path from "node:path";
import type { Worker as Thread } from "node:worker_threads";
import { AppError } from "@/lib/errors";
import type { PdfTask } from "./pdf-document";

/** Documents that wait or are drawn; one more is refused. */
const MAX_WAITING = 20;
/** Milliseconds in which a file must be drawn, from when it is its turn. */
const TIME_LIMIT = 8_000;
/** Milliseconds after which a thread without work ends; it takes a third of a second to start. */
const IDLE = 60_000;

type Drawn = { bytes: Uint8Array<ArrayBuffer> } | { error: string };
type State = { worker?: Thread; idle?: NodeJS.Timeout; waiting: number; last: Promise<unknown> };

// A built shop loads this module more than once: one thread a process.
const shared = globalThis as { mithaasPdf?: State };
shared.mithaasPdf ??= { waiting: 0, last: Promise.resolve() };
const state = shared.mithaasPdf;

const busy = (message = "Invoices cannot be drawn right now. Please try again in a moment.") =>
  new AppError("service_unavailable", message, { retryAfter: 5 });

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
function drawInThread(task: PdfTask): Promise<Buffer<ArrayBuffer>> {
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

/** Draws a PDF in the thread of this process, one after the other. `service_unavailable` when too many wait, or it takes too long. */
export async function drawPdf(task: PdfTask): Promise<Buffer<ArrayBuffer>> {
  if (state.waiting >= MAX_WAITING) throw busy("Many invoices are being drawn. Please try again in a moment.");
  state.waiting++;
  const turn = state.last.then(() => drawInThread(task));
  state.last = turn.catch(() => {});
  try {
    return await turn;
  } finally {
    state.waiting--;
  }
}
