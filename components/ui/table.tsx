import { type ComponentProps, Fragment, type ReactNode } from "react";

export type Heading = {
  head: string;
  /** Whether only screen readers read the heading. */
  hidden?: boolean;
  /** Classes of the column: of its heading and its cells. "r" aligns numbers. */
  column?: string;
};

export type Column<Row> = Heading & {
  className?: string;
  /** Whether the cell names its row. */
  isRowHead?: boolean;
  /** Whether a block of a small screen leaves the name of the column out. */
  isUnlabelled?: boolean;
  cell: (row: Row) => ReactNode;
};

const joined = (...classes: (string | undefined)[]) => classes.filter(Boolean).join(" ") || undefined;

export function TableHead({ columns, className }: { columns: readonly Heading[]; className?: string }) {
  return (
    <thead className={className}>
      <tr>
        {columns.map(({ head, hidden, column }) => (
          <th key={head} scope="col" className={column}>
            {hidden ? <span className="sr-only">{head}</span> : head}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type TableProps<Row> = ComponentProps<"table"> & {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  rowClassName?: string;
  rowProps?: (row: Row) => ComponentProps<"tr"> & { [data: `data-${string}`]: unknown };
  /** What is shown in a row of its own below a row, such as its forms. */
  below?: (row: Row) => ReactNode;
  caption?: string;
};

/** A table of equal rows. With the class `table-stack` each row is a block on small screens, whose cells say their column. */
export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, keyOf, rowClassName, rowProps, below, caption, className, ...table } = props;
  return (
    <table className={joined("table", className)} {...table}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <TableHead columns={columns} />
      <tbody>
        {rows.map((row) => (
          <Fragment key={keyOf(row)}>
            <tr className={rowClassName} {...rowProps?.(row)}>
              {columns.map(({ head, hidden, column, className, isRowHead, isUnlabelled, cell }) =>
                isRowHead ? (
                  <th key={head} scope="row" className={joined(column, className)}>
                    {cell(row)}
                  </th>
                ) : (
                  <td
                    key={head}
                    className={joined(column, className)}
                    data-label={hidden || isUnlabelled ? undefined : head}
                  >
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
            {below?.(row) && (
              <tr className="table-below">
                <td colSpan={columns.length}>{below(row)}</td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
