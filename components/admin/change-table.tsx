import { Table } from "@/components/ui/table";

type ChangeTableProps = {
  /** An empty text is none; null is a value that the shop does not show. */
  changes: { label: string; from: string | null; to: string | null }[];
  what?: string;
  from: string;
  to: string;
  label: string;
};

/** Rows that are shown of one change: a festival's calendar may be long. */
const MAX_ROWS = 60;

const value = "align-top min-w-0 wrap-anywhere";
const text = (value: string | null) =>
  value || <span className="text-muted">{value === null ? "not shown" : "none"}</span>;

export function ChangeTable({ changes, what = "Setting", from, to, label }: ChangeTableProps) {
  return (
    <>
      <Table
        className="table-stack"
        aria-label={label}
        rows={changes.slice(0, MAX_ROWS)}
        keyOf={(change) => `${change.label} ${change.from} ${change.to}`}
        columns={[
          { head: what, isRowHead: true, className: "whitespace-normal align-top", cell: ({ label }) => label },
          { head: from, className: value, cell: (change) => text(change.from) },
          { head: to, className: value, cell: (change) => text(change.to) },
        ]}
      />
      {changes.length > MAX_ROWS && <p className="text-muted p-3">and {changes.length - MAX_ROWS} more</p>}
    </>
  );
}
