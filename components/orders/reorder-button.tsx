"use client";

import { type FormAction, useAction } from "@/components/account/use-action";
import { Button } from "@/components/ui/button";

const FAILED = "Failed to add to cart.";

/** Adds the order's sweets to the cart; the action then redirects to the cart. */
export function ReorderButton({ orderId, action }: { orderId: number; action: FormAction<null> }) {
  const { outcome, formAction, send, pending } = useAction(action, FAILED);
  return (
    <form
      action={formAction}
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) send(new FormData(event.currentTarget));
      }}
    >
      <input type="hidden" name="orderId" value={orderId} />
      <Button type="submit" kind="outline" pending={pending}>
        Order again
      </Button>
      {outcome?.ok === false && (
        <p role="alert" className="w-full text-danger font-medium">
          {outcome.message}
        </p>
      )}
    </form>
  );
}
