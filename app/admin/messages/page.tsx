import type { Route } from "next";
import Link from "next/link";
import { adminMetadata, requireAdmin } from "@/app/admin/guard";
import { FilterLinks } from "@/components/admin/filter-links";
import { MessageCard } from "@/components/admin/messages/message-card";
import { singleValues, urlWithQuery } from "@/components/admin/urls";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/pagination";
import { listMessages, sendsMail } from "@/lib/messages/admin-queries";
import type { MessageFilter } from "@/lib/messages/constants";
import { messagesQuery } from "@/lib/messages/schema";
import { markMessageDone, sendMessageAgain } from "./actions";

export const generateMetadata = adminMetadata("Messages");

const filters: readonly [MessageFilter, string][] = [
  ["all", "All"],
  ["waiting", "Waiting"],
  ["failed", "Failed"],
  ["sent", "Sent"],
  ["merged", "Merged"],
  ["handled", "Done"],
];

/** The messages to customers and owner, and what has become of each. */
export default async function MessagesPage({ searchParams }: PageProps<"/admin/messages">) {
  const admin = await requireAdmin("/admin/messages");
  const { show, page } = messagesQuery.parse(singleValues(await searchParams));
  const { items, meta } = await listMessages(admin, { show, page, pageSize: 20 });
  const mails = sendsMail();
  const hrefFor = (to: number, filter: MessageFilter = show) =>
    urlWithQuery("/admin/messages", { show: filter === "all" ? undefined : filter, page: to }) as Route;
  return (
    <div className="pt-4">
      <Breadcrumbs crumbs={[{ text: "Admin Panel", href: "/admin" }, { text: "Messages" }]} />
      <h1 className="text-d3 mt-2">Messages</h1>
      <p className="text-muted mt-1 max-w-prose">
        {mails
          ? "The shop sends these by mail, each once. Look at those that failed or may not have arrived."
          : "This shop sends no mail itself. Pass on what waits by mail, WhatsApp or copy, and mark it as done."}{" "}
        <Link className="link" prefetch={false} href={"/admin?tab=settings&section=messages" as Route}>
          Choose the messages
        </Link>
      </p>
      <FilterLinks filters={filters} current={show} hrefFor={(filter) => hrefFor(1, filter)} />
      {items.length === 0 ? (
        <EmptyState title="No messages found" />
      ) : (
        <ul className="border border-border bg-surface divide-y divide-border mt-4">
          {items.map((message) => (
            <MessageCard
              key={message.id}
              message={message}
              mails={mails}
              done={markMessageDone}
              again={sendMessageAgain}
            />
          ))}
        </ul>
      )}
      <Pagination page={meta.page} totalPages={meta.totalPages} hrefFor={hrefFor} className="py-6" />
    </div>
  );
}
