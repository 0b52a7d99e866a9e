import { type Column, type SQL, sql } from "drizzle-orm";

/**
 * Who did something, as the shop's screens name a person: people choose their own names, so their e-mail address is said with it. Null
 * where the row of a left join is missing.
 */
export const authorText = ({ name, email, role }: Record<"name" | "email" | "role", Column>): SQL<string | null> =>
  sql`${name} || case ${role} when 'key' then ' (API key)' else ' (' || ${email} || ')' end`;
