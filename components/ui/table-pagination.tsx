import type { ReactNode } from "react";
import { Icon } from "./icon";
import { LinkButton } from "./link-button";
import type { PaginationProps } from "./pagination";

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
