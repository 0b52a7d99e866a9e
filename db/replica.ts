import { setImmediate } from "node:timers/promises";
import postgres from "postgres";
import { env } from "@/lib/env";
import { exportMetric } from "@/lib/metrics";
import { connectionOptions, type Executor, observedExecutor, readDb } from "./client";

/*
 * Reads from a replica (DATABASE_REPLICA_URL) that is at most a second behind the primary. How far behind it is follows from positions
 * of the write-ahead log: the primary's position is noted together with this machine's time, and a replica that has replayed up to a
 * noted position knows everything that was committed before that time. No clocks are compared, and it works while nothing is written.
 *
 * Each connection is a client of its own and is checked itself, because behind a proxy two connections may lead to two servers.
 */

const CONNECTIONS = 4;
/** Reads of one connection at once, of which all but one wait: a read more goes to the primary. */
const MAX_READS = 8;
const INTERVAL_MS = 250;
/** How old data of the replica may be, in milliseconds; and how old at most before it is used again. */
const MAX_LAG_MS = 1_000;
const GOOD_LAG_MS = 500;
/** Milliseconds after which a server that has not answered a check counts as silent. */
const SILENT_MS = 1_000;
/** The longest statement in milliseconds. A connection whose check waits longer than that is dead. */
const STATEMENT_MS = 4_000;
const HISTORY_MS = 60_000;

/** A server as it answered a check. `lsn`: what it has written (a primary) or replayed (a standby). */
type Answer = { isStandby: boolean; lsn: bigint; system: string; started: string };
type Sample = Answer & { at: number };

/** All times are milliseconds of performance.now(). */
type Connection = {
  db: ReturnType<typeof connect>;
  /** Grows whenever the connection is lost: the next one may lead to another server. */
  generation: number;
  reads: number;
  /** Its server knows everything that was committed before. */
  freshAsOf: number;
  /** A check that waits for its answer. `isFirst`: no read was before it on the connection. */
  check?: { since: number; isFirst: boolean };
  answer?: Answer & { askedAt: number };
};

/** `not a replica`: another database, or one that has left the primary's history. */
export type ReplicaState = "in use" | "behind" | "out of reach" | "not a replica";

type Replica = {
  connections: Connection[];
  primary?: postgres.Sql;
  samples: Sample[];
  startedAt: number;
  /** The latest of the connections so far, also of those that were lost. */
  freshAsOf: number;
  answeredAt: number;
  isForeign: boolean;
  state?: ReplicaState;
};

// One process loads this module twice, and the watch runs in one of them.
const shared = globalThis as { mithaasReplica?: Replica };

/** `lagSeconds`: by how much it is behind at most. While it is out of reach, how long ago it was known to be up to date. */
export type ReplicaStatus = { state: ReplicaState | "starting"; lagSeconds: number };

/** The state of the replica; null when there is none. */
export function replicaStatus(): ReplicaStatus | null {
  const replica = shared.mithaasReplica;
  return replica ? statusOf(replica) : null;
}
exportMetric({
  name: "mithaas_replica_lag_seconds",
  help: "How far the replica is behind the primary at most; absent without one.",
  type: "gauge",
  read: () => replicaStatus()?.lagSeconds,
});

function statusOf(replica: Replica): ReplicaStatus {
  const { state = "starting", connections, freshAsOf } = replica;
  const latest = Math.max(freshAsOf, ...connections.map((one) => one.freshAsOf));
  return { state, lagSeconds: Math.round(performance.now() - latest) / 1000 };
}

/**
 * Runs a read on the replica when there is one that is good enough, else on the primary; also there when the replica fails or needs
 * longer than `patience` milliseconds. So `read` may run twice and must not write.
 */
export async function readOnReplica<T>(patience: number, read: (db: Executor) => Promise<T>): Promise<T> {
  const connection = freshConnection();
  if (!connection) return read(readDb());
  const { generation } = connection;
  connection.reads++;
  const done = read(connection.db).finally(() => connection.reads--);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The replica takes too long")), patience);
  });
  try {
    const result = await Promise.race([done, late]);
    if (connection.generation === generation) return result;
  } catch {
    // Whatever it was, such as a conflict with recovery: a failure that is the read's own happens on the primary again.
    done.catch(() => {});
  } finally {
    clearTimeout(timer);
  }
  return read(readDb());
}

/** The fresh connection with the fewest reads, if any takes one more. */
function freshConnection(): Connection | undefined {
  const replica = shared.mithaasReplica;
  if (replica?.state !== "in use") return undefined;
  const oldest = performance.now() - MAX_LAG_MS;
  let best: Connection | undefined;
  for (const connection of replica.connections)
    if (connection.freshAsOf >= oldest && connection.reads < (best?.reads ?? MAX_READS)) best = connection;
  return best;
}

const lagOf = ({ connections }: Replica) => performance.now() - Math.max(...connections.map((one) => one.freshAsOf));

/** Starts to watch the replica. `onChange` is called when reads begin to go there and when they do no longer. */
export function watchReplica(url: string, onChange: (status: ReplicaStatus) => void): void {
  const connections = Array.from({ length: CONNECTIONS }, () => newConnection(url));
  const startedAt = performance.now();
  const replica: Replica = {
    connections,
    samples: [],
    startedAt,
    freshAsOf: startedAt,
    answeredAt: startedAt,
    isForeign: false,
  };
  shared.mithaasReplica = replica;
  let isRunning = false;
  const tick = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await checkAll(replica, url);
    } finally {
      isRunning = false;
    }
    const state = stateOf(replica);
    if (state === replica.state) return;
    replica.state = state;
    onChange(statusOf(replica));
  };
  void tick();
  setInterval(tick, INTERVAL_MS).unref();
}

