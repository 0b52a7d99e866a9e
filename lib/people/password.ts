import { availableParallelism } from "node:os";
import { type Algorithm, hash, verify } from "@node-rs/argon2";
import { AppError } from "@/lib/errors";
import { onePerProcess } from "@/lib/one-per-process";

// OWASP's minimum for argon2id: 19 MiB, 2 passes, 1 lane (Password Storage Cheat Sheet).
const parameters = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Passwords that are hashed at once. Each takes a processor, 19 MiB and a thread of the pool that Node also uses to read files,
 * resolve names and encode pictures; the start makes that pool larger than this. One processor is left to everybody else: on two,
 * beside 200 wrong logins, a reserve took 15 to 25 ms (p95). One sent right behind them is answered after 1 to 4 of them, in 0.1 to 0.25 s,
 * since calls about passwords are started after others (server/overload.ts).
 */
export const MAX_HASHES = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Hashes that wait behind those: what a single processor does within five seconds. */
export const MAX_WAITING_HASHES = 250;

const hashing = onePerProcess("password hashing", () => ({
  running: 0,
  waiting: [] as (() => void)[],
  unknown: undefined as string | undefined,
}));

/** Runs `work` when fewer than MAX_HASHES are running. Throws `service_unavailable` when too many wait already. */
async function withHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (hashing.running < MAX_HASHES) hashing.running++;
  else if (hashing.waiting.length < MAX_WAITING_HASHES)
    await new Promise<void>((resolve) => hashing.waiting.push(resolve));
  else
    throw new AppError("service_unavailable", "Too many people are signing in. Please try again in a moment.", {
      retryAfter: 3,
    });
  try {
    return await work();
  } finally {
    const next = hashing.waiting.shift();
    if (next) next();
    else hashing.running--;
  }
}

/** Slow on purpose: never call it in a write slot (db/write-slots.ts), which reserves and orders wait for. */
export const hashPassword = (password: string) => withHashSlot(() => hash(password, parameters));

/** The hash of a random password, so that an unknown e-mail takes as long as a wrong password. */
async function unknownHash(): Promise<string> {
  hashing.unknown ??= await hash(crypto.randomUUID(), parameters);
  return hashing.unknown;
}
// Now, so that the first one takes no longer. When there is no memory for it, the next caller tries again.
void unknownHash().catch(() => {});

/** Whether a password is the one of a hash; without a hash it is false after the same work. It takes as long as `hashPassword`. */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const against = passwordHash ?? (await unknownHash());
  const isRight = await withHashSlot(() => verify(against, password));
  return isRight && passwordHash !== undefined;
}
