import { availableParallelism } from "node:os";
import { type Algorithm, hash, verify } from "@node-rs/argon2";
import { AppError } from "@/lib/errors";

// OWASP's minimum for argon2id: 19 MiB, 2 passes, 1 lane (Password Storage Cheat Sheet).
const parameters = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Passwords that are hashed at once: each takes a processor, 19 MiB and a thread of the pool that Node also reads files, resolves names
 * and encodes pictures with, which scripts/shop.mjs makes larger than this. One processor is left to whoever does not sign in: on two, beside 200 wrong logins,
 * a reserve took 15 to 25 ms (p95), and the one sent right behind them 0.3 to 0.8 s, where four hashes at once made it 0.9 to 1.6 s.
 */
export const MAX_HASHES = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Those that wait behind them: what a single processor does within five seconds. */
export const MAX_WAITING_HASHES = 250;

// One a process: the built shop loads this module more than once.
const shared = globalThis as { mithaasHashing?: { running: number; waiting: (() => void)[] } };
shared.mithaasHashing ??= { running: 0, waiting: [] };
const hashing = shared.mithaasHashing;

/** Does `work` when few enough others are at theirs. `service_unavailable` when too many wait already. */
async function inLine<T>(work: () => Promise<T>): Promise<T> {
  if (hashing.running < MAX_HASHES) hashing.running++;
  else if (hashing.waiting.length < MAX_WAITING_HASHES) await new Promise<void>((begin) => hashing.waiting.push(begin));
  else
    throw new AppError("service_unavailable", "Too many people are signing in. Please try again in a moment.", {
      retryAfter: 3,
    });
  try {
    return await work();
  } finally {
    const next = hashing.waiting.shift();
    // The place goes to whoever waits the longest.
    if (next) next();
    else hashing.running--;
  }
}

/** Takes its time: never in a write's turn (db/write-slots.ts), which reserves and orders wait for. */
export const hashPassword = (password: string) => inLine(() => hash(password, parameters));

// A hash of nothing anybody knows: an unknown e-mail takes as long as a wrong password.
const nobody = hash(crypto.randomUUID(), parameters);

/** Whether a password fits a hash; always false, after the same work, without one. Takes as long as `hashPassword`. */
export async function fits(password: string, passwordHash: string | undefined): Promise<boolean> {
  const against = passwordHash ?? (await nobody);
  const right = await inLine(() => verify(against, password));
  return right && passwordHash !== undefined;
}
