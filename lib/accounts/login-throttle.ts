import { consume, type LimitName, RateLimited, refund } from "@/lib/http/limits";

// Wrong passwords are limited (decisions §2). A try is counted before its password is checked, so that never more than the limit
// are, however many come at once, and given back when it was right. Those that find the limit reached by tries that are still
// being checked wait for them: twenty tabs that sign in at once are no attack.

type Tries = {
  /** Callers of this process that are here for the account. */
  here: number;
  /** Those that are counted or being counted, and not given back yet. */
  active: number;
  /** How many were given back so far. */
  given: number;
  waiting: (() => void)[];
};
// One a process: the built shop loads this module more than once.
const kept = globalThis as { mithaasTries?: Map<string, Tries> };
kept.mithaasTries ??= new Map();
const all = kept.mithaasTries;

/** A limit of wrong passwords, and whom it counts. */
type Counted = { name: LimitName; who: string };

/** Whose wrong password it would be: the account's (lib/accounts/trusted-device.ts), and that of the address which it came from. */
export type Suspects = { account: string; address?: string | null };

/**
 * Whether a password is right, as `check` finds; a wrong one counts for the account and for the address. Throws `rate_limited`
 * when it was one too many for either, and whatever `check` throws, which does not count.
 */
export function throttledVerify({ account, address }: Suspects, check: () => Promise<boolean>): Promise<boolean> {
  const ofAccount = () => counted({ name: "login", who: account }, check);
  return address ? counted({ name: "login-address", who: address }, ofAccount) : ofAccount();
}

async function counted(by: Counted, check: () => Promise<boolean>): Promise<boolean> {
  const id = `${by.name}:${by.who}`;
  const tries = all.get(id) ?? { here: 0, active: 0, given: 0, waiting: [] };
  all.set(id, tries);
  tries.here++;
  try {
    await count(by, tries);
    try {
      return await checked(by, tries, check);
    } finally {
      settle(tries);
    }
  } finally {
    if (--tries.here === 0) all.delete(id);
  }
}

async function checked({ name, who }: Counted, tries: Tries, check: () => Promise<boolean>): Promise<boolean> {
  const giveBack = async () => {
    await refund(name, who);
    tries.given++;
    tries.waiting.shift()?.();
  };
  let right: boolean;
  try {
    right = await check();
  } catch (error) {
    await giveBack().catch(() => {}); // the database is away: what it did not answer is what counts
    throw error;
  }
  if (right) await giveBack();
  return right;
}

async function count({ name, who }: Counted, tries: Tries): Promise<void> {
  for (;;) {
    const { given } = tries;
    tries.active++;
    try {
      await consume(name, who);
      return;
    } catch (error) {
      settle(tries);
      if (!(error instanceof RateLimited)) throw error;
      if (tries.given === given && tries.active > 0) await new Promise<void>((resolve) => tries.waiting.push(resolve));
      // Nothing was given back: all of them were wrong.
      if (tries.given === given) throw error;
    }
  }
}

/** One less is under way; after the last nobody has anything to wait for. */
function settle(tries: Tries) {
  if (--tries.active === 0) for (const wake of tries.waiting.splice(0)) wake();
}
