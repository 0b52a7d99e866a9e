"use client";

import type { Route } from "next";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { actionToasts } from "@/components/admin/action-toasts";
import { May, useMay } from "@/components/admin/permissions";
import { FormOutcome } from "@/components/forms/form-outcome";
import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import type { MessageAction } from "@/lib/http/action-state";
import { formatRupees } from "@/lib/money";
import { counterMethods, methodNames } from "@/lib/payments/constants";
import { countInput, moneyInput, rebasedStock } from "./fields";
import { countedIn } from "./stock-text";

export type AdjustActions = { quickEdit: MessageAction; restock: MessageAction; sell: MessageAction };

function QuickEdit({ sweet, action }: { sweet: AdminSweet; action: MessageAction }) {
  const router = useRouter();
  const { quantity, version } = sweet;
  const now = String(quantity);
  const unit = countedIn(sweet);
  const { failure, posted, message, pending, formProps, field } = useActionForm(action, {
    ...actionToasts("Failed to update sweet"),
    values: { price: String(sweet.price), stock: now },
  });
  const { stock: typed = now, stockWas = now, version: sentVersion }: Record<string, string> = failure?.values ?? {};
  const isOutdated = failure !== null && ["stale_version", "insufficient_stock"].includes(failure.code);
  const hasLatest = sentVersion !== String(version) || stockWas !== now;
  return (
    <form {...formProps} className="flex flex-wrap items-end gap-3">
      <MadeFor />
      <input type="hidden" name="id" value={sweet.id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="stockWas" value={quantity} />
      <TextField
        key={`price-${sweet.price}-${version}`}
        label="Price (₹)"
        {...field("price")}
        {...moneyInput}
        className="w-32"
      />
      <TextField
        key={`stock-${quantity}-${version}`}
        label="Quantity"
        {...field("stock")}
        {...countInput}
        min="0"
        className="w-28"
        defaultValue={rebasedStock(typed, stockWas, now)}
      />
      <Button type="submit" kind="primary" pending={pending} pendingLabel="Saving...">
        Save
      </Button>
      {unit && <p className="field-hint basis-full mt-0">Price and quantity of {unit}</p>}
      <FormOutcome done={posted?.ok && posted.data.message} message={message} />
      {isOutdated && !hasLatest && (
        <button type="button" className="btn btn-outline" onClick={() => router.refresh()}>
          Load the latest version
        </button>
      )}
    </form>
  );
}

const defaultPackId = ({ packs }: AdminSweet) => String(packs.find(({ isDefault }) => isDefault)?.id ?? "");

function PackCountForm(props: {
  sweet: AdminSweet;
  action: MessageAction;
  label: string;
  button: string;
  failed: string;
  /** Whether money is taken: the form shows the price of each pack and what there is to collect, and asks how it was paid. */
  isSale?: boolean;
}) {
  const { sweet, action, label, button, failed, isSale = false } = props;
  const initial = { quantity: "1", packId: defaultPackId(sweet) };
  const [typed, setTyped] = useState(initial);
  const [resets, setResets] = useState(0);
  const { posted, message, pending, formProps, field } = useActionForm(action, {
    ...actionToasts(failed),
    values: initial,
    resetOnSuccess: true,
  });
  const several = sweet.packs.length > 1;
  const pack = sweet.packs.find(({ id }) => String(id) === typed.packId);
  const toCollect = pack && Number(typed.quantity) > 0 ? pack.price * Number(typed.quantity) : null;
  return (
    <form
      {...formProps}
      className="flex flex-wrap items-end gap-3 max-w-full"
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
          setTyped((now) => ({ ...now, [target.name]: target.value }));
      }}
      onReset={() => {
        setTyped(initial);
        setResets(resets + 1);
      }}
    >
      <MadeFor />
      <input type="hidden" name="id" value={sweet.id} />
      {several && (
        <SelectField key={resets} label="Pack" {...field("packId")} className={isSale ? "w-40 max-w-full" : "w-32"}>
          {sweet.packs.map(({ id, label, price }) => (
            <option key={id} value={id}>
              {isSale ? `${label}, ${formatRupees(price)}` : label}
            </option>
          ))}
        </SelectField>
      )}
      <TextField label={label} {...field("quantity")} {...countInput} min="1" className="w-28" />
      {isSale && (
        <SelectField label="Paid by" name="payment" defaultValue="cash" className="w-28">
          {counterMethods.map((method) => (
            <option key={method} value={method}>
              {methodNames[method]}
            </option>
          ))}
        </SelectField>
      )}
      <Button type="submit" kind="outline" pending={pending}>
        {button}
      </Button>
      {several && isSale && toCollect !== null && (
        <p className="num basis-full" data-for="visitor customer admin">
          To collect: <b>{formatRupees(toCollect)}</b>
        </p>
      )}
      <FormOutcome done={posted?.ok && posted.data.message} message={message} />
    </form>
  );
}

/** Whether one of the forms is for the person who looks. */
export function useCanAdjust(): boolean {
  const may = useMay();
  return may("sweets:write") || may("stock:write") || may("orders:write");
}

/** Forms for the price and stock of a sweet, for a restock, and for a sale at the counter. Each works without JavaScript. */
export function AdjustSweet(props: { sweet: AdminSweet; actions: AdjustActions; history?: boolean }) {
  const { sweet, actions, history = true } = props;
  return (
    <div className="flex flex-wrap items-start gap-x-10 gap-y-4">
      <May to="sweets:write">
        <QuickEdit sweet={sweet} action={actions.quickEdit} />
      </May>
      <May to="stock:write">
        <PackCountForm
          key={`restock-${defaultPackId(sweet)}`}
          sweet={sweet}
          action={actions.restock}
          label="Units made"
          button="Restock"
          failed="Failed to restock sweet"
        />
      </May>
      <May to="orders:write">
        <PackCountForm
          key={`sell-${defaultPackId(sweet)}`}
          sweet={sweet}
          action={actions.sell}
          label="Units sold"
          button="Sold at counter"
          failed="Failed to purchase sweet"
          isSale
        />
      </May>
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
