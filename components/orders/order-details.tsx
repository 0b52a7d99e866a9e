import type { ReactNode } from "react";
import { StatusBadge } from "@/components/ui/badge";
import { formatDateTime } from "@/lib/dates";
import type { OwnOrder } from "@/lib/orders/serializers";
import { Delivery, Lines, Timeline } from "./order-card";
import { OrderProgress } from "./order-progress";

type OrderDetailsProps = {
  order: OwnOrder;
  /** Where an order is picked up. */
  shopAddress: string;
  payment: ReactNode;
  /** The buttons to cancel or repeat the order. */
  children: ReactNode;
};

/** A whole order of the customer, on its own page. */
export function OrderDetails({ order, shopAddress, payment, children }: OrderDetailsProps) {
  return (
    <article aria-labelledby="order-title">
      <header className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <h1 id="order-title" className="text-d2 num">
          Order #{order.id}
        </h1>
        <StatusBadge status={order.status} />
        <time dateTime={order.createdAt} className="text-muted w-full">
          {formatDateTime(order.createdAt)}
        </time>
      </header>
      {/* Who has to pay does that first: the payment comes before the rest, and beside it where there is room. */}
      <div className="grid grid-cols-1 lg:grid-cols-[1fr_24rem] gap-10 lg:gap-16 mt-7 items-start">
        <div className="lg:col-start-2 lg:row-start-1">{payment}</div>
        <div className="grid gap-8 lg:col-start-1 lg:row-start-1">
          <OrderProgress status={order.status} />
          <Lines order={order} />
          <Delivery order={order} shopAddress={shopAddress} />
          <Timeline order={order} />
          <div className="flex flex-wrap gap-2 border-t border-border pt-5">{children}</div>
        </div>
      </div>
    </article>
  );
}
