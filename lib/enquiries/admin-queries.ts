import { desc, eq, getTableColumns, isNull, type SQL } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { enquiries, users } from "@/db/schema";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { clampPage, pageCount } from "@/lib/pagination";

const { userId: _, ...columns } = getTableColumns(enquiries);

const select = (db: Executor, filter: SQL | undefined) =>
  db
    .select({ ...columns, doneBy: users.name })
    .from(enquiries)
    .leftJoin(users, eq(users.id, enquiries.doneBy))
    .where(filter);

/** A message or a request for a custom order; `eventDate` is an Asia/Kolkata day, `doneBy` the name of who marked it as done. */
export type Enquiry = Awaited<ReturnType<typeof select>>[number];

/** One page of enquiries, newest first; a page past the end is the last one. Admins only. */
export async function listEnquiries(
  actor: Actor,
  { show, page: wanted, pageSize }: { show: "open" | "all"; page: number; pageSize: number },
  db: Executor = readDb(),
): Promise<{ items: Enquiry[]; meta: { page: number; total: number; totalPages: number } }> {
  assertAdmin(actor);
  const filter = show === "open" ? isNull(enquiries.doneAt) : undefined;
  const total = await db.$count(enquiries, filter);
  const totalPages = pageCount(total, pageSize);
  const page = clampPage(wanted, totalPages);
  const items = await select(db, filter)
    .orderBy(desc(enquiries.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { items, meta: { page, total, totalPages } };
}
