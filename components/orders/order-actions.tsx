"use client";

import { useState } from "react";
import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button, type ButtonKind } from "@/components/ui/button";
import { laterDialog } from "@/components/ui/later";
import type { FormAction } from "@/lib/http/action-state";

const AlertDialog = laterDialog(async () => ({ default: (await import("@/components/ui/dialog")).AlertDialog }));

export const OrderFailure = ({ children }: { children: string | null }) =>
  children && (
    <p role="alert" className="w-full text-danger font-medium">
      {children}
    </p>
  );

type CancelOrderProps = {
  orderId: number;
  /** What then becomes of the customer's money. */
  refund: string | null;
  action: FormAction;
};

/** 'Cancel order' with a confirmation: an alert dialog, or without JavaScript a second button that unfolds. */
export function CancelOrder({ orderId, refund, action }: CancelOrderProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const closeDialog = () => setIsConfirming(false);
  const { message, pending, formProps, formRef } = useActionForm(action, {
    failureText: "Failed to cancel order",
    onSuccess: closeDialog,
    onFailure: closeDialog,
    onRedirect: closeDialog,
  });

  return (
    <>
      <span data-scripted="">
        <Button kind="danger-ghost" onClick={() => setIsConfirming(true)}>
          Cancel order
        </Button>
      </span>
      <form {...formProps} data-for="neutral">
        <MadeFor />
        <input type="hidden" name="orderId" value={orderId} />
        <details>
          <summary className="btn btn-danger-ghost">Cancel order</summary>
          {refund && <p className="mt-2">{refund}</p>}
          <button type="submit" className="btn btn-danger mt-2">
            Yes, cancel order #{orderId}
          </button>
        </details>
      </form>
      <OrderFailure>{message}</OrderFailure>
      {isConfirming && (
        <AlertDialog
          onClose={closeDialog}
          title={`Cancel order #${orderId}?`}
          description={`The sweets go back into stock. This cannot be undone. ${refund ?? ""}`.trim()}
          cancelLabel="Keep order"
          action={
            <Button kind="danger" pending={pending} onClick={() => formRef.current?.requestSubmit()}>
              Cancel order
            </Button>
          }
        />
      )}
    </>
  );
}

type OrderButtonProps = {
  /** None for all orders of this browser. */
  orderId?: number;
  action: FormAction;
  kind?: ButtonKind;
  failureText?: string;
  children: string;
};

export function OrderButton({
  orderId,
  action,
  kind = "outline",
  failureText = "That did not work. Please try again.",
  children,
}: OrderButtonProps) {
  const { formProps, message, pending } = useActionForm(action, { failureText });
  return (
    <form {...formProps} className="contents">
      <MadeFor />
      {orderId !== undefined && <input type="hidden" name="orderId" value={orderId} />}
      <Button type="submit" kind={kind} pending={pending}>
        {children}
      </Button>
      <OrderFailure>{message}</OrderFailure>
    </form>
  );
}
