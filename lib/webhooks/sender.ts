import type { Executor } from "@/db/client";
import { withWriteSlot } from "@/db/write-slots";
import { isDatabaseUnavailable } from "@/lib/errors";
import { logFault } from "@/lib/http/log";
import { LANES } from "./constants";
import { dueWebhooks, prepareDelivery, settleDelivery, type TakenDelivery, takeDelivery } from "./delivery-commands";
import { type Outcome, type SendAttempt, send } from "./send";
import { signedHeaders } from "./signature";

/**
 * Sends what is due. Each webhook has lanes of its own, so that a receiver that is slow or silent delays nobody else's deliveries, and `run`
 * waits for none. All lanes take one write slot between them, so that the shop's own writes have the others.
 */
export class WebhookSender {
  private readonly lanes = new Map<number, number>();
  private readonly running = new Set<Promise<void>>();
  private slot: Promise<unknown> = Promise.resolve();
  private stopping = false;

  constructor(private readonly options: Pick<SendAttempt, "withPrivate" | "timeoutMs" | "lookup">) {}

  /** Opens the lanes of the webhooks for which something is due. */
  async run(): Promise<void> {
    if (this.stopping) return;
    for (const { id } of await dueWebhooks())
      for (let open = this.lanes.get(id) ?? 0; open < LANES; open++) this.openLane(id);
  }

  /** Ends when what is being sent has ended, at most ten seconds later. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.idle();
  }

  /** Until nothing is being sent. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private openLane(id: number) {
    const count = (change: 1 | -1) => this.lanes.set(id, (this.lanes.get(id) ?? 0) + change);
    count(1);
    const lane = this.deliverAll(id)
      .catch((error) => {
        // What was taken is taken again after its minute.
        if (!isDatabaseUnavailable(error)) logFault(error, "-", "webhook");
      })
      .finally(() => {
        count(-1);
        this.running.delete(lane);
      });
    this.running.add(lane);
  }

  private async deliverAll(webhookId: number): Promise<void> {
    while (!this.stopping) {
      const taken = await this.inSlot((db) => takeDelivery(webhookId, db));
      if (!taken) return;
      const outcome = await this.attempt(taken);
      if (outcome) await this.inSlot((db) => settleDelivery(taken, outcome, db));
    }
  }

  private async attempt(taken: TakenDelivery): Promise<Outcome | null> {
    let prepared: Awaited<ReturnType<typeof prepareDelivery>>;
    try {
      prepared = await this.inSlot((db) => prepareDelivery(taken, db));
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      // Data that cannot be made, or a secret that cannot be read, must not stop the others.
      logFault(error, "-", `webhook ${taken.type}`);
      return { status: null, error: "It could not be prepared." };
    }
    if (!prepared) return null;
    const { url, secrets, body } = prepared;
    const timestamp = Math.floor(Date.now() / 1000);
    return send({ url, headers: signedHeaders({ id: taken.id, timestamp, body }, secrets), body, ...this.options });
  }

  /** Runs one statement or transaction after the other. */
  private inSlot<T>(work: (db: Executor) => Promise<T>): Promise<T> {
    const next = this.slot.then(async () => (await withWriteSlot(work)).done);
    this.slot = next.catch(() => {});
    return next;
  }
}
