import { and, eq, isNotNull, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { passwordResets, sessions, users } from "@/db/schema";
import { inTransaction, lockKey, run } from "@/db/transaction";
import { type Command, recordAudit } from "@/lib/auth/audit-log";
import { newToken } from "@/lib/auth/tokens";
import { email as emailInput } from "@/lib/text";
import { hashPassword } from "./password";

const createAdmin: Command = { kind: "command", name: "npm run create-admin" };
const start: Command = { kind: "command", name: "npm start" };

/**
 * Creates an owner, or gives an existing owner a new password and ends every session and reset link. Throws when the e-mail is that of
 * anybody else: whoever can run a command on the server must not turn a counter's account into a way in without its owner noticing.
 */
export async function setAdmin(
  email: string,
  password: string,
  db: Executor = readDb(),
  by = createAdmin,
): Promise<"made" | "changed"> {
  const address = emailInput.parse(email);
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (tx) => {
    const [user] = await tx
      .select({ id: users.id, role: users.role, staff: users.staff, active: users.active })
      .from(users)
      .where(eq(users.email, address))
      .for("update");
    if (user && user.role !== "admin") throw new Error(`${address} belongs to a customer.`);
    if (user && !(user.staff === "owner" && user.active))
      throw new Error(`${address} belongs to somebody who is not an active owner of the shop.`);
    if (!user) {
      const [{ id } = { id: null }] = await tx
        .insert(users)
        .values({ email: address, name: "Admin", role: "admin", staff: "owner", passwordHash })
        .returning({ id: users.id });
      const text = `made ${address} an owner`;
      await recordAudit(tx, by, { action: "create", noun: "staff", nounId: id, text });
      return "made";
    }
    await tx.update(users).set({ passwordHash, updatedAt: sql`now()` }).where(eq(users.id, user.id));
    await tx.delete(sessions).where(eq(sessions.userId, user.id));
    await tx.delete(passwordResets).where(eq(passwordResets.userId, user.id));
    const text = `gave the owner ${address} a new password`;
    await recordAudit(tx, by, { action: "set password", noun: "staff", nounId: user.id, text });
    return "changed";
  });
}

/** Key of the advisory lock that is held while the start looks for an admin, so that two starts create one. */
const ADMIN_LOCK = sql.raw("7411987");

/** The address of the admin that is made when none is named. */
const DEFAULT_EMAIL = "admin@mithaas.example";

/**
 * Makes sure at start that there is an admin, and returns the line that the start prints. Named by ADMIN_EMAIL and ADMIN_PASSWORD:
 * created when missing (an existing admin keeps their password). With neither, and no active owner in the database: one is created with a
 * random password, which is shown once. Throws when ADMIN_EMAIL belongs to a customer.
 */
export async function ensureAdmin(email: string | undefined, password: string | undefined): Promise<string> {
  return readDb().transaction(async (tx) => {
    await run(lockKey(tx, ADMIN_LOCK));
    if (email && password) {
      const address = emailInput.parse(email);
      const [user] = await tx.select({ role: users.role }).from(users).where(eq(users.email, address));
      if (user?.role === "customer") throw new Error(`ADMIN_EMAIL: ${address} belongs to a customer.`);
      if (!user) await setAdmin(address, password, tx, start);
      return `Admin: ${address}`;
    }
    const [admin] = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.staff, "owner"), users.active, isNotNull(users.passwordHash)))
      .orderBy(users.id)
      .limit(1);
    if (admin) return `Admin: ${admin.email}`;
    const random = newToken().slice(0, 20);
    await setAdmin(DEFAULT_EMAIL, random, tx, start);
    return `Admin: ${DEFAULT_EMAIL}, password: ${random} (shown only now; npm run create-admin sets another)`;
  });
}
