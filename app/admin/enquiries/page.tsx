import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { Inbox, InboxCard } from "@/components/admin/messages/inbox";
import { ActionButton } from "@/components/admin/ui/action-form";
import { singleValues } from "@/components/admin/urls";
import { Badge } from "@/components/ui/badge";
import { formatShortDate, formatShortDateTime } from "@/lib/dates";
import { type Enquiry, listEnquiries } from "@/lib/enquiries/admin-queries";
import { enquiriesQuery } from "@/lib/enquiries/schema";
import { shop } from "@/lib/shop";
import { phoneHref } from "@/lib/telephone";
import { markEnquiryDone } from "./actions";

export const generateMetadata = adminMetadata("messages:read", "Enquiries");

const filters = [
  ["open", "Open"],
  ["all", "All"],
] as const;

export default async function EnquiriesPage({ searchParams }: PageProps<"/admin/enquiries">) {
  const admin = await requireStaff("/admin/enquiries", "messages:read");
  const { show, page } = enquiriesQuery.parse(singleValues(await searchParams));
  const { items, meta } = await listEnquiries(admin, { show, page, pageSize: 20 });
  return (
    <Inbox path="/admin/enquiries" title="Enquiries" {...{ filters, show, meta }}>
      {items.map((enquiry) => (
        <EnquiryCard key={enquiry.id} enquiry={enquiry} />
      ))}
    </Inbox>
  );
}

function EnquiryCard({ enquiry }: { enquiry: Enquiry }) {
  const { id, kind, name, phone, subject, message, createdAt, doneAt, doneBy } = enquiry;
  const details = [
    ["Occasion", enquiry.occasion],
    ["Needed on", enquiry.eventDate && formatShortDate(enquiry.eventDate)],
    ["Quantity", enquiry.quantity],
    ["Budget", enquiry.budget],
  ].filter(([, value]) => value);
  const isDone = doneAt !== null;
  return (
    <InboxCard
      title={kind === "custom_order" ? "Custom order" : subject}
      badge={<Badge tone={isDone ? "success" : "warning"}>{isDone ? "Done" : "Open"}</Badge>}
      about={
        <>
          No. {id} · {name} · {formatShortDateTime(createdAt)}
          {isDone && ` · done ${formatShortDateTime(doneAt)}${doneBy ? ` by ${doneBy}` : ""}`}
        </>
      }
    >
      {details.length > 0 && (
        <dl className="flex flex-wrap gap-x-8 gap-y-1 mt-2 text-sm">
          {details.map(([label, value]) => (
            <div key={label} className="flex gap-2 min-w-0">
              <dt className="text-muted">{label}</dt>
              <dd className="font-medium break-words min-w-0">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-2 max-w-prose whitespace-pre-line break-words">{message}</p>
      <div className="flex flex-wrap gap-2 mt-3">
        <a className="btn btn-outline" href={replyHref(enquiry)}>
          Reply<span className="sr-only"> to {name}</span>
        </a>
        <a className="btn btn-ghost num" href={phoneHref(phone)}>
          {phone}
        </a>
        <ActionButton
          action={markEnquiryDone}
          fields={{ id, done: String(!isDone) }}
          undo={{ action: markEnquiryDone, fields: { id, done: String(isDone) } }}
        >
          {isDone ? "Reopen" : "Mark as done"}
        </ActionButton>
      </div>
    </InboxCard>
  );
}

function replyHref({ email, kind, subject, name, message }: Enquiry): string {
  const about = kind === "custom_order" ? "Your custom order" : (subject ?? "Your message");
  const quoted = message.slice(0, 1000).toWellFormed().replace(/^/gm, "> ");
  const query = { subject: `Re: ${about} · ${shop.name}`, body: `Dear ${name},\n\n\n\n${quoted}` };
  // RFC 6068 wants the address unescaped and line breaks as CR LF.
  const text = Object.entries(query).map(
    ([field, value]) => `${field}=${encodeURIComponent(value.replace(/\r?\n/g, "\r\n"))}`,
  );
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}?${text.join("&")}`;
}
