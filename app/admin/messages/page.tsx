import Link from "next/link";
import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { Inbox, MessageCard } from "@/components/admin/messages/inbox";
import { Permitted } from "@/components/admin/permissions";
import { singleValues } from "@/components/admin/urls";
import { listMessages, sendsMail } from "@/lib/messages/admin-queries";
import { messagesQuery } from "@/lib/messages/schema";
import { markMessageDone, sendMessageAgain } from "./actions";

export const generateMetadata = adminMetadata("messages:read", "Messages");

const filters = [
  ["all", "All"],
  ["waiting", "Waiting"],
  ["failed", "Failed"],
  ["sent", "Sent"],
  ["merged", "Merged"],
  ["handled", "Done"],
] as const;

export default async function MessagesPage({ searchParams }: PageProps<"/admin/messages">) {
  const admin = await requireStaff("/admin/messages", "messages:read");
  const { show, page } = messagesQuery.parse(singleValues(await searchParams));
  const { items, meta } = await listMessages(admin, { show, page, pageSize: 20 });
  const mails = sendsMail();
  const intro = (
    <>
      {mails
        ? "The shop sends these by mail, each once. Look at those that failed or may not have arrived."
        : "This shop sends no mail itself. Pass on what waits by mail, WhatsApp or copy, and mark it as done."}{" "}
      <Permitted to="settings:read">
        <Link className="link" prefetch={false} href="/admin?tab=settings&section=messages">
          Choose the messages
        </Link>
      </Permitted>
    </>
  );
  return (
    <Inbox path="/admin/messages" title="Messages" {...{ intro, filters, show, meta }}>
      {items.map((message) => (
        <MessageCard key={message.id} message={message} mails={mails} done={markMessageDone} again={sendMessageAgain} />
      ))}
    </Inbox>
  );
}
