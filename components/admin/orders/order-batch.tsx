"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Permitted } from "@/components/admin/permissions";
import { useUndo } from "@/components/admin/ui/action-form";
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
import { CancelButton } from "./cancel-button";
import { type ConfirmedStatus, StatusButtons, undone, verbs } from "./status-buttons";
import { StatusDialog } from "./status-dialog";
import { type OrderToConfirm, ordersText, severalText } from "./texts";

export type StatusesAction = FormAction<BatchOutcome[]>;

/** What came of setting the status of orders, for each of them; those of the form `id` are not ticked any more. `verb`: "updated". */
export function useOutcomes(id: string, verb: string, action: StatusesAction) {
  const [outcomes, setOutcomes] = useState<BatchOutcome[]>([]);
  const undoButton = useUndo(failedToSet(null));
  const onOutcomes = (found: BatchOutcome[]) => {
    const done = found.filter(({ ok }) => ok).length;
    const ids = found.flatMap((outcome) => (outcome.undo ? [outcome.id] : []));
    const undo = { action, fields: { ids, ...undone }, onDone: onOutcomes };
    const options = { action: ids.length > 0 ? undoButton(undo) : undefined };
    if (done === found.length) toast.success(`${ordersText(done)} ${verb}`, options);
    else toast.warning(`${done} ${verb}, ${found.length - done} failed`, options);
    tick(boxesOf(id), false);
    setOutcomes(found);
  };
  return { outcomes: outcomes.length > 0 && <BatchOutcomes outcomes={outcomes} />, onOutcomes };
}

/** The id of the form that the checkboxes of the orders belong to. */
export const ORDER_BATCH = "order-batch";

type OrderBatchProps = {
  orders: readonly OrderToConfirm[];
  action: StatusesAction;
  complete: boolean;
  today: string;
};

export function OrderBatch({ orders, action, complete, today }: OrderBatchProps) {
  const router = useRouter();
  const [asked, setAsked] = useState<{ status: ConfirmedStatus; ids: string[] } | null>(null);
  const { outcomes, onOutcomes } = useOutcomes(ORDER_BATCH, "updated", action);
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
        <Permitted to="orders:write">
          <StatusButtons
            {...{ complete, pending }}
            kind="outline"
            asks={() => true}
            onAsk={(status) => setAsked({ status, ids: ticked() })}
          />
          <CancelButton name="ids" idsOf={ticked} orders={orders} action={action} onDone={onOutcomes}>
            Cancel
          </CancelButton>
        </Permitted>
        <Button kind="outline" size="sm" onClick={() => router.push(papersOf("/admin/orders/slips"))}>
          <Icon name="printer" />
          Print slips
        </Button>
        <Permitted to="invoices:read">
          <Button kind="outline" size="sm" onClick={() => window.location.assign(papersOf("/admin/orders/invoices"))}>
            Invoices (PDF)
          </Button>
        </Permitted>
      </BatchBar>
      {asked && (
        <StatusDialog
          {...{ action, failed }}
          title={`${verbs[asked.status]} ${ordersText(asked.ids.length)}?`}
          description={severalText(
            orders.filter(({ id }) => asked.ids.includes(String(id))),
            today,
          )}
          cancelLabel="Not yet"
          confirm={`${verbs[asked.status]} ${ordersText(asked.ids.length)}`}
          status={asked.status}
          name="ids"
          ids={asked.ids}
          onClose={() => setAsked(null)}
          onDone={onOutcomes}
        />
      )}
      {outcomes}
    </>
  );
}
