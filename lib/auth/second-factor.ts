import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { secondFactors, settings } from "@/db/schema";

/** Whether the account with this id has a second factor that logins ask for. */
export const hasFactor = (id: PgColumn) => sql<boolean>`
  exists (select from ${secondFactors} where ${secondFactors.userId} = ${id} and ${secondFactors.confirmedAt} is not null)`;

const isRequired = sql`
  exists (select from ${settings}
    where ${settings.section} = 'security' and (${settings.value} ->> 'requireSecondFactor')::boolean)`;

/** Whether this row of `users` works for the shop without the second factor that it requires. Read with each session and key. */
export const lacksFactor = ({ id, role }: { id: PgColumn; role: PgColumn }) =>
  sql<boolean>`case when ${role} = 'admin' then ${isRequired} and not ${hasFactor(id)} else false end`;
