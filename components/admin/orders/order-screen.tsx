"use client";

import { useId } from "react";
import { HistoryLink } from "@/components/admin/audit/history-link";
import { type OrderFormProps, OrderPayments, type PaymentActions } from "@/components/admin/payments/order-payments";
import { ReceivedTick } from "@/components/admin/payments/payment-state";
import { Permitted } from "@/components/admin/permissions";
import { ActionForm, FormArea, FormText, SaveButton } from "@/components/admin/ui/action-form";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { Icon } from "@/components/ui/icon";
import { correctedFields } from "@/db/constants/orders";
import { MAX_NAME } from "@/db/constants/text";
import type { FormAction } from "@/lib/http/action-state";
import { isInvoiced } from "@/lib/invoices/constants";
import type { ShownOrder } from "@/lib/messages/order-whatsapp";
import { deliveryTexts, MAX_TRACKING_URL } from "@/lib/orders/constants";
import { isTillSale, paperTitle } from "@/lib/payments/rules";
import { type ItemActions, ItemsForm } from "./items-form";
import { type MoveActions, MoveForm } from "./move-form";
import { NoteForm } from "./note-form";
import { OrderDetails } from "./order-details";
import { OrderStatus, type SetStatus } from "./order-status";
import { canChange, canMove, canSend, dueText } from "./texts";

export type OrderActions = {
  setStatus: SetStatus;
  update: FormAction<ShownOrder>;
  changing: ItemActions;
  moving: MoveActions;
  payments: PaymentActions;
};

type OrderScreenProps = OrderFormProps & {
  level: "h2" | "h3";
  actions: OrderActions;
  complete: boolean;
  today: string;
  /** The day whose windows the order can be moved to. */
  day?: string;
  onSet?: () => void;
};

export function OrderScreen({ level, actions, complete, today, day, order, onSaved, onSet }: OrderScreenProps) {
  const form = useId();
  const shared = { order, onSaved, onStale: onSet };
  const buyer = order.recipientName ?? order.customer?.name ?? order.user?.name ?? null;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Permitted to="orders:write">
        <div className="flex flex-wrap items-center gap-2" role="group" aria-label="Set the status">
          <OrderStatus {...{ order, buyer, form, complete, today, onSet }} action={actions.setStatus} kind="outline" />
          <Permitted to="payments:write">
            <div className="max-sm:basis-full empty:hidden">
              {complete && <ReceivedTick order={order} form={form} />}
            </div>
          </Permitted>
        </div>
      </Permitted>
      <OrderDetails order={order} level={level}>
        <OrderPayments {...shared} level={level} actions={actions.payments} />
      </OrderDetails>
      <Permitted to="orders:write">
        {canChange(order) && <ItemsForm {...shared} {...actions.changing} />}
        {/* Another day in the address shows its windows, also when the page is there already. */}
        {canMove(order) && <MoveForm key={day} {...shared} day={day} {...actions.moving} />}
        <NoteForm {...shared} action={actions.update} />
        {!isTillSale(order) && <DetailsForm {...shared} action={actions.update} />}
        {canSend(order) && <CourierForm order={order} action={actions.setStatus} onSet={onSet} />}
      </Permitted>
    </div>
  );
}

export function OrderPapers({ id, order }: { id: number; order?: ShownOrder }) {
  const paper = (name: string) => ({ kind: "outline", href: `/admin/orders/${id}/${name}` }) as const;
  return (
    <>
      {order?.whatsapp && (
        <a className="btn btn-outline" href={order.whatsapp} target="_blank" rel="noreferrer">
          WhatsApp
        </a>
      )}
      <AdminLink {...paper("slip")}>
        <Icon name="printer" />
        Packing slip
      </AdminLink>
      {order && <AdminLink {...paper("receipt")}>{paperTitle(order.payment)}</AdminLink>}
      <HistoryLink noun="orders" nounId={id} />
      {order && isInvoiced(order.history.map(({ to }) => to)) && (
        <Permitted to="invoices:read">
          <AdminLink {...paper("invoice")}>Invoice</AdminLink>
        </Permitted>
      )}
    </>
  );
}

/** The courier of an order, by which it is shipped or, once it is, corrected. */
function CourierForm({ order, action, onSet }: Pick<OrderScreenProps, "order" | "onSet"> & { action: SetStatus }) {
  const isShipped = order.status === "Shipped";
  const { carrier, number, url } = order.tracking ?? {};
  return (
    <ActionForm
      action={action}
      failed="Failed to save the courier"
      summary={isShipped ? "Courier" : "Ship with a courier"}
      done="Courier saved"
      fields={{ id: order.id, status: "Shipped", expected: order.status }}
      values={{ carrier: carrier ?? "", number: number ?? "", url: url ?? "" }}
      onDone={onSet}
      button={<SaveButton kind="outline">{isShipped ? "Save courier" : "Ship order"}</SaveButton>}
    >
      {!isShipped && order.payment.due > 0 && <p className="font-medium num">{dueText(order)}</p>}
      <FormText label="Courier" name="carrier" maxLength={MAX_NAME} />
      <FormText label="Tracking number" name="number" maxLength={MAX_NAME} />
      <FormText
        label="Link to follow it"
        name="url"
        type="url"
        hint="Begins with https://"
        maxLength={MAX_TRACKING_URL}
      />
    </ActionForm>
  );
}

function DetailsForm({ order, action, onSaved }: OrderFormProps & { action: FormAction<ShownOrder> }) {
  const { recipientName, deliveryAddress, phoneNumber } = deliveryTexts;
  return (
    <ActionForm
      action={action}
      failed="Failed to update order"
      summary="Correct delivery details"
      done="Delivery details corrected"
      fields={{ id: order.id }}
      values={Object.fromEntries(correctedFields.map((name) => [name, order[name] ?? ""]))}
      onDone={onSaved}
      button={<SaveButton kind="outline">Save corrections</SaveButton>}
    >
      <FormText label="Recipient name" name="recipientName" maxLength={recipientName.max} />
      <FormArea label="Delivery address" name="deliveryAddress" rows={2} maxLength={deliveryAddress.max} />
      <FormText label="Phone number" name="phoneNumber" type="tel" maxLength={phoneNumber.max} />
    </ActionForm>
  );
}
