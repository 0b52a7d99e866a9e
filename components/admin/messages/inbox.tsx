import Link from "next/link";
import type { ReactNode } from "react";
import { urlWithQuery } from "@/components/admin/urls";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/pagination";

type InboxProps = {
  path: "/admin/enquiries" | "/admin/messages";
  title: "Enquiries" | "Messages";
  intro?: ReactNode;
  /** Each filter with its text; the first is the default. */
  filters: readonly (readonly [value: string, text: string])[];
  show: string;
  meta: { page: number; totalPages: number };
  /** The cards. */
  children: ReactNode[];
};

/** A page of what was written to customers or by them, as cards, with filters as links. */
export function Inbox({ path, title, intro, filters, show, meta, children }: InboxProps) {
  const urlOf = (filter: string, page: number) =>
    urlWithQuery(path, { show: filter === filters[0]?.[0] ? undefined : filter, page });
  return (
    <div className="pt-4">
      <Breadcrumbs crumbs={[{ text: "Admin Panel", href: "/admin" }, { text: title }]} />
      <h1 className="text-d3 mt-2">{title}</h1>
      {intro}
      <nav className="flex flex-wrap gap-2 mt-4" aria-label="Filter">
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
      {children.length === 0 ? (
        <EmptyState title={`No ${title.toLowerCase()} found`} />
      ) : (
        <ul className="border border-border bg-surface divide-y divide-border mt-4">{children}</ul>
      )}
      <Pagination {...meta} hrefFor={(page) => urlOf(show, page)} className="py-6" />
    </div>
  );
}
