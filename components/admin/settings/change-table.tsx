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

const text = (value: string) => (value === "" ? <span className="text-muted">none</span> : value);

/** What differs between two versions of a section. */
export function ChangeTable({ changes, from, to, label }: ChangeTableProps) {
  return (
    <>
      <table className="table table-stack" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">{from}</th>
            <th scope="col">{to}</th>
          </tr>
        </thead>
        <tbody>
          {changes.slice(0, MAX_ROWS).map((change) => (
            <tr key={`${change.label} ${change.from} ${change.to}`} className="group">
              <th
                scope="row"
                className="!text-base !text-foreground !whitespace-normal !border-border align-top group-last:!border-b-0 max-lg:block max-lg:!p-0 max-lg:!border-0"
              >
                {change.label}
              </th>
              <td data-label={from} className="break-words min-w-0 [overflow-wrap:anywhere]">
                {text(change.from)}
              </td>
              <td data-label={to} className="break-words min-w-0 [overflow-wrap:anywhere]">
                {text(change.to)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length > MAX_ROWS && <p className="text-muted p-3">and {changes.length - MAX_ROWS} more</p>}
    </>
  );
}
