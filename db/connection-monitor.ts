import postgres from "postgres";
import { env } from "@/lib/env";
import { exportGauge } from "@/lib/metrics";
import { onePerProcess } from "@/lib/one-per-process";
import { closePools, reopenPools } from "./client";

/** Milliseconds between two checks of the connection. */
const INTERVAL_MS = 1_000;
/** After so many checks without a response the database counts as unreachable. */
const MAX_UNANSWERED = 3;

type Client = ReturnType<typeof connect>;

const connect = () =>
  postgres(env.DATABASE_URL, {
    max: 1,
    connect_timeout: (MAX_UNANSWERED * INTERVAL_MS) / 1000,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: "mithaas monitor" },
  });

type Monitor = {
  /** The connection that has responded last and waits for the next check. */
  connected?: Client;
  /** The latest check, while it has no response. */
  check?: Promise<boolean>;
  /** Checks of each second that got no response, since the last that did. */
  unanswered: number;
  isReachable: boolean;
  onChange: (isReachable: boolean) => void;
};
const monitor = onePerProcess(
  "connection monitor",
  (): Monitor => ({ unanswered: 0, isReachable: true, onChange: () => {} }),
);

// A server that refuses a query is reachable. One that shuts down or starts up (SQLSTATE 57P01 to 57P03) is not, nor is one behind a
// pooler or proxy that has no connection to it (class 08). The error may be of another bundle's copy of the library.
const isResponse = (error: unknown) =>
  error instanceof Error && error.name === "PostgresError" && !/^(57P|08)/.test((error as postgres.PostgresError).code);

/** Asks whether the server takes writes. A primary that became a standby still answers, and would do so for ever on open connections. */
async function assertWritable(client: Client) {
  const [row] = await client`show transaction_read_only`;
  if (row?.transaction_read_only !== "off") throw new Error("The database is read only");
}

/** Whether the server has answered and takes writes. What it refuses is a response too, but not this answer. */
async function query(client: Client): Promise<boolean> {
  const timer = setTimeout(() => void client.end({ timeout: 0 }), MAX_UNANSWERED * INTERVAL_MS);
  let isUp = true;
  try {
    await assertWritable(client).catch((error) => {
      if (!isResponse(error)) throw error;
      isUp = false;
    });
  } catch {
    void client.end({ timeout: 0 });
    return false;
  } finally {
    clearTimeout(timer);
  }
  if (monitor.connected) void monitor.connected.end({ timeout: 0 });
  monitor.connected = client;
  monitor.unanswered = 0;
  if (!monitor.isReachable) {
    monitor.isReachable = true;
    reopenPools();
    monitor.onChange(true);
  }
  return isUp;
}

function check(): Promise<boolean> {
  // Until there is a response, each check uses a new connection: an old one may be dead without an error.
  const asked = query(monitor.connected ?? connect());
  monitor.connected = undefined;
  monitor.check = asked;
  void asked.then(() => {
    if (monitor.check === asked) monitor.check = undefined;
  });
  return asked;
}

/**
 * Whether the database answers and takes writes, which a standby does not. The monitor's own connection asks, so that busy pools do not
 * matter; simultaneous callers share one query. Never rejects. While the database is silent, it waits until the query has failed.
 */
export async function isDatabaseUp(): Promise<boolean> {
  return monitor.isReachable && (await (monitor.check ?? check()));
}

/**
 * Checks the database each second on a connection of its own, which neither locked rows nor busy pools delay. After three seconds
 * without a response, or with those of a standby, the pools are closed, so that queries fail at once instead of each waiting for its own
 * timeout; they are opened again when the database responds. `onChange` is called for both. A query that was sent and got no response
 * fails too: it may have been executed, as on any connection that breaks.
 */
export function monitorConnection(onChange: (isReachable: boolean) => void): void {
  monitor.onChange = onChange;
  exportGauge("mithaas_database_up", "Whether the database answers: 1 or 0.", () => Number(monitor.isReachable));
  const checkEachSecond = () => {
    if (monitor.unanswered >= MAX_UNANSWERED && monitor.isReachable) {
      monitor.isReachable = false;
      void closePools({ timeout: 0 });
      onChange(false);
    }
    monitor.unanswered++;
    void check();
  };
  checkEachSecond();
  setInterval(checkEachSecond, INTERVAL_MS).unref();
}
