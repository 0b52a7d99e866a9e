"use client";

import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import type { FormAction } from "@/lib/http/action-state";

/** Adds the order's sweets to the cart; the action then redirects to the cart. */
export function ReorderButton({ orderId, action }: { orderId: number; action: FormAction }) {
  const { formProps, message, pending } = useActionForm(action, { failureText: "Failed to add to cart." });
  return (
    <form {...formProps} className="contents">
      <input type="hidden" name="orderId" value={orderId} />
      <Button type="submit" kind="outline" pending={pending}>
        Order again
      </Button>
      {message && (
        <p role="alert" className="w-full text-danger font-medium">
          {message}
        </p>
      )}
    </form>
  );
}
