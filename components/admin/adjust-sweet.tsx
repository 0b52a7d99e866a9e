"use client";

import type { Route } from "next";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useId } from "react";
import { TextField } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/submit-button";
import type { AdminSweet } from "@/lib/catalogue/admin.server";
import type { ActionResult } from "@/lib/http/submit";
import { Told } from "./told";
import { type FormAction, say, useFormAction } from "./use-form-action";

export type AdjustActions = { quickEdit: FormAction; restock: FormAction; sell: FormAction };

type Result = ActionResult<{ message: string }> | null;

/** What was typed into a form that was refused, else what it starts with. */
const typed = (result: Result, name: string, start: string | number) =>
  result?.ok === false ? (result.values[name] ?? start) : start;

const errorOf = (result: Result, name: string) => (result?.ok === false ? result.fields[name] : undefined);

function Refusal({ result }: { result: Result }) {
  if (result?.ok !== false || Object.keys(result.fields).length > 0) return null;
  return (
    <p role="alert" className="field-error basis-full">
      {result.message}
    </p>
  );
}

/**
 * The stock in the field after a refusal: what was typed, moved as the sweet's own has moved since, so that the field
 * always means the same difference and never undoes a sale.
 */
function stockShown(result: Result, now: number): string | number {
  const [stock, was] = [typed(result, "stock", now), typed(result, "stockWas", now)];
  if (stock === "" || !Number.isFinite(Number(stock)) || was === String(now)) return stock;
  return Math.max(0, Number(stock) + now - Number(was));
}

function QuickEdit({ sweet, action }: { sweet: AdminSweet; action: FormAction }) {
  const router = useRouter();
  const { result, told, pending, form } = useFormAction(action, {
    failed: () => "Failed to update sweet",
    onDone: say,
  });
  const { quantity, version } = sweet;
  const behind = result?.ok === false && ["stale_version", "insufficient_stock"].includes(result.code);
  const loaded =
    typed(result, "version", version) !== String(version) || typed(result, "stockWas", quantity) !== String(quantity);
  return (
    <form {...form} className="flex flex-wrap items-end gap-3" noValidate>
      <input type="hidden" name="id" value={sweet.id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="stockWas" value={quantity} />
      <TextField
        label="Price (₹)"
        name="price"
        type="number"
        inputMode="decimal"
        step="0.01"
        min="0.01"
        className="w-32"
        defaultValue={typed(result, "price", sweet.price)}
        key={`price-${sweet.price}-${version}`}
        error={errorOf(result, "price")}
      />
      <TextField
        label="Quantity"
        name="stock"
        type="number"
        inputMode="numeric"
        step="1"
        min="0"
        className="w-28"
        defaultValue={stockShown(result, quantity)}
        key={`stock-${quantity}-${version}`}
        error={errorOf(result, "stock")}
      />
      <SubmitButton kind="primary" pending={pending} pendingLabel="Saving...">
        Save
      </SubmitButton>
      <Refusal result={result} />
      <Told by={told} />
      {behind && !loaded && (
        <button type="button" className="btn btn-outline" onClick={() => router.refresh()}>
          Load the latest version
        </button>
      )}
    </form>
  );
}

function Units(props: { sweet: AdminSweet; action: FormAction; label: string; button: string; failed: string }) {
  const { sweet, action, label, button, failed } = props;
  const id = useId();
  const { result, told, pending, form } = useFormAction(action, {
    failed: () => failed,
    onDone(data, element) {
      say(data);
      element.reset();
    },
  });
  return (
    <form {...form} className="flex flex-wrap items-end gap-3" noValidate>
      <input type="hidden" name="id" value={sweet.id} />
      <TextField
        id={id}
        label={label}
        name="quantity"
        type="number"
        inputMode="numeric"
        step="1"
        min="1"
        className="w-28"
        defaultValue={typed(result, "quantity", 1)}
        error={errorOf(result, "quantity")}
      />
      <SubmitButton kind="outline" pending={pending}>
        {button}
      </SubmitButton>
      <Refusal result={result} />
      <Told by={told} />
    </form>
  );
}

/** Price, stock, restock and sale at the counter of one sweet, each a form of its own that works as a plain post. */
export function AdjustSweet(props: { sweet: AdminSweet; actions: AdjustActions; history?: boolean }) {
  const { sweet, actions, history = true } = props;
  return (
    <div className="flex flex-wrap items-start gap-x-10 gap-y-4">
      <QuickEdit sweet={sweet} action={actions.quickEdit} />
      <Units
        sweet={sweet}
        action={actions.restock}
        label="Units made"
        button="Restock"
        failed="Failed to restock sweet"
      />
      <Units
        sweet={sweet}
        action={actions.sell}
        label="Units sold"
        button="Sold at counter"
        failed="Failed to purchase sweet"
      />
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
