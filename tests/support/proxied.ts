import net from "node:net";
import postgres from "postgres";
import { connectionOptions, type Executor, executorOf } from "@/db/client";

/**
 * One new connection over a proxy that counts round trips, which is how often something is sent after an answer. `delay`: milliseconds by
 * which answers are held back, so that all that is sent together has been sent before the first answer.
 */
export async function proxiedConnection({ delay = 0 } = {}) {
  let trips = 0;
  let isAnswered = true;
  let cut: number | undefined;
  const target = new URL(process.env.DATABASE_URL ?? "");
  const proxy = net.createServer((client) => {
    const server = net.connect(Number(target.port), target.hostname);
    client.on("data", (data) => {
      if (isAnswered) trips++;
      isAnswered = false;
      server.write(data);
    });
    server.on("data", (data) => {
      const answer = () => {
        isAnswered = true;
        if (trips === cut) client.destroy();
        else client.write(data);
      };
      if (delay > 0) setTimeout(answer, delay);
      else answer();
    });
    for (const [one, other] of [[client, server] as const, [server, client] as const]) {
      one.on("close", () => other.destroy());
      one.on("error", () => other.destroy());
    }
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String((proxy.address() as net.AddressInfo).port);
  const client = postgres(url.href, { ...connectionOptions, max: 1 }) as postgres.Sql<{ bigint: number }>;
  await client`select 1`;
  return {
    /**
     * Does `work` on the connection; how many round trips it took. `cutAt`: the connection ends in this one, when the server answers; the
     * answer is lost.
     */
    async count(work: (db: Executor) => Promise<unknown>, cutAt?: number): Promise<number> {
      trips = 0;
      cut = cutAt;
      await work(executorOf(client));
      return trips;
    },
    async end(): Promise<void> {
      await client.end({ timeout: 0 });
      proxy.close();
    },
  };
}
