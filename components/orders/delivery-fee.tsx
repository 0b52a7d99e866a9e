import { methodNames } from "@/lib/delivery/texts";
import { formatRupees } from "@/lib/money";
import type { Fulfilment } from "@/lib/orders/serializers";

/** "Delivery (Mumbai 400028)", "Courier (Rest of India 560001)", "Pick up" */
export function deliveryTerm({ method, area, pincode }: Fulfilment): string {
  const name = methodNames[method ?? "delivery"];
  return area && method !== "pickup" ? `${name} (${area.name} ${pincode})` : name;
}

/** What the delivery of an order costs, as a line of its total. */
export function DeliveryFee({ fulfilment: { method, fee } }: { fulfilment: Fulfilment }) {
  if (method === null) return <span className="text-muted">To be arranged</span>;
  return fee === 0 ? "Free" : formatRupees(fee);
}
