"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { May } from "@/components/admin/permissions";
import { BatchBar, BatchOutcomes, boxesOf, tick, tickedOf } from "@/components/admin/ui/batch-bar";
import { toastFailure } from "@/components/admin/ui/toast-failure";
import { urlWithQuery } from "@/components/admin/urls";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toast";
import type { FormAction } from "@/lib/http/action-state";
import { failedToSet } from "@/lib/orders/constants";
import type { BatchOutcome } from "@/lib/orders/status-commands";
import { CancelButton, type PaidOrders, StatusButtons } from "./order-status";
import { ordersText } from "./texts";

export type StatusesAction = FormAction<BatchOutcome[]>;

/** What came of setting the status of orders, for each of them; those of the form `id` are not ticked any more. `verb`: "updated". */
export function useOutcomes(id: string, verb: string) {
  const [outcomes, setOutcomes] = useState<BatchOutcome[]>([]);
  const onOutcomes = (found: BatchOutcome[]) => {
    const done = found.filter(({ ok }) => ok).length;
    if (done === found.length) toast.success(`${ordersText(done)} ${verb}`);
    else toast.warning(`${done} ${verb}, ${found.length - done} failed`);
    tick(boxesOf(id), false);
    setOutcomes(found);
  };
  return { outcomes: outcomes.length > 0 && <BatchOutcomes outcomes={outcomes} />, onOutcomes };
}

/** The id of the form that the checkboxes of the orders belong to. */
export const ORDER_BATCH = "order-batch";

type OrderBatchProps = { orders: PaidOrders; action: StatusesAction; complete: boolean };

/** What is done with all ticked orders at once: their status, with the outcome for each, and their papers. */
export function OrderBatch({ orders, action, complete }: OrderBatchProps) {
  const router = useRouter();
  const { outcomes, onOutcomes } = useOutcomes(ORDER_BATCH, "updated");
  const failed = failedToSet(null);
  const { pending, formProps } = useActionForm(action, {
    failureText: failed,
    onSuccess: onOutcomes,
    toastFailure: (failure) => toastFailure(failed, failure),
  });
  const ticked = () => tickedOf(ORDER_BATCH);
  const papersOf = (path: string) => urlWithQuery(path, { ids: ticked().join() });
  return (
    <>
      <BatchBar id={ORDER_BATCH} ids={orders.map((order) => order.id)} label="Selected orders" formProps={formProps}>
        <May to="orders:write">
          <StatusButtons complete={complete} pending={pending} kind="outline" />
          <CancelButton name="ids" idsOf={ticked} orders={orders} action={action} onDone={onOutcomes}>
            Cancel
          </CancelButton>
        </May>
        <Button kind="outline" size="sm" onClick={() => router.push(papersOf("/admin/orders/slips") as Route)}>
          <Icon name="printer" />
          Print slips
        </Button>
        <May to="invoices:read">
          <Button kind="outline" size="sm" onClick={() => window.location.assign(papersOf("/admin/orders/invoices"))}>
            Invoices (PDF)
          </Button>
        </May>
      </BatchBar>
      {outcomes}
    </>
  );
}
