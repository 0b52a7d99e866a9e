import { eq, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { passwordResets, sessions, users } from "@/db/schema";
import { inTransaction, lockKey, run } from "@/db/transaction";
import { newToken } from "@/lib/auth/tokens";
import { email as emailInput } from "@/lib/text";
import { hashPassword } from "./password";

/** Creates the admin, or gives an existing admin a new password and ends every session and reset link. Throws when the e-mail is a customer's. */
export async function setAdmin(email: string, password: string, db: Executor = readDb()): Promise<"made" | "changed"> {
  const address = emailInput.parse(email);
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (tx) => {
    const [user] = await tx
      .select({ id: users.id, role: users.role })
      .from(users)
      .where(eq(users.email, address))
      .for("update");
    if (user && user.role !== "admin") throw new Error(`${address} belongs to a customer.`);
    if (!user) {
      await tx.insert(users).values({ email: address, name: "Admin", role: "admin", passwordHash });
      return "made";
    }
    await tx.update(users).set({ passwordHash, updatedAt: sql`now()` }).where(eq(users.id, user.id));
    await tx.delete(sessions).where(eq(sessions.userId, user.id));
    await tx.delete(passwordResets).where(eq(passwordResets.userId, user.id));
    return "changed";
  });
}

/** Key of the advisory lock that is held while the start looks for an admin, so that two starts create one. */
const ADMIN_LOCK = sql.raw("7411987");

/** The address of the admin that is made when none is named. */
const DEFAULT_EMAIL = "admin@mithaas.example";

/**
 * Makes sure at start that there is an admin, and returns the line that the start prints. Named by ADMIN_EMAIL and ADMIN_PASSWORD:
 * created when missing (an existing admin keeps their password). With neither, and no admin in the database: one is created with a
 * random password, which is shown once. Throws when ADMIN_EMAIL belongs to a customer.
 */
export async function ensureAdmin(email: string | undefined, password: string | undefined): Promise<string> {
  return readDb().transaction(async (tx) => {
    await run(lockKey(tx, ADMIN_LOCK));
    if (email && password) {
      const address = emailInput.parse(email);
      const [user] = await tx.select({ role: users.role }).from(users).where(eq(users.email, address));
      if (user?.role === "customer") throw new Error(`ADMIN_EMAIL: ${address} belongs to a customer.`);
      if (!user) await setAdmin(address, password, tx);
      return `Admin: ${address}`;
    }
    const [admin] = await tx
      .select({ email: users.email })
      .from(users)
      .where(eq(users.role, "admin"))
      .orderBy(users.id)
      .limit(1);
    if (admin) return `Admin: ${admin.email}`;
    const random = newToken().slice(0, 20);
    await setAdmin(DEFAULT_EMAIL, random, tx);
    return `Admin: ${DEFAULT_EMAIL}, password: ${random} (shown only now; npm run create-admin sets another)`;
  });
}
