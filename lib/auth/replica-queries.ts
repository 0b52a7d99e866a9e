import { type Executor, readDb } from "@/db/client";
import { readOnReplica } from "@/db/replica";
import type { Actor } from "./actor";
import { hasJustWritten } from "./session";

/** Milliseconds that a read of the catalogue, and one of the admin area, may take on the replica before the primary is asked. */
const CATALOGUE_MS = 1_000;
const ADMIN_MS = 4_000;

/**
 * Runs a read that may be a second old: on the replica when there is one that is good enough, else on the primary. Whoever has just
 * written reads on the primary. Not for carts, live stock, a customer's orders, sessions, limits, settings, anything inside a write,
 * nor for pages of the page cache, which would store old data for minutes. `read` may run twice, so it must not write.
 * @param reader who was looked up; or, where nobody is, the headers of the request: one with a cookie or a token may come from somebody
 *   who has just written, or who has just signed out
 */
export function readFromReplica<T>(reader: Actor | Headers, read: (db: Executor) => Promise<T>): Promise<T> {
  if (reader instanceof Headers)
    return reader.has("cookie") || reader.has("authorization") ? read(readDb()) : readOnReplica(CATALOGUE_MS, read);
  return reader.kind === "visitor" || hasJustWritten(reader) ? read(readDb()) : readOnReplica(ADMIN_MS, read);
}
