import { once } from "node:events";
import net from "node:net";
import postgres from "postgres";
import { connectionOptions, type Executor, executorOf } from "@/db/client";

/**
 * Where the connection ends: in a round trip, when the server answers, and the answer is lost; when COMMIT is sent, which the server does not
 * get; or when COMMIT is answered.
 */
type Cut = number | "before COMMIT" | "after COMMIT";

/**
 * Calls back so many turns of the event loop later. Client and proxy are in one process: what the client sends together has been sent by
 * then, however busy the machine is.
 */
function later(turns: number, work: () => void) {
  if (turns === 0) work();
  else setImmediate(later, turns - 1, work);
}

/**
 * One new connection over a proxy that counts round trips, which is how often something is sent after an answer. Answers are held back until
 * all that is sent together has been sent.
 */
export async function proxiedConnection() {
  let [trips, commits, isAnswered] = [0, 0, true];
  let cut: Cut | undefined;
  const target = new URL(process.env.DATABASE_URL ?? "");
  const proxy = net.createServer({ noDelay: true }, (client) => {
    const server = net.connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    client.on("data", (data) => {
      if (isAnswered) trips++;
      isAnswered = false;
      if (data.includes("commit\0")) commits++;
      if (cut === "before COMMIT" && commits > 0) client.destroy();
      else server.write(data);
    });
    server.on("data", (data) =>
      later(20, () => {
        isAnswered = true;
        if (trips === cut || (cut === "after COMMIT" && commits > 0)) client.destroy();
        else client.write(data);
      }),
    );
    for (const [one, other] of [[client, server] as const, [server, client] as const]) {
      one.on("close", () => other.destroy());
      one.on("error", () => other.destroy());
    }
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  const { port } = proxy.address() as net.AddressInfo;
  // The kernel would hold back the second part of what is sent together until the first has been acknowledged.
  const socket = async () => {
    const own = net.connect({ port, host: "127.0.0.1", noDelay: true });
    await once(own, "connect");
    return own;
  };
  const options = { ...connectionOptions, max: 1, socket };
  const client = postgres(target.href, options) as postgres.Sql<{ bigint: number }>;
  await client`select 1`;
  return {
    /** Does `work` on the connection; how many round trips it took, and how many transactions were committed. */
    async count(work: (db: Executor) => Promise<unknown>, cutAt?: Cut): Promise<{ trips: number; commits: number }> {
      [trips, commits, cut] = [0, 0, cutAt];
      await work(executorOf(client));
      return { trips, commits };
    },
    async end(): Promise<void> {
      await client.end({ timeout: 0 });
      proxy.close();
    },
  };
}
