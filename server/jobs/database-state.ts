import { sql } from "drizzle-orm";
import { readDb } from "@/db/client";
import { cartLines, messages, orders, webhookDeliveries, webhooks } from "@/db/schema";
import { env } from "@/lib/env";
import { exportGauge, type Sample } from "@/lib/metrics";

/** Seconds between two looks at the database. What is older than three of them is not shown any more. */
export const STATE_SECONDS = 15;

/** Bigint and double columns of a statement without Drizzle's columns come as numbers; null when there is no such row. */
type Row = {
  waiting: number;
  failed: number;
  oldest_seconds: number | null;
  hold_seconds: number | null;
  delivery_seconds: number | null;
  last_order: number | null;
};
type Connections = { application: string; state: string; connections: number };
type State = Row & { at: number; connections: readonly Connections[] };

let state: State | undefined;

const counted = sql`${messages.state} not in ('waiting', 'sending')`; // as in the index
const due = sql`${messages.state} = 'waiting' and ${messages.nextAttemptAt} <= now()`;
const age = (time: unknown) => sql`extract(epoch from now() - ${time})::float8`;

/** Asks the database what the metrics show of it. All statements use an index, and read few rows. */
export async function readState(): Promise<void> {
  const db = readDb();
  const [row] = await db.execute<Row>(sql`
    select (select count(*)::int from ${messages} where ${messages.state} = 'waiting') as waiting,
      (select count(*)::int from ${messages}
        where ${counted} and ${messages.state} = 'failed' and ${messages.at} > now() - interval '1 day') as failed,
      (select ${age(sql`min(${messages.nextAttemptAt})`)} from ${messages} where ${due}) as oldest_seconds,
      (select ${age(sql`min(${cartLines.expiresAt})`)} from ${cartLines} where ${cartLines.expiresAt} <= now()) as hold_seconds,
      (select ${age(sql`min(${webhookDeliveries.nextAttemptAt})`)} from ${webhookDeliveries}
        join ${webhooks} on ${webhooks.id} = ${webhookDeliveries.webhookId} and ${webhooks.active}
        where ${webhookDeliveries.state} = 'pending' and ${webhookDeliveries.nextAttemptAt} <= now()) as delivery_seconds,
      (select extract(epoch from ${orders.createdAt})::float8 from ${orders} order by ${orders.id} desc limit 1) as last_order`);
  const connections = await db.execute<Connections>(sql`
    select application_name as application, coalesce(state, 'unknown') as state, count(*)::int as connections
    from pg_stat_activity where datname = current_database() and application_name like 'mithaas%' group by 1, 2`);
  if (row) state = { ...row, at: Date.now(), connections };
}

/** A gauge of the last look; it has no value when that was too long ago. */
function gauge(name: string, help: string, read: (state: State) => number | readonly Sample[] | null) {
  const isCurrent = () => state !== undefined && Date.now() - state.at < 3 * STATE_SECONDS * 1000;
  exportGauge(name, help, () => (state && isCurrent() ? read(state) : null));
}

gauge("mithaas_messages_waiting", "Messages that wait to be sent, or to be passed on by hand.", (row) => row.waiting);
gauge("mithaas_messages_failed", "Messages that failed for good within the last day.", (row) => row.failed);
gauge(
  "mithaas_message_oldest_seconds",
  "How long the message that is due for longest is late; 0 when none is. Only with SMTP_URL.",
  (row) => (env.SMTP_URL ? (row.oldest_seconds ?? 0) : null),
);
gauge(
  "mithaas_expired_hold_oldest_seconds",
  "How long ago the oldest hold expired whose units are not back in stock; 0 when there is none.",
  (row) => row.hold_seconds ?? 0,
);
gauge(
  "mithaas_webhook_oldest_seconds",
  "How long the delivery to a webhook that is due for longest is late; 0 when none is.",
  (row) => row.delivery_seconds ?? 0,
);
gauge("mithaas_last_order_timestamp_seconds", "When the last order was placed.", (row) => row.last_order);
gauge(
  "mithaas_database_connections",
  "Connections of all instances to the database, by application name and state, as the database counts them.",
  (row) => row.connections.map(({ connections, ...labels }) => ({ labels, value: connections })),
);
