"use client";

import { type ComponentProps, useState } from "react";
import { RefundFields, refundValues } from "@/components/admin/payments/payment-state";
import { useMay } from "@/components/admin/permissions";
import type { ActionFormProps } from "@/components/admin/ui/action-form";
import { Button } from "@/components/ui/button";
import { Check } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import type { FormAction } from "@/lib/http/action-state";
import { formatRupees } from "@/lib/money";
import { failedToSet, NO_ORDERS } from "@/lib/orders/constants";
import type { Refunds } from "@/lib/payments/rules";
import { StatusDialog } from "./status-dialog";

/** Orders that may be cancelled, with what can be paid back of each. */
type PaidOrders = readonly { id: number; refunds: Refunds }[];

type CancelButtonProps<T> = Pick<ComponentProps<typeof Button>, "kind" | "size" | "children"> & {
  name: "id" | "ids";
  /** The orders that are cancelled when the button is pressed now. */
  idsOf: () => string[];
  /** All orders on the screen; needed when some are paid. */
  orders?: PaidOrders;
  action: FormAction<T>;
  onDone?: ActionFormProps<T>["onDone"];
};

const notCancelled = failedToSet("Cancelled");

/** The server's schema, plus: no more than was paid. */
const loadSchema = async (paid: number) => {
  const { cancelRefundForm } = await import("@/lib/payments/schema");
  const message = `Only ${formatRupees(paid)} can be refunded`;
  return cancelRefundForm.refine(({ refund }) => (refund?.amount ?? 0) <= paid, { path: ["amount"], message });
};

/**
 * Cancels orders after a confirmation. For one order that is paid, the dialog asks whether to refund now or later. Several orders, and those
 * of somebody who may not refund, are refunded later.
 */
export function CancelButton<T extends object>(props: CancelButtonProps<T>) {
  const { name, idsOf, orders = [], action, onDone, ...button } = props;
  const [ids, setIds] = useState<string[]>([]);
  const mayRefund = useMay()("refunds:write");
  const ask = () => {
    const chosen = idsOf();
    if (chosen.length === 0) toast.error(NO_ORDERS, { title: notCancelled });
    setIds(chosen);
  };
  const paid = orders.filter(({ id, refunds }) => refunds.left > 0 && ids.includes(String(id)));
  const refundable = ids.length === 1 && mayRefund ? paid[0]?.refunds : undefined;
  const nouns = ids.length === 1 ? "order" : "orders";
  return (
    <>
      <Button kind="danger-ghost" size="sm" aria-haspopup="dialog" {...button} onClick={ask} />
      {ids.length > 0 && (
        <StatusDialog
          {...{ name, ids, action, onDone }}
          status="Cancelled"
          onClose={() => setIds([])}
          title={ids.length === 1 ? `Cancel order #${ids[0]}?` : `Cancel ${ids.length} orders?`}
          description="Customers see it at once. What has not been shipped goes back in stock."
          cancelLabel={`Keep ${nouns}`}
          confirm={`Cancel ${nouns}`}
          kind="danger"
          failed={notCancelled}
          values={refundable && refundValues(refundable, "Order cancelled")}
          loadSchema={refundable && (() => loadSchema(refundable.left))}
        >
          {refundable ? (
            <fieldset className="mt-4 border-t border-border pt-4">
              <legend className="sr-only">Refund</legend>
              <p className="font-semibold num">{formatRupees(refundable.left)} has been paid</p>
              <Check type="radio" name="refund" value="now" defaultChecked>
                Refund now
              </Check>
              <div className="grid gap-3 pl-8 pb-2">
                <RefundFields refunds={refundable} />
              </div>
              <Check type="radio" name="refund" value="later">
                Refund later
              </Check>
            </fieldset>
          ) : (
            paid.length > 0 && (
              <p className="mt-3 font-medium num">
                Paid and to be refunded later:{" "}
                {paid.map(({ id, refunds }) => `#${id} (${formatRupees(refunds.left)})`).join(", ")}.
              </p>
            )
          )}
        </StatusDialog>
      )}
    </>
  );
}
