import Link from "next/link";
import type { ReactNode } from "react";
import { Permitted } from "@/components/admin/permissions";
import { ActionButton } from "@/components/admin/ui/action-form";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { Pages } from "@/components/admin/ui/data-list";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { AdminPage } from "@/components/admin/ui/page";
import { Panel } from "@/components/admin/ui/panel";
import { urlWithQuery } from "@/components/admin/urls";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import type { MessageState } from "@/db/constants/messages";
import { formatShortDateTime } from "@/lib/dates";
import type { MessageAction } from "@/lib/http/action-state";
import type { ShownMessage } from "@/lib/messages/admin-queries";
import { mailLimits } from "@/lib/messages/constants";
import { stateNames } from "@/lib/messages/texts";

type InboxProps = {
  path: "/admin/enquiries" | "/admin/messages";
  title: "Enquiries" | "Messages";
  intro?: ReactNode;
  /** Each filter with its text; the first is the default. */
  filters: readonly (readonly [value: string, text: string])[];
  show: string;
  meta: { page: number; total: number; totalPages: number };
  children: ReactNode[];
};

export function Inbox({ path, title, intro, filters, show, meta, children }: InboxProps) {
  const urlOf = (filter: string, page: number) =>
    urlWithQuery(path, { show: filter === filters[0]?.[0] ? undefined : filter, page });
  return (
    <AdminPage title={title} intro={intro}>
      <nav className="flex flex-wrap gap-2" aria-label="Filter">
        {filters.map(([filter, text]) => (
          <Link
            key={filter}
            href={urlOf(filter, 1)}
            className="chip"
            aria-current={filter === show ? "true" : undefined}
            prefetch={false}
          >
            {text}
          </Link>
        ))}
      </nav>
      <div>
        {children.length === 0 ? (
          <EmptyState title={`No ${title.toLowerCase()} found`} />
        ) : (
          <Panel as="ul" divided>
            {children}
          </Panel>
        )}
        <Pages meta={meta} hrefFor={(page) => urlOf(show, page)} />
      </div>
    </AdminPage>
  );
}

type InboxCardProps = { title: ReactNode; badge: ReactNode; about: ReactNode; children: ReactNode };

export const InboxCard = ({ title, badge, about, children }: InboxCardProps) => (
  <li className="p-4 lg:p-6">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h2 className="text-d5 min-w-0 wrap-anywhere">{title}</h2>
      {badge}
    </div>
    <p className="text-muted text-sm num mt-0.5 wrap-anywhere">{about}</p>
    {children}
  </li>
);

const tones: Record<MessageState, BadgeTone> = {
  waiting: "warning",
  sending: "info",
  sent: "success",
  unknown: "warning",
  failed: "danger",
  handled: "success",
};

/** What the owner should know of a message beside its state. */
function explain(message: ShownMessage, mails: boolean): string | null {
  const { state, at, nextAttemptAt, attempts, postponed, isToOwner, isMerged } = message;
  if (isMerged) return `Not sent by itself: ${explainMerged(message)}`;
  if (state === "sent" || state === "handled") return `${stateNames[state]} ${formatShortDateTime(at)}.`;
  if (state === "unknown") return "It may have arrived. Send it again only if the customer does not have it.";
  if (state !== "waiting" || !mails) return null;
  const next = formatShortDateTime(nextAttemptAt);
  if (postponed && isToOwner)
    return `Waits until ${next}: more than ${mailLimits.owner.minute} came to you within a minute, and those beyond come in one mail.`;
  if (postponed)
    return `Waits at least until ${next}: one address gets at most ${mailLimits.customer.hour} mails in an hour and ${mailLimits.customer.day} in a day. Then one mail says what waits.`;
  return attempts > 0 ? `Next try: ${next}.` : null;
}

function explainMerged({ mergedInto }: ShownMessage): string {
  const mail = "one mail says it with others";
  if (mergedInto === null) return `${mail}.`;
  const { state, at, nextAttemptAt } = mergedInto;
  if (state === "waiting") return `${mail}, and waits until ${formatShortDateTime(nextAttemptAt)}.`;
  if (state === "sending") return `${mail}, and is being sent.`;
  if (state === "sent" || state === "handled")
    return `${mail}, ${state === "sent" ? "sent" : "passed on by hand"} ${formatShortDateTime(at)}.`;
  return `${mail}, and ${state === "failed" ? "has failed" : "may not have arrived"}.`;
}

type MessageCardProps = {
  message: ShownMessage;
  /** Whether the shop sends mail itself. */
  mails: boolean;
  done: MessageAction;
  again: MessageAction;
};

export function MessageCard({ message, mails, done, again }: MessageCardProps) {
  const { id, state, name, letter, note, askedBy, createdAt, lastError, says, isMerged } = message;
  const title = letter?.subject ?? name;
  const others = says === 1 ? "one other" : `${says} others`;
  const isOpen = state === "waiting" || state === "failed" || state === "unknown";
  const explanation = explain(message, mails);
  return (
    <InboxCard
      title={title}
      badge={<Badge tone={isMerged ? "warning" : tones[state]}>{isMerged ? "Merged" : stateNames[state]}</Badge>}
      about={
        <>
          {name}
          {says > 0 && `, with ${others}`} · {letter?.to ?? askedBy ?? "nobody"} · {formatShortDateTime(createdAt)}
        </>
      }
    >
      {explanation && <p className="text-sm mt-1 num">{explanation}</p>}
      {lastError && state !== "sent" && state !== "handled" && (
        <p className="text-danger text-sm mt-1 wrap-anywhere">{lastError}</p>
      )}
      {note && <p className="mt-1 max-w-prose">{note}</p>}
      {letter && !isMerged && (
        <Disclosure
          className="mt-2"
          summary={
            <span>
              Text<span className="sr-only"> of {title}</span>
            </span>
          }
        >
          <p className="max-w-prose whitespace-pre-line wrap-anywhere bg-sunken px-4 py-3">{letter.text}</p>
        </Disclosure>
      )}
      <div className="flex flex-wrap gap-2 mt-3 empty:hidden">
        {letter && !isMerged && (
          <>
            <CopyButton text={letter.text} copied="Text copied" failed="Please select the text and copy it">
              Copy<span className="sr-only"> {title}</span>
            </CopyButton>
            <a className="btn btn-outline" href={letter.mailto}>
              Mail<span className="sr-only">: {title}</span>
            </a>
            {letter.whatsapp && (
              <a className="btn btn-outline" href={letter.whatsapp} target="_blank" rel="noreferrer">
                WhatsApp<span className="sr-only">: {title}</span>
              </a>
            )}
          </>
        )}
        {askedBy && !mails && (
          <Permitted to="customers:write">
            <AdminLink kind="outline" href={urlWithQuery("/admin/customers", { search: askedBy })}>
              Make a link
            </AdminLink>
          </Permitted>
        )}
        {mails && letter && (state === "failed" || state === "unknown") && (
          <ActionButton action={again} fields={{ id }}>
            Send again<span className="sr-only">: {title}</span>
          </ActionButton>
        )}
        {isOpen && (
          <ActionButton action={done} fields={{ id }}>
            Done<span className="sr-only">: {title}</span>
          </ActionButton>
        )}
      </div>
    </InboxCard>
  );
}
