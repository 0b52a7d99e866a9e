import { monitorConnection } from "@/db/connection-monitor";
import { withWriteSlot } from "@/db/write-slots";
import { deleteOldCarts } from "@/lib/cart/commands";
import { env } from "@/lib/env";
import { isDatabaseUnavailable } from "@/lib/errors";
import { logFault, logLine } from "@/lib/http/log";
import { deleteOldDrafts } from "@/lib/images/files";
import { deleteUnusedPictures } from "@/lib/images/unused-commands";
import { settleOldMessages } from "@/lib/messages/outbox-commands";
import { MailSender } from "@/lib/messages/send-commands";
import { askPaymentGateway } from "@/lib/orders/online-payments";
import { purgeByRetention, purgeExpired } from "@/lib/people/privacy-commands";
import { releaseExpiredHolds } from "@/lib/stock/expired";
import { WebhookSender } from "@/lib/webhooks/sender";
import { expireByClock } from "../page-cache/expire-by-clock";
import { dropListener, maintainListener } from "../page-cache/listener";
import { beforeExit } from "./before-exit";
import { checkDrift, DRIFT_SECONDS } from "./check-drift";
import { countRun } from "./count-runs";
import { readState, STATE_SECONDS } from "./database-state";

type Job = {
  name: string;
  /** Seconds between two runs. */
  seconds: number;
  /** Jobs that write wait for a write slot like every other write. */
  writes: boolean;
  /** Log a failure although it only says that the database is unavailable: one job does, so that an outage is one line. */
  logsOutage?: boolean;
  run: () => Promise<unknown>;
};

const jobs: readonly Job[] = [
  { name: "listen", seconds: 1, writes: false, logsOutage: true, run: maintainListener },
  // An expired hold is back in stock within a second or two of its time.
  { name: "expire holds", seconds: 1, writes: true, run: releaseExpiredHolds },
  { name: "expire by clock", seconds: 1, writes: false, run: expireByClock },
  { name: "purge expired", seconds: 15, writes: true, run: purgeExpired },
  { name: "settle messages", seconds: 15, writes: true, run: () => settleOldMessages(env.SMTP_URL !== undefined) },
  { name: "purge by retention", seconds: 15, writes: true, run: () => purgeByRetention() },
  // It takes a write slot for each statement: the gateway takes its time.
  { name: "ask payment gateway", seconds: 5, writes: false, run: askPaymentGateway },
  // Not with what is deleted from the database: a storage that hangs must hold no write slot.
  { name: "delete old drafts", seconds: 600, writes: false, run: () => deleteOldDrafts() },
  { name: "delete unused pictures", seconds: 3_600, writes: false, run: () => deleteUnusedPictures() },
  { name: "delete old carts", seconds: 15, writes: true, run: deleteOldCarts },
];

/** What only the readers of GET /api/metrics want to know. */
const metricJobs: readonly Job[] = [
  { name: "read state", seconds: STATE_SECONDS, writes: false, run: readState },
  { name: "check stock", seconds: DRIFT_SECONDS, writes: false, run: checkDrift },
];

/** Starts what every process of the shop does at intervals. Several processes may run the same jobs and need no leader. */
export function startJobs(): void {
  monitorConnection((isReached) => {
    if (!isReached) dropListener();
    logLine({ level: isReached ? "info" : "error", where: "database", state: isReached ? "back" : "out of reach" });
  });
  for (const job of [...jobs, ...(env.METRICS_TOKEN ? metricJobs : [])]) schedule(job);
  const webhooks = new WebhookSender({ withPrivate: env.WEBHOOK_PRIVATE });
  beforeExit(() => webhooks.stop());
  schedule({ name: "send to webhooks", seconds: 1, writes: false, run: () => webhooks.run() });
  if (env.SMTP_URL && env.MAIL_FROM) {
    const sender = new MailSender(env.SMTP_URL, env.MAIL_FROM);
    beforeExit(() => sender.stop());
    // It takes a write slot for each statement: a mail takes its time.
    schedule({ name: "send messages", seconds: 1, writes: false, run: () => sender.run() });
  }
}

function schedule({ name, seconds, writes, logsOutage, run }: Job) {
  let running = false;
  let failed = false;
  const tick = async () => {
    if (running) return;
    running = true;
    const end = countRun(name);
    try {
      await (writes ? (await withWriteSlot<unknown>(run)).done : run());
      failed = false;
      end("done");
    } catch (error) {
      end("failed");
      // Once for each outage, not once a second.
      if (!failed && (logsOutage || !isDatabaseUnavailable(error))) logFault(error, "-", `job ${name}`);
      failed = true;
    } finally {
      running = false;
    }
  };
  void tick();
  setInterval(tick, seconds * 1000).unref();
}
