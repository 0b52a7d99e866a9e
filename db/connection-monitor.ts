import postgres from "postgres";
import { env } from "@/lib/env";
import { exportGauge } from "@/lib/metrics";
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

// A server that refuses a query is reachable. One that shuts down or starts up (SQLSTATE 57P01 to 57P03) is not, nor is one behind a
// pooler or proxy that has no connection to it (class 08).
const isResponse = (error: unknown) => error instanceof postgres.PostgresError && !/^(57P|08)/.test(error.code);

/** Asks whether the server takes writes. A primary that became a standby still answers, and would do so for ever on open connections. */
async function assertWritable(client: Client) {
  const [row] = await client`show transaction_read_only`;
  if (row?.transaction_read_only !== "off") throw new Error("The database is read only");
}

/**
 * Checks the database each second on a connection of its own, which neither locked rows nor busy pools delay. After three seconds
 * without a response, or with those of a standby, the pools are closed, so that queries fail at once instead of each waiting for its own
 * timeout; they are opened again when the database responds. `onChange` is called for both. A query that was sent and got no response
 * fails too: it may have been executed, as on any connection that breaks.
 */
export function monitorConnection(onChange: (isReachable: boolean) => void): void {
  let connected: Client | undefined;
  let unanswered = 0;
  let isReachable = true;
  exportGauge("mithaas_database_up", "Whether the database answers: 1 or 0.", () => Number(isReachable));

  async function query(client: Client) {
    const timer = setTimeout(() => void client.end({ timeout: 0 }), MAX_UNANSWERED * INTERVAL_MS);
    try {
      await assertWritable(client).catch((error) => {
        if (!isResponse(error)) throw error;
      });
    } catch {
      return void client.end({ timeout: 0 });
    } finally {
      clearTimeout(timer);
    }
    if (connected) void connected.end({ timeout: 0 });
    connected = client;
    unanswered = 0;
    if (isReachable) return;
    isReachable = true;
    reopenPools();
    onChange(true);
  }

  const check = () => {
    if (unanswered >= MAX_UNANSWERED && isReachable) {
      isReachable = false;
      void closePools({ timeout: 0 });
      onChange(false);
    }
    unanswered++;
    // Until there is a response, each check uses a new connection: an old one may be dead without an error.
    void query(connected ?? connect());
    connected = undefined;
  };
  check();
  setInterval(check, INTERVAL_MS).unref();
}
