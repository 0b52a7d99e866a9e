"use client";

import type { Route } from "next";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useId } from "react";
import { ActionStatus } from "@/components/forms/action-status";
import { useActionForm } from "@/components/forms/use-action-form";
import { SelectField, TextField } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/submit-button";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import type { MessageAction } from "@/lib/http/action-state";
import { counterMethods } from "@/lib/payments/constants";
import { actionToasts } from "./action-toasts";
import { methodNames } from "./payment-text";

export type AdjustActions = { quickEdit: MessageAction; restock: MessageAction; sell: MessageAction };

function FailureMessage({ message }: { message: string | null }) {
  if (!message) return null;
  return (
    <p role="alert" className="field-error basis-full">
      {message}
    </p>
  );
}

/**
 * The stock that the field shows after a failure: what was typed, changed by as much as the sweet's stock has changed since, so
 * that saving again makes the same difference and does not undo a sale.
 */
function rebasedStock({ stock, stockWas }: Record<string, string>, current: number): string | number {
  if (stock === undefined || stockWas === undefined) return current;
  if (stock === "" || !Number.isFinite(Number(stock)) || stockWas === String(current)) return stock;
  return Math.max(0, Number(stock) + current - Number(stockWas));
}

function QuickEdit({ sweet, action }: { sweet: AdminSweet; action: MessageAction }) {
  const router = useRouter();
  const { quantity, version } = sweet;
  const { failure, posted, message, pending, formProps, field } = useActionForm(action, {
    ...actionToasts("Failed to update sweet"),
    values: { price: String(sweet.price), stock: String(quantity) },
  });
  const submitted: Record<string, string> = failure?.values ?? {};
  const isOutdated = failure !== null && ["stale_version", "insufficient_stock"].includes(failure.code);
  const hasLatest = submitted.version !== String(version) || submitted.stockWas !== String(quantity);
  return (
    <form {...formProps} className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="id" value={sweet.id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="stockWas" value={quantity} />
      <TextField
        label="Price (₹)"
        {...field("price")}
        type="number"
        inputMode="decimal"
        step="0.01"
        min="0.01"
        className="w-32"
        key={`price-${sweet.price}-${version}`}
      />
      <TextField
        label="Quantity"
        {...field("stock")}
        type="number"
        inputMode="numeric"
        step="1"
        min="0"
        className="w-28"
        defaultValue={rebasedStock(submitted, quantity)}
        key={`stock-${quantity}-${version}`}
      />
      <SubmitButton kind="primary" pending={pending} pendingLabel="Saving...">
        Save
      </SubmitButton>
      <FailureMessage message={message} />
      <ActionStatus message={posted?.ok && posted.data.message} />
      {isOutdated && !hasLatest && (
        <button type="button" className="btn btn-outline" onClick={() => router.refresh()}>
          Load the latest version
        </button>
      )}
    </form>
  );
}

function UnitsForm(props: {
  sweet: AdminSweet;
  action: MessageAction;
  label: string;
  button: string;
  failed: string;
  children?: ReactNode;
}) {
  const { sweet, action, label, button, failed, children } = props;
  const id = useId();
  const { posted, message, pending, formProps, field } = useActionForm(action, {
    ...actionToasts(failed),
    values: { quantity: "1" },
    resetOnSuccess: true,
  });
  return (
    <form {...formProps} className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="id" value={sweet.id} />
      <TextField
        id={id}
        label={label}
        {...field("quantity")}
        type="number"
        inputMode="numeric"
        step="1"
        min="1"
        className="w-28"
      />
      {children}
      <SubmitButton kind="outline" pending={pending}>
        {button}
      </SubmitButton>
      <FailureMessage message={message} />
      <ActionStatus message={posted?.ok && posted.data.message} />
    </form>
  );
}

/** Forms for the price and stock of a sweet, for a restock, and for a sale at the counter. Each works without JavaScript. */
export function AdjustSweet(props: { sweet: AdminSweet; actions: AdjustActions; history?: boolean }) {
  const { sweet, actions, history = true } = props;
  return (
    <div className="flex flex-wrap items-start gap-x-10 gap-y-4">
      <QuickEdit sweet={sweet} action={actions.quickEdit} />
      <UnitsForm
        sweet={sweet}
        action={actions.restock}
        label="Units made"
        button="Restock"
        failed="Failed to restock sweet"
      />
      <UnitsForm
        sweet={sweet}
        action={actions.sell}
        label="Units sold"
        button="Sold at counter"
        failed="Failed to purchase sweet"
      >
        <SelectField label="Paid by" name="payment" defaultValue="cash" className="w-28">
          {counterMethods.map((method) => (
            <option key={method} value={method}>
              {methodNames[method]}
            </option>
          ))}
        </SelectField>
      </UnitsForm>
      {history && (
        <Link
          href={`/admin/sweets/${sweet.id}` as Route}
          prefetch={false}
          className="link inline-flex items-center min-h-11 lg:mt-6"
        >
          Stock history
        </Link>
      )}
    </div>
  );
}
