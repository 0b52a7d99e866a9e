import { AppError } from "@/lib/errors";
import { consume, type LimitName, RateLimited, refund } from "@/lib/http/limits";
import { onePerProcess } from "@/lib/one-per-process";

// Wrong passwords and codes are limited. An attempt is counted before its password is checked, so that never more than the limit are checked,
// however many arrive at once, and refunded when the password was right. Attempts that find the limit reached by attempts that are
// still being checked wait for those: twenty tabs that sign in at once are no attack.

type Attempts = {
  /** Callers of this process that are inside `throttle` for this key. */
  callers: number;
  /** Attempts that are counted or being counted, and not refunded yet. */
  pending: number;
  /** How many attempts were refunded so far. */
  refunded: number;
  waiting: (() => void)[];
};
const attemptsByKey = onePerProcess("login attempts", () => new Map<string, Attempts>());

/** A limit, and what it counts. */
type Limit = { name: LimitName; key: string };

/** What a wrong password counts for: the account, and the address that it came from (throttleKeys of trusted-device.ts). */
export type ThrottleKeys = { account: string; address?: string | null };

/** A refusal that counts as a wrong password does: that of a wrong code. */
export class WrongCode extends AppError {}

/**
 * What `verify` finds: false for a wrong password, which counts for the account and for the address. Throws `rate_limited` when it was one
 * too many for either, and whatever `verify` throws, which does not count unless it is a `WrongCode`.
 */
export function throttledVerify<T>({ account, address }: ThrottleKeys, verify: () => Promise<T>): Promise<T> {
  const forAccount = () => throttle({ name: "login", key: account }, verify);
  return address ? throttle({ name: "login-address", key: address }, forAccount) : forAccount();
}

async function throttle<T>(limit: Limit, verify: () => Promise<T>): Promise<T> {
  const id = `${limit.name}:${limit.key}`;
  const attempts = attemptsByKey.get(id) ?? { callers: 0, pending: 0, refunded: 0, waiting: [] };
  attemptsByKey.set(id, attempts);
  attempts.callers++;
  try {
    await count(limit, attempts);
    try {
      return await verifyAndRefund(limit, attempts, verify);
    } finally {
      endAttempt(attempts);
    }
  } finally {
    if (--attempts.callers === 0) attemptsByKey.delete(id);
  }
}

async function verifyAndRefund<T>({ name, key }: Limit, attempts: Attempts, verify: () => Promise<T>): Promise<T> {
  const refundOne = async () => {
    await refund(name, key);
    attempts.refunded++;
    attempts.waiting.shift()?.();
  };
  const found = await verify().catch(async (error) => {
    // The database may be unavailable: the caller needs the error of `verify`.
    if (!(error instanceof WrongCode)) await refundOne().catch(() => {});
    throw error;
  });
  if (found !== false) await refundOne();
  return found;
}

async function count({ name, key }: Limit, attempts: Attempts): Promise<void> {
  for (;;) {
    const { refunded } = attempts;
    attempts.pending++;
    try {
      await consume(name, key);
      return;
    } catch (error) {
      endAttempt(attempts);
      if (!(error instanceof RateLimited)) throw error;
      if (attempts.refunded === refunded && attempts.pending > 0)
        await new Promise<void>((resolve) => attempts.waiting.push(resolve));
      // No attempt was refunded: all of them were wrong.
      if (attempts.refunded === refunded) throw error;
    }
  }
}

/** One attempt less is pending. After the last one there is no refund to wait for. */
function endAttempt(attempts: Attempts) {
  if (--attempts.pending === 0) for (const resolve of attempts.waiting.splice(0)) resolve();
}
