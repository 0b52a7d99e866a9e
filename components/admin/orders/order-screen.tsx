"use client";

import Link from "next/link";
import { useId } from "react";
import { HistoryLink } from "@/components/admin/audit/history-link";
import { OrderPayments, type PaymentActions } from "@/components/admin/payments/order-payments";
import { ReceivedTick } from "@/components/admin/payments/payment-state";
import { May } from "@/components/admin/permissions";
import { Icon } from "@/components/ui/icon";
import type { FormAction, MessageAction } from "@/lib/http/action-state";
import { isInvoiced } from "@/lib/invoices/constants";
import type { AdminOrder } from "@/lib/orders/serializers";
import type { MoveOptions } from "@/lib/orders/window-queries";
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

type OrderScreenProps = {
  order: AdminOrder;
  level: "h2" | "h3";
  actions: OrderActions;
  /** Whether the order can be completed here. */
  complete: boolean;
  /** The windows that it can be moved to, where the page comes with them, and whether they are shown at first. */
  options?: MoveOptions | null;
  isMoving?: boolean;
  onSet?: () => void;
  onSaved?: (order: AdminOrder, form: HTMLFormElement) => void;
};

/** An order with all that can be done with it: the content of its page and of its dialog. */
export function OrderScreen(props: OrderScreenProps) {
  const { order, level, actions, complete, options, isMoving, onSet, onSaved } = props;
  const form = useId();
  return (
    <>
      <May to="orders:write">
        <div className="flex flex-wrap items-center gap-2 mb-5" role="group" aria-label="Set the status">
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
        <OrderPayments order={order} level={level} actions={actions.payments} onSaved={onSaved} />
      </OrderDetails>
      <May to="orders:write">
        {canMove(order) && (
          <div className="mt-5">
            <MoveForm
              // Another day in the address shows its windows, also when the page is there already.
              key={options?.date}
              order={order}
              options={options}
              open={isMoving}
              {...actions.moving}
              onSaved={onSaved}
            />
          </div>
        )}
        <OrderForms order={order} action={actions.update} onSaved={onSaved} />
      </May>
    </>
  );
}

/** Links to what can be printed of an order. */
export function OrderPapers({ id, order }: { id: number; order?: AdminOrder }) {
  return (
    <>
      <Link className="btn btn-outline" href={`/admin/orders/${id}/slip`} prefetch={false}>
        <Icon name="printer" />
        Packing slip
      </Link>
      {order && (
        <Link className="btn btn-outline" href={`/admin/orders/${id}/receipt`} prefetch={false}>
          {paperTitle(order.payment)}
        </Link>
      )}
      <HistoryLink noun="orders" nounId={id} />
      {order && isInvoiced(order.history.map(({ to }) => to)) && (
        <May to="invoices:read">
          <Link className="btn btn-outline" href={`/admin/orders/${id}/invoice`} prefetch={false}>
            Invoice
          </Link>
        </May>
      )}
    </>
  );
}
