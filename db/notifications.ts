import postgres from "postgres";
import { env } from "@/lib/env";

/** A connection on which nothing arrived for so long is checked. */
const QUIET_MS = 10_000;
/** How long its answer may take; making a connection may take twice that. */
const ANSWER_MS = 3_000;

type Client = ReturnType<typeof postgres>;

type Handlers = {
  /** Called whenever listening begins, before anything is received: what came in between was missed. */
  onConnect: () => void;
  onNotification: (payload: string) => void;
  /** Called when the connection is lost, and when none can be made. */
  onDisconnect: () => void;
};

/**
 * A connection of its own that listens to the channel `pages` of PostgreSQL. postgres.js's own listen() does not come back after a long
 * outage, so its parts are used: `onnotify` and a plain LISTEN.
 */
export class NotificationListener {
  #client: Client | undefined;
  #connecting: Client | undefined;
  #lastActivity = 0;

  constructor(private readonly handlers: Handlers) {}

  /** Connects when there is no connection, and checks one that is quiet. To be called every second; throws when it cannot connect. */
  async maintain(): Promise<void> {
    if (this.#connecting) return;
    if (this.#client) return this.#checkConnection(this.#client);
    const connecting = this.#connect();
    this.#connecting = connecting;
    const timer = setTimeout(() => void connecting.end({ timeout: 0 }), 2 * ANSWER_MS);
    try {
      await connecting`listen pages`;
      this.#client = connecting;
      this.#lastActivity = Date.now();
      this.handlers.onConnect();
    } catch (error) {
      this.handlers.onDisconnect();
      void connecting.end({ timeout: 0 });
      throw error;
    } finally {
      clearTimeout(timer);
      this.#connecting = undefined;
    }
  }

  /** Drops a connection on which nothing may arrive any more, and one that is being made: `maintain` makes a new one. */
  disconnect(): void {
    this.handlers.onDisconnect();
    void this.#connecting?.end({ timeout: 0 });
    if (this.#client) this.#handleDisconnect(this.#client);
  }

  #connect(): Client {
    const options = {
      max: 1,
      connect_timeout: 3,
      idle_timeout: undefined,
      max_lifetime: null,
      fetch_types: false,
      onnotice: () => {},
      connection: { application_name: "mithaas pages" },
      onclose: () => this.#handleDisconnect(client),
      // postgres.js has this option and does not declare it: its own listen() is made of it.
      onnotify: (_channel: string, payload: string) => {
        this.#lastActivity = Date.now();
        this.handlers.onNotification(payload);
      },
    };
    // A pooler that lends a connection for one statement alone would let nobody listen on it.
    const client: Client = postgres(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, options);
    return client;
  }

  #handleDisconnect(client: Client) {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.handlers.onDisconnect();
    void client.end({ timeout: 0 });
  }

  /** A network that died reports nothing: only an answer shows that a connection still works. */
  async #checkConnection(client: Client) {
    if (Date.now() - this.#lastActivity < QUIET_MS) return;
    this.#lastActivity = Date.now();
    const timer = setTimeout(() => this.#handleDisconnect(client), ANSWER_MS);
    timer.unref();
    try {
      await client`select 1`;
    } catch {
      this.#handleDisconnect(client);
    } finally {
      clearTimeout(timer);
    }
  }
}
