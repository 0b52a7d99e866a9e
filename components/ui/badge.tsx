import type { ReactNode } from "react";

export type BadgeTone =
  | "featured"
  | "sugarfree"
  | "instock"
  | "low"
  | "out"
  | "pending"
  | "processing"
  | "shipped"
  | "completed"
  | "cancelled";

/** A short label. `mark` adds a rhombus, for badges on photographs. */
export function Badge({ tone, mark = false, children }: { tone?: BadgeTone; mark?: boolean; children: ReactNode }) {
  return (
    <span className={tone ? `badge badge-${tone}` : "badge"}>
      {mark && <i className="bullet" />}
      {children}
    </span>
  );
}

/** An order's status, as a word in the status's colour. */
export function StatusBadge({ status }: { status: "Pending" | "Processing" | "Shipped" | "Completed" | "Cancelled" }) {
  return <Badge tone={status.toLowerCase() as BadgeTone}>{status}</Badge>;
}
