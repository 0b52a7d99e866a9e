"use client";

import { lazy, Suspense, useState } from "react";
import { type FormAction, useAction } from "@/components/account/use-action";
import { Button } from "@/components/ui/button";

const AlertDialog = lazy(() => import("@/components/ui/alert-dialog").then((m) => ({ default: m.AlertDialog })));
const FAILED = "Failed to cancel order";

/** 'Cancel order' with a confirmation: an alert dialog, or without JavaScript a second button that unfolds. */
export function CancelOrder({ orderId, action }: { orderId: number; action: FormAction<null> }) {
  const { outcome, formAction, send, pending } = useAction(action, FAILED, {
    onRedirect: () => setIsConfirming(false),
  });
  const [isConfirming, setIsConfirming] = useState(false);
  const error = outcome?.ok === false ? outcome.message : null;

  function confirm() {
    const form = new FormData();
    form.set("orderId", String(orderId));
    send(form, () => setIsConfirming(false));
  }

  return (
    <>
      <span data-for="visitor customer admin">
        <Button kind="danger-ghost" onClick={() => setIsConfirming(true)}>
          Cancel order
        </Button>
      </span>
      <form action={formAction} data-for="neutral">
        <input type="hidden" name="orderId" value={orderId} />
        <details>
          <summary className="btn btn-danger-ghost">Cancel order</summary>
          <button type="submit" className="btn btn-danger mt-2">
            Yes, cancel order #{orderId}
          </button>
        </details>
      </form>
      {error && (
        <p role="alert" className="w-full text-danger font-medium">
          {error}
        </p>
      )}
      {isConfirming && (
        <Suspense>
          <AlertDialog
            open
            onOpenChange={setIsConfirming}
            title={`Cancel order #${orderId}?`}
            description="The sweets go back into stock. This cannot be undone."
            cancelLabel="Keep order"
            action={
              <Button kind="danger" pending={pending} onClick={confirm}>
                Cancel order
              </Button>
            }
          />
        </Suspense>
      )}
    </>
  );
}
