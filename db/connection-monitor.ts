import postgres from "postgres";
import { env } from "@/lib/env";
import { closePools, reopenPools } from "./client";

/** Milliseconds between two questions whether the database answers. */
const EVERY = 1_000;
/** As many questions without an answer, and it counts as out of reach. */
const UNANSWERED = 3;

type Client = ReturnType<typeof connect>;

const connect = () =>
  postgres(env.DATABASE_URL, {
    max: 1,
    connect_timeout: (UNANSWERED * EVERY) / 1000,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: "mithaas reach" },
  });

// A server that refuses something is there; not so one that shuts down or starts up (SQLSTATE 57P01 to 57P03).
const isAnswer = (error: unknown) => error instanceof postgres.PostgresError && !/^57P/.test(error.code);

/**
 * Asks the database each second, on a connection of its own, so that neither locked rows nor busy pools say anything about it. Three
 * seconds without an answer, and calls are refused at once instead of each waiting for itself, until it answers again; `onChange`
 * is called for both. What was sent and has no answer is refused too: it may have arrived, as on any connection that breaks.
 */
export function monitorConnection(onChange: (isReached: boolean) => void): void {
  let answering: Client | undefined;
  let unanswered = 0;
  let isReached = true;

  async function ask(client: Client) {
    const late = setTimeout(() => void client.end({ timeout: 0 }), UNANSWERED * EVERY);
    try {
      await client`select 1`.catch((error) => {
        if (!isAnswer(error)) throw error;
      });
    } catch {
      return void client.end({ timeout: 0 });
    } finally {
      clearTimeout(late);
    }
    if (answering) void answering.end({ timeout: 0 });
    answering = client;
    unanswered = 0;
    if (isReached) return;
    isReached = true;
    reopenPools();
    onChange(true);
  }

  const look = () => {
    if (unanswered >= UNANSWERED && isReached) {
      isReached = false;
      void closePools({ timeout: 0 });
      onChange(false);
    }
    unanswered++;
    // Until it answers, each question goes out on a new connection: an old one may have died without a word.
    void ask(answering ?? connect());
    answering = undefined;
  };
  look();
  setInterval(look, EVERY).unref();
}
