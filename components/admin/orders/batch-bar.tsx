"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { type MouseEvent, useEffect, useRef } from "react";
import { May } from "@/components/admin/permissions";
import { urlWithQuery } from "@/components/admin/urls";
import { FormOutcome } from "@/components/forms/form-outcome";
import { MadeFor } from "@/components/forms/made-for";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { FormAction } from "@/lib/http/action-state";
import type { BatchOutcome } from "@/lib/orders/status-commands";
import { BatchOutcomes, boxesOf, tick, toastOutcomes, useTicked } from "./batch";
import { StatusButtons } from "./order-status";
import { useStatusForm } from "./use-status-form";

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
  const router = useRouter();
  const ticked = useTicked(id, orders.map((order) => order.id).join());
  const { state, message, pending, formProps, dialog } = useStatusForm(action, orders, {
    resetOnSuccess: true,
    onSuccess: (outcomes) => toastOutcomes(outcomes, "updated"),
  });

  /** Opens a page or a file of the ticked orders. */
  function open(event: MouseEvent, path: string, navigate: (url: string) => void) {
    event.preventDefault();
    const ids = boxesOf(id).flatMap((box) => (box.checked ? [box.value] : []));
    navigate(urlWithQuery(path, { ids: ids.join() }));
  }

  // 'Select all' may have been ticked before hydration.
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (all.current?.checked) tick(boxesOf(id));
  }, []);

  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
      <label className="check py-0" data-for="visitor customer admin">
        <input
          ref={all}
          type="checkbox"
          checked={ticked > 0 && ticked === orders.length}
          onChange={(event) => tick(boxesOf(id), event.target.checked)}
        />
        Select all
      </label>
      <form
        id={id}
        {...formProps}
        className="flex flex-wrap items-center gap-2"
        data-for={ticked === 0 ? "neutral" : undefined}
        aria-label="Selected orders"
      >
        <MadeFor />
        <span className="text-muted num" data-for="visitor customer admin">
          {ticked} selected:
        </span>
        <span className="text-muted" data-for="neutral">
          Selected orders:
        </span>
        <May to="orders:write">
          <StatusButtons complete={complete} pending={pending} kind="outline" />
        </May>
        <Button
          type="submit"
          kind="outline"
          size="sm"
          formAction={slips}
          onClick={(event) => open(event, "/admin/orders/slips", (url) => router.push(url as Route))}
        >
          <Icon name="printer" />
          Print slips
        </Button>
        <May to="invoices:read">
          {/* Without JavaScript the browser asks for the file with the ids of the ticked orders. */}
          <Button
            type="submit"
            kind="outline"
            size="sm"
            formAction="/admin/orders/invoices"
            formMethod="get"
            onClick={(event) => open(event, "/admin/orders/invoices", (url) => window.location.assign(url))}
          >
            Invoices (PDF)
          </Button>
        </May>
      </form>
      <FormOutcome message={message} />
      {state?.ok && <BatchOutcomes outcomes={state.data} />}
      {dialog}
    </div>
  );
}
