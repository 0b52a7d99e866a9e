import type { Part } from "../bench";
import { allAnswered, effort, load, median, whole } from "../measure";
import { someSweets } from "../routes";
import { signedIn } from "../world";
import { stockUp } from "./orders";

const GUESSERS = 200;

/**
 * Two hundred logins with wrong passwords in flight, each with an e-mail of its own, and beside them two customers who reserve and
 * order. RATE_LIMIT=off: with it on, most would be refused before their password is looked at.
 */
export const logins: Part = async (world) => {
  const database = await world.database(10_000);
  const shop = await world.serve(database);
  try {
    const sweets = await someSweets(database, 20);
    await stockUp(database, sweets);
    const people = await signedIn(database, 2);
    const delivery = { recipientName: "Asha Sharma", deliveryAddress: "12 Hill Road", phoneNumber: "9820000000" };
    const buyers = (path: string, body: (productId: number) => unknown) =>
      people.map(({ token }, person) => ({
        headers: { authorization: `Bearer ${token}` },
        requests: sweets
          .filter((_, n) => n % people.length === person)
          .map((productId) => ({ method: "POST", path, body: JSON.stringify(body(productId)) })),
      }));
    const writes = {
      reserve: buyers("/api/cart/reserve", (productId) => ({ productId, quantity: 1 })),
      order: buyers("/api/orders", (productId) => ({ items: [{ productId, quantity: 1 }], delivery })),
    };
    const body = JSON.stringify({ email: "guess{n}@example.com", password: "wrong-one" });
    const guessers = [{ headers: {}, requests: [{ method: "POST", path: "/api/auth/login", body }] }];
    const seconds = effort.seconds;
    const rows = [];
    for (const [name, clients] of Object.entries(writes)) {
      const times: number[] = [];
      for (let round = 0; round < effort.rounds; round++) {
        // The guesses begin before the first write and end after the last.
        const guesses = load({ url: shop.url, clients: guessers, connections: GUESSERS, seconds: seconds + 3 });
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        const result = allAnswered(name, await load({ url: shop.url, clients, connections: people.length, seconds }));
        allAnswered("logins", await guesses, (status) => status === 401 || status === 503);
        times.push(...Object.values(result.statuses).map(({ p95 }) => p95));
      }
      rows.push({
        what: `${name} while ${GUESSERS} wrong logins are in flight, p95`,
        ours: `${whole(median(times))} ms`,
        goal: "< 500 ms",
        met: median(times) < 500,
      });
    }
    return { rows };
  } finally {
    await shop.stop();
  }
};
