import { once } from "node:events";
import { EVERY_PAGE } from "./vendors";

/** Sends one request for some tags; rejects when they were not purged. */
export type Send = (tags: readonly string[], signal: AbortSignal) => Promise<void>;

/** In milliseconds. */
const TIMES = {
  /** One change expires pages in several steps, and many changes come together. */
  collect: 100,
  /** Between two requests: a burst of changes becomes a few of them, and vendors count requests. */
  gap: 1_000,
  /**
   * Every tag is purged once more so long after the first time. A page that was being made or sent while it was purged shows what was
   * before, and the CDN stores it after the purge.
   */
  again: 2_000,
  /** How long one answer may take. */
  answer: 5_000,
  /** After one, two, … failures in succession. */
  pauses: [1_000, 2_000, 5_000, 10_000, 30_000, 60_000],
  /** A tag that could not be purged for so long is given up: no shared cache may show a page for longer (expireTime in next.config.ts). */
  patience: 86_400_000,
  /** How long a stop waits for what is still to be sent, less than STOP_MS of server/main.ts. */
  stop: 5_000,
};
type Times = typeof TIMES;

/** With more tags waiting than this, every page is purged: one request instead of many. */
const MAX_WAITING = 300;

/** When a tag is to be purged, since when it waits, and whether this is its first purge, which a second one follows. */
type Waiting = { at: number; since: number; isFirst: boolean };

export type PurgeCounts = { sent: number; failed: number; waiting: number };

/** Purges tags from one CDN: few requests, one at a time, repeated while they fail. Nothing waits for it, and nothing fails with it. */
export class Purger {
  readonly #waiting = new Map<string, Waiting>();
  readonly #times: Times;
  readonly #stopped = new AbortController();
  #sending: Promise<void> | undefined;
  /** Tags of the request that is under way. */
  #underWay = 0;
  #timer: NodeJS.Timeout | undefined;
  #notBefore = 0;
  #failures = 0;
  #sent = 0;
  #failed = 0;

  constructor(
    private readonly send: Send,
    private readonly maxTags: number,
    /** Called with the failure that begins an outage, and with undefined when it is over. */
    private readonly onChange: (failure: unknown) => void,
    times: Partial<Times> = {},
  ) {
    this.#times = { ...TIMES, ...times };
  }

  get counts(): PurgeCounts {
    return { sent: this.#sent, failed: this.#failed, waiting: this.#waiting.size + this.#underWay };
  }

  /** To be called when the process's own pages have expired. */
  purge(tags: readonly string[]): void {
    if (this.#stopped.signal.aborted) return;
    const now = performance.now();
    this.#add(tags, { at: now + this.#times.collect, since: now, isFirst: true });
    this.#schedule();
  }

  /** Sends what waits, the second requests too, or gives it up after a few seconds. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    const limit = AbortSignal.timeout(this.#times.stop);
    await Promise.race([this.#sending, once(limit, "abort")]);
    while (this.#waiting.size > 0 && !limit.aborted && this.#failures === 0) await this.#sendBatch(Infinity, limit);
  }

  #add(tags: readonly string[], times: Waiting) {
    for (const tag of tags) {
      if (this.#waiting.get(EVERY_PAGE)?.isFirst) return; // which purges the others too
      if (tag === EVERY_PAGE && times.isFirst) this.#waiting.clear();
      // What waits for its first purge has its second one after it anyway.
      if (!this.#waiting.get(tag)?.isFirst) this.#waiting.set(tag, times);
    }
    if (this.#waiting.size > MAX_WAITING) this.#add([EVERY_PAGE], { ...times, isFirst: true });
  }

  #schedule() {
    if (this.#sending || this.#waiting.size === 0 || this.#stopped.signal.aborted) return;
    clearTimeout(this.#timer);
    const next = Math.max(this.#notBefore, Math.min(...Array.from(this.#waiting.values(), ({ at }) => at)));
    this.#timer = setTimeout(
      () => {
        this.#sending = this.#sendBatch(performance.now()).finally(() => {
          this.#sending = undefined;
          this.#schedule();
        });
      },
      Math.max(1, next - performance.now()),
    );
    this.#timer.unref();
  }

  /** Sends what is due at a time and what waits for its first purge, as much as one request takes. */
  async #sendBatch(due: number, limit?: AbortSignal) {
    const batch = [...this.#waiting].filter(([, { at, isFirst }]) => isFirst || at <= due).slice(0, this.maxTags);
    if (batch.length === 0) return;
    for (const [tag] of batch) this.#waiting.delete(tag);
    this.#underWay = batch.length;
    const answer = AbortSignal.timeout(this.#times.answer);
    try {
      await this.send(
        batch.map(([tag]) => tag),
        limit ? AbortSignal.any([limit, answer]) : answer,
      );
      this.#succeed(batch);
    } catch (error) {
      this.#fail(batch, error);
    } finally {
      this.#underWay = 0;
    }
  }

  #succeed(batch: readonly [string, Waiting][]) {
    this.#sent++;
    if (this.#failures > 0) this.onChange(undefined);
    this.#failures = 0;
    const now = performance.now();
    this.#notBefore = now + this.#times.gap;
    const first = batch.filter(([, { isFirst }]) => isFirst).map(([tag]) => tag);
    if (this.#stopped.signal.aborted) return;
    this.#add(first, { at: now + this.#times.again, since: now, isFirst: false });
  }

  #fail(batch: readonly [string, Waiting][], error: unknown) {
    this.#failed++;
    const now = performance.now();
    if (this.#failures === 0) this.onChange(error);
    const { pauses, patience } = this.#times;
    this.#notBefore = now + (pauses[Math.min(this.#failures, pauses.length - 1)] ?? 0);
    this.#failures++;
    for (const [tag, times] of batch) if (now - times.since < patience) this.#add([tag], times);
  }
}
