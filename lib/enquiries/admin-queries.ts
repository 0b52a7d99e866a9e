import { desc, eq, getTableColumns, isNull } from "drizzle-orm";
import { readDb } from "@/db/client";
import { enquiries, users } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { authorText } from "@/lib/auth/author";
import { clampPage, pageCount } from "@/lib/pagination";

const { userId: _, ...columns } = getTableColumns(enquiries);

/** One page of enquiries, newest first; a page past the end is the last one. */
export async function listEnquiries(
  _actor: May<"messages:read">,
  { show, page: wanted, pageSize }: { show: "open" | "all"; page: number; pageSize: number },
) {
  const db = readDb();
  const filter = show === "open" ? isNull(enquiries.doneAt) : undefined;
  const total = await db.$count(enquiries, filter);
  const totalPages = pageCount(total, pageSize);
  const page = clampPage(wanted, totalPages);
  const items = await db
    .select({ ...columns, doneBy: authorText(users) })
    .from(enquiries)
    .leftJoin(users, eq(users.id, enquiries.doneBy))
    .where(filter)
    .orderBy(desc(enquiries.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { items, meta: { page, total, totalPages } };
}

/** A message or a request for a custom order; `eventDate` is an Asia/Kolkata day, `doneBy` who marked it as done. */
export type Enquiry = Awaited<ReturnType<typeof listEnquiries>>["items"][number];
