import type { DeliveryOffers } from "@/lib/delivery/queries";
import { formatRupees, toPaise, toRupees } from "@/lib/money";

/** "₹321 more for free delivery", with a bar that fills up to a katli. Nothing where delivery is free, or never is. */
export function FreeDelivery({ offers, subtotal }: { offers: DeliveryOffers; subtotal: number }) {
  const freeFrom = offers.served ? offers.methods[0]?.freeFrom : null;
  if (!freeFrom || subtotal <= 0) return null;
  const missing = toRupees(Math.max(0, toPaise(freeFrom) - toPaise(subtotal)));
  return (
    <div className="num">
      <p className="font-medium">
        {missing > 0 ? `${formatRupees(missing)} more for free delivery` : "Free delivery reached"}
      </p>
      <div className="fill mt-1.5" aria-hidden="true">
        <span style={{ width: `${Math.min(100, (subtotal / freeFrom) * 100)}%` }} />
      </div>
    </div>
  );
}
