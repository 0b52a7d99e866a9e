import { and, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { recoveryCodes, secondFactors } from "@/db/schema";
import type { StaffMember } from "@/lib/auth/actor";
import { recordAudit } from "@/lib/auth/audit-log";
import { decrypt } from "@/lib/auth/secrets";
import { hashToken } from "@/lib/auth/tokens";
import { isAppCode, plainCode, stepOf } from "./second-factor-rules";

export const CODE_WRONG = "This code is not correct, or was used before. Please try the next one.";

/** The factor of an account that logins ask for. */
export const isActive = (userId: number) => and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));

/** `stepOf` with a secret as it is stored. Of one that was stored under another AUTH_SECRET no code is right; recovery codes are. */
export function stepOfStored(secret: string, code: string): number | null {
  let plain: string;
  try {
    plain = decrypt(secret);
  } catch {
    return null;
  }
  return stepOf(plain, code);
}

/** The factor that logins ask for. It stays what it is under the lock of its account. */
export const selectActive = (userId: number, tx: Executor) =>
  tx.select({ secret: secondFactors.secret }).from(secondFactors).where(isActive(userId));

/** Whether a code is right and was not used before; it cannot be used again. The account is locked. */
export async function takeCode(user: StaffMember, secret: string, typed: string, tx: Executor): Promise<boolean> {
  const [userId, code] = [user.id, plainCode(typed)];
  if (!isAppCode(code)) {
    const isIt = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashToken(code)));
    const used = await tx.delete(recoveryCodes).where(isIt).returning({ userId: recoveryCodes.userId });
    if (used.length > 0)
      await recordAudit(tx, user, { action: "use", noun: "staff", nounId: userId, text: "used a recovery code" });
    return used.length > 0;
  }
  const lastStep = stepOfStored(secret, code);
  if (lastStep === null) return false;
  const isNew = or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, lastStep));
  const taken = await tx
    .update(secondFactors)
    .set({ lastStep })
    .where(and(eq(secondFactors.userId, userId), isNew))
    .returning({ userId: secondFactors.userId });
  return taken.length > 0;
}
