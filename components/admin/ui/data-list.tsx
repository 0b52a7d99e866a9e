import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/pagination";
import { type Column, Table } from "@/components/ui/table";
import { Panel } from "./panel";

type DataListProps<Row extends { id: string | number }> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** What is said in place of an empty list: a title, or an empty state of its own. */
  empty: ReactNode;
  rowClassName?: string;
  /** What is shown below a row, such as its forms. */
  below?: (row: Row) => ReactNode;
} & Partial<PagesProps>;

/** Rows of one kind: a table at a desk, cards on a phone. With `meta` it says how many there are, and leads to the other pages. */
export function DataList<Row extends { id: string | number }>(props: DataListProps<Row>) {
  const { label, columns, rows, empty, rowClassName, below, meta, noun, hrefFor, summary } = props;
  const none = typeof empty === "string" ? <EmptyState title={empty} /> : empty;
  return (
    <div>
      {rows.length === 0 ? (
        none
      ) : (
        <Panel className="overflow-x-auto">
          <Table
            className="table-stack"
            aria-label={label}
            keyOf={({ id }) => id}
            {...{ columns, rows, rowClassName, below }}
          />
        </Panel>
      )}
      {meta && <Pages {...{ meta, noun, hrefFor, summary }} />}
    </div>
  );
}

export const timeColumn = <Row,>(head: string, cell: (row: Row) => string): Column<Row> => ({
  head,
  className: "num text-muted",
  cell,
});

export const actionsColumn = <Row,>(cell: Column<Row>["cell"]): Column<Row> => ({
  head: "Actions",
  isUnlabelled: true,
  column: "r",
  cell,
});

/** The cell that says what a row is: what it is called, below that more of it, and its badges. */
export const TwoLines = ({ title, about, badges }: { title: ReactNode; about: ReactNode; badges?: ReactNode }) => (
  <span className="max-lg:text-right min-w-0">
    <span className="font-semibold block">{title}</span>
    <span className="text-muted num block">{about}</span>
    <span className="flex flex-wrap gap-2 mt-1 max-lg:justify-end empty:hidden">{badges}</span>
  </span>
);

type PagesProps = {
  meta: { page: number; total: number; totalPages: number };
  /** One and many, as in ["customer", "customers"]. */
  noun?: readonly [one: string, many: string];
  /** Said in place of the number with its noun. */
  summary?: ReactNode;
  /** The address of a page, counted from 1. */
  hrefFor?: (page: number) => string;
};

export function Pages({ meta, noun, summary, hrefFor }: PagesProps) {
  const text = summary ?? (noun && `${meta.total} ${noun[meta.total === 1 ? 0 : 1]}`);
  return (
    <>
      {text && (
        <p className="text-muted mt-3 num" role="status">
          {text}
        </p>
      )}
      {hrefFor && <Pagination {...meta} hrefFor={hrefFor} className="py-6" />}
    </>
  );
}
