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

/** A strip with two cut ends. `mark` adds the rhombus, for badges on photographs. */
export function Badge({ tone, mark = false, children }: { tone?: BadgeTone; mark?: boolean; children: ReactNode }) {
  return (
    <span className={tone ? `badge badge-${tone}` : "badge"}>
      {mark && <i className="bullet" aria-hidden="true" />}
      {children}
    </span>
  );
}

/** The word of an order's status in its colour; the word is always there. */
export function StatusBadge({ status }: { status: "Pending" | "Processing" | "Shipped" | "Completed" | "Cancelled" }) {
  return <Badge tone={status.toLowerCase() as BadgeTone}>{status}</Badge>;
}
