"use client";

import type { Route } from "next";
import Link from "next/link";
import { actionToasts } from "@/components/admin/action-toasts";
import { FormOutcome } from "@/components/forms/form-outcome";
import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import type { FormAction } from "@/lib/http/action-state";
import type { BatchOutcome } from "@/lib/orders/status-commands";
import { BatchOutcomes } from "./batch";
import { CANCEL_CONSEQUENCES, CancelRefund, cancelTexts, type PaidOrder } from "./cancel-refund";

type CancelOrdersProps = {
  ids: number[];
  /** Which of them are paid. */
  paid: PaidOrder[];
  action: FormAction<BatchOutcome[]>;
  back: string;
};

/** The page that asks for confirmation before orders are cancelled, and then shows the outcome for each. */
export function CancelOrders({ ids, paid, action, back }: CancelOrdersProps) {
  const { state, failure, errors, message, pending, formProps } = useActionForm(action, {
    ...actionToasts("Failed to cancel order"),
    values: { amount: "", reason: "" },
    onSuccess: undefined,
  });
  const { title, confirm, dismiss } = cancelTexts(ids);
  const done = state?.ok ? state.data : null;
  return (
    <>
      <h1 className="text-d3 mt-2 num">{title}</h1>
      {done ? <BatchOutcomes outcomes={done} /> : <p className="mt-3">{CANCEL_CONSEQUENCES}</p>}
      <FormOutcome message={message} />
      <form {...formProps}>
        <MadeFor />
        {!done && <CancelRefund ids={ids} paid={paid} errors={errors} values={failure?.values} />}
        {!done && ids.length > 1 && <p className="mt-2 num">{ids.map((id) => `#${id}`).join(", ")}</p>}
        {ids.map((id) => (
          <input key={id} type="hidden" name="ids" value={id} />
        ))}
        <input type="hidden" name="status" value="Cancelled" />
        <input type="hidden" name="confirmed" value="yes" />
        <div className="flex flex-wrap gap-3 mt-6">
          <Link className="btn btn-outline" href={back as Route} prefetch={false}>
            {done ? "Back to the orders" : dismiss}
          </Link>
          {!done && (
            <Button type="submit" kind="danger" pending={pending}>
              {confirm}
            </Button>
          )}
        </div>
      </form>
    </>
  );
}
