"use client";

import { ordersText } from "@/components/admin/orders/batch";
import { BatchOutcomes, boxesOf, useTicked } from "@/components/admin/ui/batch-bar";
import { toastFailure } from "@/components/admin/ui/toast-failure";
import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toast";
import type { FormAction } from "@/lib/http/action-state";
import type { PackedOutcome } from "@/lib/kitchen/commands";

export type PackedAction = FormAction<PackedOutcome[]>;

/** The id of the form that the orders' checkboxes belong to. */
export const PACKED_BATCH = "packed-batch";

/** The message when an order could not be marked. */
export const FAILED_TO_MARK = "Failed to update order";

/** Marks all ticked orders at once. It stays at the lower edge of the screen while something is ticked. */
export function PackedBatch({ orders, action }: { orders: readonly number[]; action: PackedAction }) {
  const ticked = useTicked(PACKED_BATCH, orders.join());
  const { state, pending, formProps, formRef } = useActionForm(action, {
    failureText: FAILED_TO_MARK,
    toastFailure: (failure) => toastFailure(FAILED_TO_MARK, failure),
    resetOnSuccess: true,
    onSuccess(outcomes) {
      const done = outcomes.filter(({ ok }) => ok);
      const text = `${ordersText(done.length)} ${done[0]?.packed ? "packed" : "to be packed"}`;
      if (done.length === outcomes.length) toast.success(text);
      else toast.warning(`${text}, ${outcomes.length - done.length} failed`);
    },
  });
  const failed = state?.ok ? state.data.filter(({ ok }) => !ok) : [];

  function selectNone() {
    // The buttons go with the selection: the focus goes to an order that was selected.
    boxesOf(PACKED_BATCH)
      .find((box) => box.checked)
      ?.focus();
    formRef.current?.reset();
  }

  return (
    <div className="packed-batch">
      <form
        {...formProps}
        id={PACKED_BATCH}
        aria-label="Selected orders"
        hidden={ticked === 0}
        className="flex flex-wrap items-center gap-2"
      >
        <MadeFor />
        <span className="num font-semibold mr-auto flex items-center justify-between max-sm:w-full">
          {ticked} selected
          <Button kind="ghost" icon aria-label="Select none" onClick={selectNone}>
            <Icon name="x" />
          </Button>
        </span>
        <Button type="submit" name="packed" value="yes" className="max-sm:flex-1" pending={pending}>
          <Icon name="check" />
          Packed
        </Button>
        <Button type="submit" name="packed" value="no" kind="outline" className="max-sm:flex-1" pending={pending}>
          Take back
        </Button>
      </form>
      {failed.length > 0 && <BatchOutcomes outcomes={failed} />}
    </div>
  );
}
