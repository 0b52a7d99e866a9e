"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { BatchOutcome } from "@/lib/orders/admin.server";
import { failedOf, statusActions } from "./status-actions";
import { type FormAction, useFormAction } from "./use-form-action";

export type BatchAction = FormAction<BatchOutcome[]>;

type BatchBarProps = {
  /** The id of the form that the rows' checkboxes belong to. */
  id: string;
  /** The orders on the page: when they change, it is counted anew which are ticked. */
  orders: readonly { id: number }[];
  action: BatchAction;
  /** Whether orders can be completed here. */
  complete: boolean;
};

/** Marks all ticked orders at once and says of each what became of it. */
export function BatchBar({ id, orders, action, complete }: BatchBarProps) {
  const [ticked, setTicked] = useState(0);
  const { result, pending, form } = useFormAction(action, {
    failed: failedOf,
    onDone(outcomes, element) {
      const failed = outcomes.filter((outcome) => !outcome.ok).length;
      const done = outcomes.length - failed;
      if (failed === 0) toast.success(`${done} ${done === 1 ? "order" : "orders"} updated`);
      else toast.warning(`${done} updated, ${failed} failed`);
      element.reset();
    },
  });

  const shown = orders.map((order) => order.id).join();
  useEffect(() => {
    // A reset unticks after it has been announced.
    const count = () =>
      requestAnimationFrame(() => setTicked(document.querySelectorAll(`input[form="${id}"]:checked`).length));
    count();
    document.addEventListener("change", count);
    document.addEventListener("reset", count);
    return () => {
      document.removeEventListener("change", count);
      document.removeEventListener("reset", count);
    };
  }, [id, shown]);

  return (
    <div className="mt-3">
      <form
        id={id}
        {...form}
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
        <BatchButtons complete={complete} pending={pending} />
      </form>
      {result?.ok === false && (
        <p role="alert" className="field-error">
          {result.message}
        </p>
      )}
      {result?.ok && (
        <ul className="text-sm mt-2 num" role="status">
          {result.data.map((outcome) => (
            <li key={outcome.id} className={outcome.ok ? "text-muted" : "text-danger font-medium"}>
              #{outcome.id}: {outcome.message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function BatchButtons({ complete, pending }: { complete: boolean; pending: boolean }) {
  return statusActions(complete).map(({ status, text, kind }) => (
    <Button
      key={status}
      type="submit"
      name="status"
      value={status}
      kind={kind === "quiet" ? "outline" : kind}
      size="sm"
      pending={pending}
    >
      {text}
    </Button>
  ));
}
