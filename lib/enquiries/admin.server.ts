import { driver, readDb } from "@/db/client";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { notFound } from "@/lib/errors";
import { clampPage, pageCount } from "@/lib/pagination";

/** A message or a custom order as the owner reads it. */
export type Enquiry = {
  id: number;
  kind: "contact" | "custom_order";
  name: string;
  email: string;
  phone: string;
  subject: string | null;
  message: string;
  occasion: string | null;
  /** An Asia/Kolkata day, 2025-11-13. */
  eventDate: string | null;
  quantity: string | null;
  budget: string | null;
  createdAt: string;
  doneAt: string | null;
  /** Name of who marked it done. */
  doneBy: string | null;
};

/** One page of enquiries, newest first; a page past the end is the last one. Admins only. */
export async function listEnquiries(
  actor: Actor,
  { show, page: asked, pageSize }: { show: "open" | "all"; page: number; pageSize: number },
): Promise<{ items: Enquiry[]; meta: { page: number; total: number; totalPages: number } }> {
  assertAdmin(actor);
  const filter = show === "open" ? driver(readDb())`e.done_at is null` : driver(readDb())`true`;
  const [count] = await driver(readDb())`select count(*)::int as total from enquiries e where ${filter}`;
  const total = count?.total as number;
  const totalPages = pageCount(total, pageSize);
  const page = clampPage(asked, totalPages);
  const rows = await driver(readDb())`
    select e.id, e.kind, e.name, e.email, e.phone, e.subject, e.message, e.occasion, e.event_date::text, e.quantity, e.budget,
      e.created_at, e.done_at, u.name as done_by
    from enquiries e left join users u on u.id = e.done_by
    where ${filter} order by e.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`;
  return {
    items: rows.map((row) => ({
      id: row.id as number,
      kind: row.kind as Enquiry["kind"],
      name: row.name as string,
      email: row.email as string,
      phone: row.phone as string,
      subject: row.subject as string | null,
      message: row.message as string,
      occasion: row.occasion as string | null,
      eventDate: row.event_date as string | null,
      quantity: row.quantity as string | null,
      budget: row.budget as string | null,
      createdAt: new Date(row.created_at as string).toISOString(),
      doneAt: row.done_at && new Date(row.done_at as string).toISOString(),
      doneBy: row.done_by as string | null,
    })),
    meta: { page, total, totalPages },
  };
}

/** Marks an enquiry as done, or as open again. Doing it twice changes nothing. Admins only; `not_found`. */
export async function markEnquiry(actor: Actor, id: number, done: boolean): Promise<void> {
  assertAdmin(actor);
  const rows = await driver(readDb())`
    update enquiries set
      done_at = case when ${done} then coalesce(done_at, now()) end,
      done_by = case when not ${done} then null when done_at is null then ${actor.id}::int else done_by end
    where id = ${id} returning id`;
  if (rows.length === 0) throw notFound("Enquiry not found.");
}
