import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { OrderStatus } from "@/db/constants/orders";

const tones: Record<OrderStatus, BadgeTone> = {
  Pending: "warning",
  Processing: "info",
  Shipped: "success",
  Completed: "success",
  Cancelled: "danger",
};

export const StatusBadge = ({ status }: { status: OrderStatus }) => (
  <Badge tone={tones[status]} solid={status === "Completed"}>
    {status}
  </Badge>
);
