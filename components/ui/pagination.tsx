import type { Route } from "next";
import type { ReactNode } from "react";
import { A } from "./a";
import { Icon } from "./icon";

export type PaginationProps = {
  page: number;
  totalPages: number;
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
      <span className="num max-sm:order-first max-sm:w-full max-sm:text-center">
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
    <A className="btn btn-outline" href={href as Route} rel={rel}>
      {children}
    </A>
  );
}
