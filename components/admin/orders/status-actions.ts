import type { ButtonKind } from "@/components/ui/button";
import { failedToSet, type OrderStatus } from "@/lib/orders/constants";

type StatusAction = { status: OrderStatus; text: string; kind: ButtonKind };

const all: readonly StatusAction[] = [
  { status: "Processing", text: "Processing", kind: "quiet" },
  { status: "Shipped", text: "Shipped", kind: "quiet" },
  { status: "Completed", text: "Complete", kind: "quiet" },
  { status: "Cancelled", text: "Cancel", kind: "danger-ghost" },
];

/** The failure text of a form whose submit button has the status. */
export const statusFailureText = (form: FormData) => failedToSet(form.get("status"));

/** The status buttons of an order. The page /admin/orders has no Complete; only the Orders tab has. */
export const statusActions = (complete: boolean) => (complete ? all : all.filter(({ text }) => text !== "Complete"));
