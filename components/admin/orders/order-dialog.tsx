"use client";

import type { Route } from "next";
import Link from "next/link";
import { useEffect, useId, useState } from "react";
import { OrderPayments, type PaymentActions } from "@/components/admin/payments/order-payments";
import { ReceivedTick } from "@/components/admin/payments/received-tick";
import { FormDialog } from "@/components/forms/form-dialog";
import { Icon } from "@/components/ui/icon";
import type { ActionState, FormAction, MessageAction } from "@/lib/http/action-state";
import { isInvoiced } from "@/lib/invoices/constants";
import type { AdminOrder } from "@/lib/orders/serializers";
import { canMove } from "./can-move";
import { OrderForms } from "./forms";
import { type MoveActions, MoveForm } from "./move-form";
import { OrderDetails } from "./order-details";
import { OrderStatus } from "./order-status";

type OrderDialogProps = {
  id: number;
  load: (id: number) => Promise<ActionState<AdminOrder>>;
  update: FormAction<AdminOrder>;
  setStatus: MessageAction;
  moving: MoveActions;
  payments: PaymentActions;
  complete: boolean;
  onClose: () => void;
};

/** The details of an order, in a dialog over the list. */
export default function OrderDialog({
  id,
  load,
  update,
  setStatus,
  moving,
  payments,
  complete,
  onClose,
}: OrderDialogProps) {
  const [order, setOrder] = useState<AdminOrder | "loading" | "none">("loading");
  // Incremented when a status was set here, which makes the loaded details outdated.
  const [changes, setChanges] = useState(0);
  const form = useId();

  useEffect(() => {
    let stale = false;
    load(id).then(
      (result) => !stale && setOrder(result.ok ? result.data : "none"),
      () => !stale && setOrder("none"),
    );
    return () => {
      stale = true;
    };
  }, [id, load, changes]);

  const onSaved = (markSaved: (form: HTMLFormElement) => void) => (saved: AdminOrder, form: HTMLFormElement) => {
    markSaved(form);
    setOrder(saved);
  };

  return (
    <FormDialog title={<span className="num">Order #{id}</span>} className="dense" onClose={onClose}>
      {({ markSaved }) => (
        <>
          <div className="body">
            {order === "loading" ? (
              <p className="text-muted" role="status">
                Loading...
              </p>
            ) : order === "none" ? (
              <p className="text-muted" role="alert">
                No details
              </p>
            ) : (
              <>
                <div className="flex flex-wrap items-center gap-2 mb-5" role="group" aria-label="Set the status">
                  <OrderStatus
                    order={order}
                    form={form}
                    complete={complete}
                    action={setStatus}
                    onSet={() => setChanges((count) => count + 1)}
                    kind="outline"
                  />
                  {complete && <ReceivedTick order={order} form={form} />}
                </div>
                <OrderDetails order={order} level="h3">
                  <OrderPayments order={order} level="h3" actions={payments} onSaved={onSaved(markSaved)} />
                </OrderDetails>
                {canMove(order) && (
                  <div className="mt-5">
                    <MoveForm order={order} {...moving} onSaved={onSaved(markSaved)} />
                  </div>
                )}
                <OrderForms order={order} action={update} onSaved={onSaved(markSaved)} />
              </>
            )}
          </div>
          <footer>
            <Link className="btn btn-outline" href={`/admin/orders/${id}/slip` as Route} prefetch={false}>
              <Icon name="printer" />
              Packing slip
            </Link>
            {typeof order === "object" && isInvoiced(order.history.map(({ to }) => to)) && (
              <Link className="btn btn-outline" href={`/admin/orders/${id}/invoice` as Route} prefetch={false}>
                Invoice
              </Link>
            )}
          </footer>
        </>
      )}
    </FormDialog>
  );
}
