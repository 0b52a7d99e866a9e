"use client";

import { lazy, Suspense, useState } from "react";
import { type FormAction, useAction } from "@/components/account/use-action";
import { Button } from "@/components/ui/button";

const AlertDialog = lazy(() => import("@/components/ui/alert-dialog").then((m) => ({ default: m.AlertDialog })));
const FAILED = "Failed to cancel order";

/** 'Cancel order', asked about first: by an alert dialog, or without JavaScript by unfolding the button that does it. */
export function CancelOrder({ orderId, action }: { orderId: number; action: FormAction<null> }) {
  const { outcome, formAction, send, pending } = useAction(action, FAILED, { onRedirect: () => setAsking(false) });
  const [asking, setAsking] = useState(false);
  const failed = outcome?.ok === false ? outcome.message : null;

  function confirm() {
    const form = new FormData();
    form.set("orderId", String(orderId));
    send(form, () => setAsking(false));
  }

  return (
    <>
      <span data-for="visitor customer admin">
        <Button kind="danger-ghost" onClick={() => setAsking(true)}>
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
      {failed && (
        <p role="alert" className="w-full text-danger font-medium">
          {failed}
        </p>
      )}
      {asking && (
        <Suspense>
          <AlertDialog
            open
            onOpenChange={setAsking}
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
