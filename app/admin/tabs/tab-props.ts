import type { StaffMember } from "@/lib/auth/actor";

/** What a tab of /admin gets: who looks at it, and the query parameters. */
export type TabProps = { admin: StaffMember; search: Record<string, string | undefined> };
