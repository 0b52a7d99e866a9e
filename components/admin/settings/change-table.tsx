import { Table } from "@/components/ui/table";
import type { SettingChange } from "@/lib/settings/form-texts";

type ChangeTableProps = {
  changes: SettingChange[];
  /** The headings of the two versions. */
  from: string;
  to: string;
  label: string;
};

/** Rows that are shown of one change: a festival's calendar may be long. */
const MAX_ROWS = 60;

const value = "break-words min-w-0 [overflow-wrap:anywhere]";
const text = (value: string) => (value === "" ? <span className="text-muted">none</span> : value);

/** What differs between two versions of a section. */
export function ChangeTable({ changes, from, to, label }: ChangeTableProps) {
  return (
    <>
      <Table
        className="table-stack"
        aria-label={label}
        rows={changes.slice(0, MAX_ROWS)}
        keyOf={(change) => `${change.label} ${change.from} ${change.to}`}
        columns={[
          {
            head: "Setting",
            isRowHead: true,
            className: "!whitespace-normal align-top",
            cell: (change) => change.label,
          },
          { head: from, className: value, cell: (change) => text(change.from) },
          { head: to, className: value, cell: (change) => text(change.to) },
        ]}
      />
      {changes.length > MAX_ROWS && <p className="text-muted p-3">and {changes.length - MAX_ROWS} more</p>}
    </>
  );
}
