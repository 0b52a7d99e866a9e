import type { ButtonKind } from "@/components/ui/button";
import type { OrderStatus } from "@/lib/orders/input";

type StatusAction = { status: OrderStatus; text: string; kind: ButtonKind };

const all: readonly StatusAction[] = [
  { status: "Processing", text: "Processing", kind: "quiet" },
  { status: "Shipped", text: "Shipped", kind: "quiet" },
  { status: "Completed", text: "Complete", kind: "quiet" },
  { status: "Cancelled", text: "Cancel", kind: "danger-ghost" },
];

/** What is said when a status could not be set (specification §8). */
export const failedToSet = (form: FormData) =>
  form.get("status") === "Cancelled" ? "Failed to cancel order" : "Failed to update order";

/** The status buttons of an order; /admin/orders has no Complete (specification §2). */
export const statusActions = (complete: boolean) => (complete ? all : all.filter(({ text }) => text !== "Complete"));
