import { sql } from "@/db/client";
import { newToken } from "@/lib/auth/tokens";
import { email as emailInput } from "@/lib/text";
import { hashPassword } from "./password";

/** Makes the admin, or gives an admin a new password and ends every session. Throws when the e-mail is a customer's. */
export async function setAdmin(email: string, password: string): Promise<"made" | "changed"> {
  const address = emailInput.parse(email);
  const passwordHash = await hashPassword(password);
  return sql.begin(async (tx) => {
    const [user] = await tx`select id, role from users where email = ${address} for update`;
    if (user && user.role !== "admin") throw new Error(`${address} belongs to a customer.`);
    if (!user) {
      await tx`insert into users (email, name, role, password_hash) values (${address}, 'Admin', 'admin', ${passwordHash})`;
      return "made";
    }
    await tx`update users set password_hash = ${passwordHash}, updated_at = now() where id = ${user.id}`;
    await tx`delete from sessions where user_id = ${user.id}`;
    return "changed";
  });
}

/** Held while looking whether there is an admin: two starts make one. */
const ADMIN_LOCK = 7_411_987;

/** The address of the admin that is made when none is named. */
const DEFAULT_EMAIL = "admin@mithaas.example";

/**
 * Sees to the admin at start (decisions §2) and answers the line that the start prints. Named by ADMIN_EMAIL and
 * ADMIN_PASSWORD: made when missing (an existing admin keeps the own password). Neither, and no admin: one with a random password, shown once.
 * Throws when ADMIN_EMAIL belongs to a customer.
 */
export async function ensureAdmin(email: string | undefined, password: string | undefined): Promise<string> {
  const lock = await sql.reserve();
  try {
    await lock`select pg_advisory_lock(${ADMIN_LOCK})`;
    if (email && password) {
      const address = emailInput.parse(email);
      const [user] = await sql`select role from users where email = ${address}`;
      if (user?.role === "customer") throw new Error(`ADMIN_EMAIL: ${address} belongs to a customer.`);
      if (!user) await setAdmin(address, password);
      return `Admin: ${address}`;
    }
    const [admin] = await sql`select email from users where role = 'admin' order by id limit 1`;
    if (admin) return `Admin: ${admin.email}`;
    const random = newToken().slice(0, 20);
    await setAdmin(DEFAULT_EMAIL, random);
    return `Admin: ${DEFAULT_EMAIL}, password: ${random} (shown only now; npm run create-admin sets another)`;
  } finally {
    await lock`select pg_advisory_unlock(${ADMIN_LOCK})`;
    lock.release();
  }
}
