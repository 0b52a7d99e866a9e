import type { Admin } from "@/lib/auth/actor";

/** What a tab of /admin gets: who looks at it, and the query parameters. */
export type TabProps = { admin: Admin; search: Record<string, string | undefined> };
