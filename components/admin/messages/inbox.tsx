import Link from "next/link";
import type { ReactNode } from "react";
import { Pages } from "@/components/admin/ui/data-list";
import { AdminPage } from "@/components/admin/ui/page";
import { Panel } from "@/components/admin/ui/panel";
import { urlWithQuery } from "@/components/admin/urls";
import { EmptyState } from "@/components/ui/empty-state";

type InboxProps = {
  path: "/admin/enquiries" | "/admin/messages";
  title: "Enquiries" | "Messages";
  intro?: ReactNode;
  /** Each filter with its text; the first is the default. */
  filters: readonly (readonly [value: string, text: string])[];
  show: string;
  meta: { page: number; total: number; totalPages: number };
  /** The cards. */
  children: ReactNode[];
};

/** A page of what was written to customers or by them, as cards, with filters as links. */
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

/** Something that was written: its title and state, whom it is from or for and when, and below it what else there is. */
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
