"use client";

import type { Route } from "next";
import Link from "next/link";
import { useActionForm } from "@/components/forms/use-action-form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { FormAction } from "@/lib/http/action-state";
import type { BatchOutcome } from "@/lib/orders/admin-commands";
import { actionToasts } from "./action-toasts";
import { BatchOutcomes } from "./batch-outcomes";
import { CANCEL_CONSEQUENCES, cancelTexts } from "./cancel-texts";

type CancelOrdersProps = { ids: number[]; action: FormAction<BatchOutcome[]>; back: string };

/** The page that asks for confirmation before orders are cancelled, and then shows the outcome for each. */
export function CancelOrders({ ids, action, back }: CancelOrdersProps) {
  const { state, message, pending, formProps } = useActionForm(action, {
    ...actionToasts("Failed to cancel order"),
    onSuccess: undefined,
  });
  const { title, confirm, dismiss } = cancelTexts(ids);
  const done = state?.ok ? state.data : null;
  return (
    <>
      <h1 className="text-d3 mt-2 num">{title}</h1>
      {done ? (
        <BatchOutcomes outcomes={done} />
      ) : (
        <>
          <p className="mt-3">{CANCEL_CONSEQUENCES}</p>
          {ids.length > 1 && <p className="mt-2 num">{ids.map((id) => `#${id}`).join(", ")}</p>}
        </>
      )}
      {message && (
        <p role="alert" className="field-error">
          {message}
        </p>
      )}
      <form {...formProps} className="flex flex-wrap gap-3 mt-6">
        {ids.map((id) => (
          <input key={id} type="hidden" name="ids" value={id} />
        ))}
        <input type="hidden" name="status" value="Cancelled" />
        <input type="hidden" name="confirmed" value="yes" />
        <Link className="btn btn-outline" href={back as Route} prefetch={false}>
          {done ? "Back to the orders" : dismiss}
        </Link>
        {!done && (
          <SubmitButton kind="danger" pending={pending}>
            {confirm}
          </SubmitButton>
        )}
      </form>
    </>
  );
}
