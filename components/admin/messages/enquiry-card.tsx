import { ButtonForm } from "@/components/admin/button-form";
import { Badge } from "@/components/ui/badge";
import { formatShortDate, formatShortDateTime } from "@/lib/dates";
import type { Enquiry } from "@/lib/enquiries/admin-queries";
import type { MessageAction } from "@/lib/http/action-state";
import { shop } from "@/lib/shop";
import { phoneHref } from "@/lib/telephone";

/** A mailto link that answers the enquiry, with a subject and the quoted message. */
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

/** An enquiry with its details, links to answer it, and a button that marks it as done. */
export function EnquiryCard({ enquiry, action }: { enquiry: Enquiry; action: MessageAction }) {
  const { kind, name, phone, subject, message, createdAt, doneAt, doneBy } = enquiry;
  const details = [
    ["Occasion", enquiry.occasion],
    ["Needed on", enquiry.eventDate && formatShortDate(enquiry.eventDate)],
    ["Quantity", enquiry.quantity],
    ["Budget", enquiry.budget],
  ].filter(([, value]) => value);
  return (
    <li className="p-4 lg:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-d5 break-words min-w-0">{kind === "custom_order" ? "Custom order" : subject}</h2>
        <Badge tone={doneAt ? "success" : "warning"}>{doneAt ? "Done" : "Open"}</Badge>
      </div>
      <p className="text-muted text-sm num mt-0.5 break-words">
        No. {enquiry.id} · {name} · {formatShortDateTime(createdAt)}
        {doneAt && ` · done ${formatShortDateTime(doneAt)}${doneBy ? ` by ${doneBy}` : ""}`}
      </p>
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
        <ButtonForm action={action} fields={{ id: enquiry.id, done: doneAt ? "false" : "true" }}>
          {doneAt ? "Reopen" : "Mark as done"}
        </ButtonForm>
      </div>
    </li>
  );
}
