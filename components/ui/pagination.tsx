import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { Icon } from "./icon";
import { LinkButton } from "./link-button";

type PaginationProps = {
  page: number;
  totalPages: number;
  /** The URL of a page, counted from 1. */
  hrefFor: (page: number) => string;
  className?: string;
};

/** Previous, 'Page X of Y', Next. They are links, so that they work without JavaScript. Nothing is shown for a single page. */
export function Pagination({ page, totalPages, hrefFor, className = "py-10 lg:py-14" }: PaginationProps) {
  if (totalPages <= 1) return null;
  return (
    <nav
      className={`flex flex-wrap items-center justify-between sm:justify-center gap-3 sm:gap-6 ${className}`}
      aria-label="Pagination"
    >
      <PageLink href={page > 1 ? hrefFor(page - 1) : null} rel="prev">
        <Icon name="chevron-left" />
        Previous
      </PageLink>
      <span className="num max-xs:order-first max-xs:w-full max-xs:text-center">
        Page {page} of {totalPages}
      </span>
      <PageLink href={page < totalPages ? hrefFor(page + 1) : null} rel="next">
        Next
        <Icon name="chevron-right" />
      </PageLink>
    </nav>
  );
}

function PageLink({ href, rel, children }: { href: string | null; rel: "prev" | "next"; children: ReactNode }) {
  if (href === null) {
    return (
      <a className="btn btn-outline" role="link" aria-disabled="true">
        {children}
      </a>
    );
  }
  return (
    <Link className="btn btn-outline" href={href as Route} rel={rel}>
      {children}
    </Link>
  );
}

/** The pagination of a table that changes all the time: always shown, with Prev and Next as buttons beside the number of rows. */
export function TablePagination({
  page,
  totalPages,
  hrefFor,
  summary,
}: Omit<PaginationProps, "className"> & { summary: ReactNode }) {
  return (
    <nav className="flex flex-wrap items-center justify-end gap-3 mt-4" aria-label="Pagination">
      <span className="text-muted num mr-auto max-sm:w-full">{summary}</span>
      <LinkButton className="btn btn-outline" href={hrefFor(page - 1)} disabled={page <= 1}>
        <Icon name="chevron-left" />
        Prev
      </LinkButton>
      <span className="num px-1 sm:px-2 whitespace-nowrap">Page {page}</span>
      <LinkButton className="btn btn-outline" href={hrefFor(page + 1)} disabled={page >= totalPages}>
        Next
        <Icon name="chevron-right" />
      </LinkButton>
    </nav>
  );
}
