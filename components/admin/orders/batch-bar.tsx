"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { actionToasts } from "@/components/admin/action-toasts";
import { urlWithQuery } from "@/components/admin/urls";
import { FormOutcome } from "@/components/forms/form-outcome";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toast";
import type { FormAction } from "@/lib/http/action-state";
import type { BatchOutcome } from "@/lib/invoices/order-commands";
import { BatchOutcomes } from "./batch-outcomes";
import { StatusButtons } from "./order-status";
import { statusFailureText } from "./status-actions";
import { useCancelConfirmation } from "./use-cancel-confirmation";

export type BatchAction = FormAction<BatchOutcome[]>;

type BatchBarProps = {
  /** The id of the form that the rows' checkboxes belong to. */
  id: string;
  /** The orders on the page. When they change, the ticked ones are counted again. */
  orders: readonly { id: number; payment: { paid: number } }[];
  action: BatchAction;
  /** Redirects to the packing slips of the ticked orders. */
  slips: (form: FormData) => Promise<void>;
  /** Whether orders can be completed here. */
  complete: boolean;
};

/** Sets the status of all ticked orders at once, and shows the outcome for each. */
export function BatchBar({ id, orders, action, slips, complete }: BatchBarProps) {
  const [ticked, setTicked] = useState(0);
  const router = useRouter();
  const { state, message, pending, formProps, submit } = useActionForm(action, {
    ...actionToasts(statusFailureText),
    resetOnSuccess: true,
    onSuccess(outcomes) {
      const failed = outcomes.filter((outcome) => !outcome.ok).length;
      const done = outcomes.length - failed;
      if (failed === 0) toast.success(`${done} ${done === 1 ? "order" : "orders"} updated`);
      else toast.warning(`${done} updated, ${failed} failed`);
    },
  });

  const { onSubmit, dialog } = useCancelConfirmation({ onSubmit: formProps.onSubmit, submit, orders });
  const checkboxes = () => [...document.querySelectorAll<HTMLInputElement>(`input[name=ids][form="${id}"]`)];

  function tickAll(checked: boolean) {
    for (const box of checkboxes()) box.checked = checked;
    setTicked(checked ? checkboxes().length : 0);
  }

  function openSlips(event: MouseEvent) {
    event.preventDefault();
    const ids = checkboxes().flatMap((box) => (box.checked ? [box.value] : []));
    router.push(urlWithQuery("/admin/orders/slips", { ids: ids.join() }) as Route);
  }

  // 'Select all' may have been ticked before hydration.
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (all.current?.checked) tickAll(true);
  }, []);

  function openInvoices(event: MouseEvent) {
    event.preventDefault();
    const ids = checkboxes().flatMap((box) => (box.checked ? [box.value] : []));
    window.location.assign(urlWithQuery("/admin/orders/invoices", { ids: ids.join() }));
  }

  const orderIds = orders.map((order) => order.id).join();
  useEffect(() => {
    // The reset event fires before the checkboxes are reset.
    const count = () =>
      requestAnimationFrame(() => setTicked(document.querySelectorAll(`input[name=ids][form="${id}"]:checked`).length));
    count();
    document.addEventListener("change", count);
    document.addEventListener("reset", count);
    return () => {
      document.removeEventListener("change", count);
      document.removeEventListener("reset", count);
    };
  }, [id, orderIds]);

  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
      <label className="check !py-0" data-for="visitor customer admin">
        <input
          ref={all}
          type="checkbox"
          checked={ticked > 0 && ticked === orders.length}
          onChange={(event) => tickAll(event.target.checked)}
        />
        Select all
      </label>
      <form
        id={id}
        {...formProps}
        onSubmit={onSubmit}
        className="flex flex-wrap items-center gap-2"
        data-for={ticked === 0 ? "neutral" : undefined}
        aria-label="Selected orders"
      >
        <span className="text-muted num" data-for="visitor customer admin">
          {ticked} selected:
        </span>
        <span className="text-muted" data-for="neutral">
          Selected orders:
        </span>
        <StatusButtons complete={complete} pending={pending} kind="outline" />
        <Button type="submit" kind="outline" size="sm" formAction={slips} onClick={openSlips}>
          <Icon name="printer" />
          Print slips
        </Button>
        {/* Without JavaScript the browser asks for the file with the ids of the ticked orders. */}
        <Button
          type="submit"
          kind="outline"
          size="sm"
          formAction="/admin/orders/invoices"
          formMethod="get"
          onClick={openInvoices}
        >
          Invoices (PDF)
        </Button>
      </form>
      <FormOutcome message={message} />
      {state?.ok && (
        <div className="basis-full">
          <BatchOutcomes outcomes={state.data} />
        </div>
      )}
      {dialog}
    </div>
  );
}
