"use client";

import type { Route } from "next";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { May, useMay } from "@/components/admin/permissions";
import { ActionForm, FormSelect, FormText, SaveButton } from "@/components/admin/ui/action-form";
import { Button } from "@/components/ui/button";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import type { MessageAction } from "@/lib/http/action-state";
import { formatRupees } from "@/lib/money";
import { counterMethods, methodNames } from "@/lib/payments/constants";
import { countInput, moneyInput, OUTDATED, rebasedStock } from "./fields";
import { countedIn } from "./stock-text";

export type AdjustActions = { quickEdit: MessageAction; restock: MessageAction; sell: MessageAction };

function QuickEdit({ sweet, action }: { sweet: AdminSweet; action: MessageAction }) {
  const router = useRouter();
  // What was refused because the sweet is another one by now. What was typed is applied to the latest version once that is here.
  const [refused, setRefused] = useState<Record<string, string>>();
  const now = String(sweet.quantity);
  const unit = countedIn(sweet);
  const { stock = now, stockWas = now, version = String(sweet.version) } = refused ?? {};
  const isLatest = version !== String(sweet.version) || stockWas !== now;
  return (
    <ActionForm
      action={action}
      failed="Failed to update sweet"
      fields={{ id: sweet.id, version: sweet.version, stockWas: sweet.quantity }}
      values={{ price: String(sweet.price), stock: now }}
      onDone={() => setRefused(undefined)}
      onFailure={({ code, values }) => setRefused(OUTDATED.includes(code) ? values : undefined)}
      className="flex flex-wrap items-end gap-3"
    >
      <FormText name="price" label="Price (₹)" {...moneyInput} className="w-32" />
      <FormText
        name="stock"
        label="Quantity"
        {...countInput}
        min="0"
        className="w-28"
        defaultValue={rebasedStock(stock, stockWas, now)}
      />
      <SaveButton />
      {unit && <p className="field-hint basis-full mt-0">Price and quantity of {unit}</p>}
      {refused && !isLatest && (
        <Button kind="outline" onClick={() => router.refresh()}>
          Load the latest version
        </Button>
      )}
    </ActionForm>
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
  const initial = { quantity: "1", packId: defaultPackId(sweet), payment: "cash" };
  const [typed, setTyped] = useState(initial);
  const follow = ({ target }: { target: HTMLInputElement | HTMLSelectElement }) =>
    setTyped((now) => ({ ...now, [target.name]: target.value }));
  const several = sweet.packs.length > 1;
  const pack = sweet.packs.find(({ id }) => String(id) === typed.packId);
  const toCollect = pack && Number(typed.quantity) > 0 ? pack.price * Number(typed.quantity) : null;
  return (
    <ActionForm
      action={action}
      failed={failed}
      fields={{ id: sweet.id }}
      values={initial}
      onDone={() => setTyped(initial)}
      className="flex flex-wrap items-end gap-3 max-w-full"
    >
      {several && (
        <FormSelect name="packId" label="Pack" onChange={follow} className={isSale ? "w-40 max-w-full" : "w-32"}>
          {sweet.packs.map(({ id, label, price }) => (
            <option key={id} value={id}>
              {isSale ? `${label}, ${formatRupees(price)}` : label}
            </option>
          ))}
        </FormSelect>
      )}
      <FormText name="quantity" label={label} {...countInput} min="1" onChange={follow} className="w-28" />
      {isSale && (
        <FormSelect name="payment" label="Paid by" className="w-28">
          {counterMethods.map((method) => (
            <option key={method} value={method}>
              {methodNames[method]}
            </option>
          ))}
        </FormSelect>
      )}
      <SaveButton kind="outline" pendingLabel={undefined}>
        {button}
      </SaveButton>
      {several && isSale && toCollect !== null && (
        <p className="num basis-full">
          To collect: <b>{formatRupees(toCollect)}</b>
        </p>
      )}
    </ActionForm>
  );
}

/** Whether one of the forms is for the person who looks. */
export function useCanAdjust(): boolean {
  const may = useMay();
  return may("sweets:write") || may("stock:write") || may("orders:write");
}

/** Forms for the price and stock of a sweet, for a restock, and for a sale at the counter. */
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
