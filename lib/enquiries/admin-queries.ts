import { desc, eq, isNull, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { prepared } from "@/db/prepared";
import { enquiries, users } from "@/db/schema";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { clampPage, pageCount } from "@/lib/pagination";

const p = sql.placeholder;

/** The count and one page, of the open enquiries or of all: a statement each, because only the open ones have a partial index. */
function enquiriesWhere(isOpen: boolean) {
  const filter = isOpen ? isNull(enquiries.doneAt) : undefined;
  const total = prepared((db) =>
    db.select({ total: sql<number>`count(*)::int` }).from(enquiries).where(filter).prepare("count_enquiries"),
  );
  const page = prepared((db) =>
    db
      .select({
        id: enquiries.id,
        kind: enquiries.kind,
        name: enquiries.name,
        email: enquiries.email,
        phone: enquiries.phone,
        subject: enquiries.subject,
        message: enquiries.message,
        occasion: enquiries.occasion,
        eventDate: enquiries.eventDate,
        quantity: enquiries.quantity,
        budget: enquiries.budget,
        createdAt: enquiries.createdAt,
        doneAt: enquiries.doneAt,
        doneBy: users.name,
      })
      .from(enquiries)
      .leftJoin(users, eq(users.id, enquiries.doneBy))
      .where(filter)
      .orderBy(desc(enquiries.id))
      .limit(p("limit"))
      .offset(p("offset"))
      .prepare("list_enquiries"),
  );
  return { total, page };
}
const statements = { open: enquiriesWhere(true), all: enquiriesWhere(false) };

/** A message or a request for a custom order; `eventDate` is an Asia/Kolkata day, `doneBy` the name of who marked it as done. */
export type Enquiry = Awaited<ReturnType<ReturnType<typeof statements.all.page>["execute"]>>[number];

/** One page of enquiries, newest first; a page past the end is the last one. Admins only. */
export async function listEnquiries(
  actor: Actor,
  { show, page: wanted, pageSize }: { show: keyof typeof statements; page: number; pageSize: number },
  db: Executor = readDb(),
): Promise<{ items: Enquiry[]; meta: { page: number; total: number; totalPages: number } }> {
  assertAdmin(actor);
  const [row] = await statements[show].total(db).execute();
  const total = row?.total ?? 0;
  const totalPages = pageCount(total, pageSize);
  const page = clampPage(wanted, totalPages);
  const items = await statements[show].page(db).execute({ limit: pageSize, offset: (page - 1) * pageSize });
  return { items, meta: { page, total, totalPages } };
}
