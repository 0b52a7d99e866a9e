import { type Noun, nouns, type Permission, type StaffKind, staffKinds } from "@/db/constants/auth";

/*
 * Who of the shop's people may do what. Operations name one of these permissions (`by` in lib/<noun>/operations.ts), the pages of the admin
 * area and their menus ask for the same ones, and the OpenAPI document shows them as `x-permission`.
 */

type Right = "read" | "write" | null;

/** For each noun: what it covers, and what each kind may do. An owner may write all of them. */
const table: Record<Noun, Record<Exclude<StaffKind, "owner">, Right>> = {
  // Create, change, delete; pictures and search words.
  sweets: { manager: "write", counter: "read", kitchen: "read", accountant: "read" },
  // Restock, throw away, a quantity in an edit; the ledger.
  stock: { manager: "write", counter: "write", kitchen: "read", accountant: "read" },
  // List, detail, status, window, corrections; orders taken by staff and sales at the counter.
  orders: { manager: "write", counter: "write", kitchen: null, accountant: "read" },
  // Money received: record, confirm, reject.
  payments: { manager: "write", counter: "write", kitchen: null, accountant: "read" },
  // Money paid back, also with a cancellation.
  refunds: { manager: "write", counter: null, kitchen: null, accountant: "read" },
  // What is to be made and packed.
  kitchen: { manager: "write", counter: "write", kitchen: "write", accountant: null },
  // What is made for a day; batches that were made.
  plans: { manager: "write", counter: "read", kitchen: "write", accountant: "read" },
  // Statistics and reports.
  reports: { manager: "read", counter: null, kitchen: null, accountant: "read" },
  // Any customer's invoices; the GST summary.
  invoices: { manager: "read", counter: "read", kitchen: null, accountant: "read" },
  // The list of customers, and links to a new password for them.
  customers: { manager: "write", counter: null, kitchen: null, accountant: null },
  // The outbox and enquiries.
  messages: { manager: "write", counter: "write", kitchen: null, accountant: null },
  // The settings `pause`, `notice`, `windows` and `festivals`.
  opening: { manager: "write", counter: null, kitchen: null, accountant: null },
  // All other settings.
  settings: { manager: null, counter: null, kitchen: null, accountant: null },
  staff: { manager: null, counter: null, kitchen: null, accountant: null },
  keys: { manager: null, counter: null, kitchen: null, accountant: null },
  webhooks: { manager: null, counter: null, kitchen: null, accountant: null },
  audit: { manager: null, counter: null, kitchen: null, accountant: null },
};

/** All permissions that there are, in the order of the table. */
export const permissions: readonly Permission[] = nouns.flatMap((noun): Permission[] => [
  `${noun}:read`,
  `${noun}:write`,
]);

const known = new Set<string>(permissions);
export const isPermission = (word: string): word is Permission => known.has(word);

/** Both words of what may be written: write includes read. */
const wordsOf = (noun: Noun, right: Right): Permission[] =>
  right === "write" ? [`${noun}:read`, `${noun}:write`] : right === "read" ? [`${noun}:read`] : [];

const byKind = Object.fromEntries(
  staffKinds.map((kind) => [
    kind,
    nouns.flatMap((noun) => wordsOf(noun, kind === "owner" ? "write" : table[noun][kind])),
  ]),
) as unknown as Record<StaffKind, readonly Permission[]>;

/** What staff of a kind may do. */
export const permissionsOf = (kind: StaffKind): readonly Permission[] => byKind[kind];

/** Nouns of which a key is never given this: it could give itself more, or end what keeps an eye on it. */
const neverForKeys: readonly Permission[] = [
  "staff:read",
  "staff:write",
  "keys:read",
  "keys:write",
  "webhooks:read",
  "webhooks:write",
  "audit:read",
  "audit:write",
  "customers:write",
];

/** What a key may be given by somebody who has these permissions. */
export const grantable = (maker: readonly Permission[]): Permission[] =>
  maker.filter((permission) => !neverForKeys.includes(permission));

/** What a key may do now: of what it was given, what its maker may do still. */
export function permissionsOfKey(given: readonly Permission[], maker: StaffKind): Permission[] {
  const words = new Set(given.flatMap((permission) => withRead(permission)));
  return grantable(permissionsOf(maker)).filter((permission) => words.has(permission));
}

const withRead = (permission: Permission): Permission[] =>
  permission.endsWith(":write") ? [permission.replace(/:write$/, ":read") as Permission, permission] : [permission];
