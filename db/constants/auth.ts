/** Who somebody with an account is. All who work for the shop are admins; what each may do is in lib/auth/permissions.ts. */
export const roles = ["customer", "admin"] as const;
export type Role = (typeof roles)[number];

/** What a row of `users` is: an account, or an API key, which has a name in histories and no account. */
export const userRoles = [...roles, "key"] as const;

/** How somebody is signed in: by a browser's cookie or by a bearer token of the API. */
export const sessionKinds = ["browser", "api"] as const;

/** The kinds of people who work for the shop. */
export const staffKinds = ["owner", "manager", "counter", "kitchen", "accountant"] as const;
export type StaffKind = (typeof staffKinds)[number];

/** What permissions are about (lib/auth/permissions.ts), in the order of people's lists, and what the audit log is about. */
export const nouns = [
  "sweets",
  "stock",
  "orders",
  "payments",
  "refunds",
  "kitchen",
  "plans",
  "reports",
  "invoices",
  "customers",
  "messages",
  "opening",
  "settings",
  "staff",
  "keys",
  "webhooks",
  "audit",
] as const;
export type Noun = (typeof nouns)[number];
export type Permission = `${Noun}:${"read" | "write"}`;

/** Who writes the audit log: one of the shop's people, a key, or a command on the server. */
export const auditAuthors = ["staff", "key", "command"] as const;

/** What was changed, field by field. */
export type Changes = Record<string, [from: unknown, to: unknown]>;
