import type { Route } from "next";
import Link from "next/link";
import { Icon } from "./icon";

type PaginationProps = {
  page: number;
  totalPages: number;
  /** The URL of a page, counted from 1. */
  hrefFor: (page: number) => string;
  className?: string;
};

/** Previous, 'Page X of Y' and Next; nothing when there is only one page. */
export function Pagination({ page, totalPages, hrefFor, className = "py-10 lg:py-14" }: PaginationProps) {
  if (totalPages <= 1) return null;
  return (
    <nav
      className={`flex flex-wrap items-center justify-between sm:justify-center gap-3 sm:gap-6 ${className}`}
      aria-label="Pagination"
    >
      {page > 1 ? (
        <Link className="btn btn-outline" href={hrefFor(page - 1) as Route} rel="prev">
          <Icon name="chevron-left" />
          Previous
        </Link>
      ) : (
        <a className="btn btn-outline" role="link" aria-disabled="true">
          <Icon name="chevron-left" />
          Previous
        </a>
      )}
      <span className="num max-xs:order-first max-xs:w-full max-xs:text-center">
        Page {page} of {totalPages}
      </span>
      {page < totalPages ? (
        <Link className="btn btn-outline" href={hrefFor(page + 1) as Route} rel="next">
          Next
          <Icon name="chevron-right" />
        </Link>
      ) : (
        <a className="btn btn-outline" role="link" aria-disabled="true">
          Next
          <Icon name="chevron-right" />
        </a>
      )}
    </nav>
  );
}
