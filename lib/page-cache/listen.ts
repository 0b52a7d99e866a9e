import postgres from "postgres";
import { z } from "zod";
import { categorySlugs } from "@/lib/catalogue/listing";
import { slugsShowing } from "@/lib/catalogue/server";
import { env } from "@/lib/env";
import { databaseUnavailable, expireData, expirePages } from "./control";

/** What a write says of a sweet (db/functions.sql, notify_pages); `{}` means everything. */
const message = z.object({ id: z.int(), slug: z.string(), categories: z.array(z.string()) });

/** A connection that has said nothing for so long is asked whether it still lives. */
const QUIET_MS = 10_000;
const ANSWER_MS = 3_000;

type Client = ReturnType<typeof postgres>;
let client: Client | undefined;
let connecting: Client | undefined;
let heardAt = 0;

/**
 * Keeps this process listening for what changed in the catalogue; to be called every second. Whenever it begins to
 * listen, what it may have missed is expired.
 */
export async function keepListening(): Promise<void> {
  if (connecting) return;
  if (client) return askWhetherItLives(client);
  const made = connect();
  connecting = made;
  const late = setTimeout(() => void made.end({ timeout: 0 }), 2 * ANSWER_MS);
  try {
    await made`listen pages`;
    client = made;
    heardAt = Date.now();
    databaseUnavailable(false);
    expireData();
  } catch (error) {
    databaseUnavailable(true);
    void made.end({ timeout: 0 });
    throw error;
  } finally {
    clearTimeout(late);
    connecting = undefined;
  }
}

/** Gives up a connection on which nothing may come any more, and one that is being made: the next second tries anew. */
export function stopListening(): void {
  databaseUnavailable(true);
  void connecting?.end({ timeout: 0 });
  if (client) lose(client);
}

function connect(): Client {
  const options = {
    max: 1,
    connect_timeout: 3,
    idle_timeout: undefined,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: "mithaas pages" },
    onclose: () => lose(made),
    // What postgres.js's own listen() is made of; that one does not come back after a long outage.
    onnotify: (_channel: string, payload: string) => {
      heardAt = Date.now();
      void hear(payload);
    },
  };
  // A pooler that lends a connection for one statement alone would let nobody listen on it.
  const made: Client = postgres(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, options);
  return made;
}

function lose(dead: Client) {
  if (client !== dead) return;
  client = undefined;
  databaseUnavailable(true);
  void dead.end({ timeout: 0 });
}

/** A network that died says nothing: a connection is only known to live when it answers. */
async function askWhetherItLives(asked: Client) {
  if (Date.now() - heardAt < QUIET_MS) return;
  heardAt = Date.now();
  const timer = setTimeout(() => lose(asked), ANSWER_MS);
  timer.unref();
  try {
    await asked`select 1`;
  } catch {
    lose(asked);
  } finally {
    clearTimeout(timer);
  }
}

async function hear(payload: string) {
  const changed = message.safeParse(parse(payload));
  if (!changed.success) return expireData();
  const { id, slug, categories } = changed.data;
  const everyList = ["ALL", "Gift Boxes"] as const;
  const lists = [...everyList, ...categories].flatMap((name) => categorySlugs.get(name) ?? []);
  const paths = ["/home", "/categories", "/sitemap.xml", `/products/${slug}`];
  // At once for the pages that are known; those that show it as related need a question to the database.
  expirePages(paths, lists);
  try {
    expirePages(
      (await slugsShowing(id, categories)).map((other) => `/products/${other}`),
      [],
    );
  } catch {
    expireData();
  }
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}