function stateOf(replica: Replica): ReplicaState | undefined {
  const lag = lagOf(replica);
  if (lag <= (replica.state === "in use" ? MAX_LAG_MS : GOOD_LAG_MS)) return "in use";
  if (performance.now() - replica.answeredAt > 2 * SILENT_MS) return "out of reach";
  if (replica.isForeign) return "not a replica";
  const isStarting = replica.state === undefined && performance.now() - replica.startedAt < 2 * SILENT_MS;
  return lag > MAX_LAG_MS && !isStarting ? "behind" : replica.state;
}

async function checkAll(replica: Replica, url: string): Promise<void> {
  // When this process was busy, answers that have come meanwhile are read first.
  await setImmediate();
  closeSilent(replica, url);
  await askPrimary(replica);
  const asked = replica.connections.flatMap((connection) => (connection.check ? [] : [ask(replica, connection)]));
  await Promise.race([Promise.all(asked), new Promise((resolve) => setTimeout(resolve, INTERVAL_MS / 2).unref())]);
  const now = await askPrimary(replica);
  if (now) for (const connection of replica.connections) judge(replica, connection, now);
  replica.freshAsOf = Math.max(replica.freshAsOf, ...replica.connections.map((one) => one.freshAsOf));
}

/** What a connection's server has replayed is compared with the positions of the primary. `now`: the primary after the replica's answer. */
function judge(replica: Replica, connection: Connection, now: Sample): void {
  const { answer } = connection;
  if (!answer) return;
  connection.answer = undefined;
  const { isStandby, lsn, system, started, askedAt } = answer;
  // A standby that is ahead of the primary follows another one: after a failover either may have been left behind.
  const isForeign = system !== now.system || (isStandby ? lsn > now.lsn : started !== now.started);
  replica.isForeign = isForeign;
  if (isForeign) {
    connection.freshAsOf = Number.NEGATIVE_INFINITY;
    replica.samples = [];
    closePrimary(replica);
  } else if (!isStandby) connection.freshAsOf = askedAt;
  else {
    const replayed = replica.samples.findLast((sample) => sample.lsn <= lsn);
    if (replayed) connection.freshAsOf = Math.max(connection.freshAsOf, replayed.at);
  }
}

/** A standby that gets no answer through fails reads at once: postgres.js would wait for minutes. */
function closeSilent({ connections }: Replica, url: string): void {
  const now = performance.now();
  const waited = ({ check }: Connection) => (check ? now - check.since : 0);
  // A check behind a long read waits for it. One that was first shows that the server itself is silent.
  const isSilent = connections.some((one) => one.check?.isFirst && waited(one) > SILENT_MS);
  for (const connection of connections) {
    if (waited(connection) <= (isSilent ? SILENT_MS : STATEMENT_MS + SILENT_MS)) continue;
    void connection.db.$client.end({ timeout: 0 });
    lose(connection);
    connection.db = connect(url, () => lose(connection));
  }
}

function lose(connection: Connection): void {
  connection.generation++;
  connection.freshAsOf = Number.NEGATIVE_INFINITY;
  connection.check = undefined;
  connection.answer = undefined;
}

async function ask(replica: Replica, connection: Connection): Promise<void> {
  const { generation } = connection;
  const askedAt = performance.now();
  connection.check = { since: askedAt, isFirst: connection.reads === 0 };
  const answer = await askServer(connection.db.$client).catch(() => undefined);
  if (connection.generation !== generation) return;
  connection.check = undefined;
  if (!answer) return;
  connection.answer = { ...answer, askedAt };
  replica.answeredAt = performance.now();
}

/** Notes the primary's position. The time is that before the question: what was committed until then is within the position. */
async function askPrimary(replica: Replica): Promise<Sample | undefined> {
  const at = performance.now();
  replica.primary ??= postgres(env.DATABASE_URL, {
    ...connectionOptions,
    max: 1,
    fetch_types: false,
    connection: { application_name: "mithaas replica watch" },
  });
  const timer = setTimeout(() => closePrimary(replica), SILENT_MS);
  const answer = await askServer(replica.primary).catch(() => undefined);
  clearTimeout(timer);
  if (!answer || answer.isStandby) return closePrimary(replica);
  const sample = { ...answer, at };
  replica.samples = [...replica.samples.filter((one) => at - one.at < HISTORY_MS), sample];
  return sample;
}

function closePrimary(replica: Replica): undefined {
  void replica.primary?.end({ timeout: 0 });
  replica.primary = undefined;
}

async function askServer(client: postgres.Sql | Connection["db"]["$client"]): Promise<Answer> {
  const [row] = await client<{ is_standby: boolean; lsn: string; system: string; started: string }[]>`
    select pg_is_in_recovery() as is_standby,
      (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0')::text as lsn,
      system_identifier::text as system, pg_postmaster_start_time()::text as started
    from pg_control_system()`;
  if (!row?.lsn) throw new Error("The server has no position");
  return { isStandby: row.is_standby, lsn: BigInt(row.lsn), system: row.system, started: row.started };
}

function newConnection(url: string): Connection {
  const connection: Connection = {
    db: connect(url, () => lose(connection)),
    generation: 0,
    reads: 0,
    freshAsOf: Number.NEGATIVE_INFINITY,
  };
  return connection;
}

function connect(url: string, onclose: () => void) {
  const client = postgres(url, {
    ...connectionOptions,
    max: 1,
    onclose,
    // So that connections spread over the servers behind a proxy again when one of them has come back.
    max_lifetime: 60 + Math.random() * 60,
    connection: {
      ...connectionOptions.connection,
      application_name: "mithaas replica",
      // A proxy may lead to the primary while there is no standby.
      default_transaction_read_only: true,
      statement_timeout: STATEMENT_MS,
    },
  });
  return observedExecutor(client, "replica");
}
