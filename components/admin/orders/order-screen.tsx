"use client";

import Link from "next/link";
import { useId } from "react";
import { HistoryLink } from "@/components/admin/audit/history-link";
import { type OrderFormProps, OrderPayments, type PaymentActions } from "@/components/admin/payments/order-payments";
import { ReceivedTick } from "@/components/admin/payments/payment-state";
import { May } from "@/components/admin/permissions";
import { Icon } from "@/components/ui/icon";
import type { FormAction, MessageAction } from "@/lib/http/action-state";
import { isInvoiced } from "@/lib/invoices/constants";
import type { AdminOrder } from "@/lib/orders/serializers";
import { paperTitle } from "@/lib/payments/rules";
import { OrderForms } from "./forms";
import { canMove } from "./fulfilment";
import { type MoveActions, MoveForm } from "./move-form";
import { OrderDetails } from "./order-details";
import { OrderStatus } from "./order-status";

export type OrderActions = {
  setStatus: MessageAction;
  update: FormAction<AdminOrder>;
  moving: MoveActions;
  payments: PaymentActions;
};

type OrderScreenProps = OrderFormProps & {
  level: "h2" | "h3";
  actions: OrderActions;
  /** Whether the order can be completed here. */
  complete: boolean;
  /** The day whose windows are shown at first, to move the order to one of them. */
  day?: string;
  onSet?: () => void;
};

/** An order with all that can be done with it: the content of its page and of its dialog. */
export function OrderScreen({ order, level, actions, complete, day, onSet, onSaved }: OrderScreenProps) {
  const form = useId();
  const shared = { order, onSaved };
  return (
    <div className="grid grid-cols-1 gap-5">
      <May to="orders:write">
        <div className="flex flex-wrap items-center gap-2" role="group" aria-label="Set the status">
          <OrderStatus
            order={order}
            form={form}
            complete={complete}
            action={actions.setStatus}
            onSet={onSet}
            kind="outline"
          />
          <May to="payments:write">{complete && <ReceivedTick order={order} form={form} />}</May>
        </div>
      </May>
      <OrderDetails order={order} level={level}>
        <OrderPayments {...shared} level={level} actions={actions.payments} />
      </OrderDetails>
      <May to="orders:write">
        {/* Another day in the address shows its windows, also when the page is there already. */}
        {canMove(order) && <MoveForm key={day} {...shared} day={day} {...actions.moving} />}
        <OrderForms {...shared} action={actions.update} />
      </May>
    </div>
  );
}

/** Links to what can be printed of an order. */
export function OrderPapers({ id, order }: { id: number; order?: AdminOrder }) {
  const paper = (name: string) => ({ className: "btn btn-outline", href: `/admin/orders/${id}/${name}` as const });
  return (
    <>
      <Link {...paper("slip")} prefetch={false}>
        <Icon name="printer" />
        Packing slip
      </Link>
      {order && (
        <Link {...paper("receipt")} prefetch={false}>
          {paperTitle(order.payment)}
        </Link>
      )}
      <HistoryLink noun="orders" nounId={id} />
      {order && isInvoiced(order.history.map(({ to }) => to)) && (
        <May to="invoices:read">
          <Link {...paper("invoice")} prefetch={false}>
            Invoice
          </Link>
        </May>
      )}
    </>
  );
}
