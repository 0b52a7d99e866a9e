"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { methodOption } from "@/components/admin/payments/payment-state";
import { Permitted } from "@/components/admin/permissions";
import { ActionForm, FormSelect, FormText, SaveButton } from "@/components/admin/ui/action-form";
import { Button } from "@/components/ui/button";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import type { MessageAction } from "@/lib/http/action-state";
import { formatRupees } from "@/lib/money";
import { counterMethods } from "@/lib/payments/constants";
import { countedIn } from "./stock";
import { countInput, moneyInput, OUTDATED, rebasedStock } from "./sweet-values";

export type AdjustActions = Record<"quickEdit" | "restockSweet" | "sellSweet", MessageAction>;

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

type PackCountProps = {
  sweet: AdminSweet;
  action: MessageAction;
  isSale?: boolean;
};

function PackCount({ sweet, action, isSale = false }: PackCountProps) {
  const initial = { quantity: "1", packId: defaultPackId(sweet), payment: "cash" };
  const [typed, setTyped] = useState(initial);
  const follow = ({ target }: { target: HTMLInputElement | HTMLSelectElement }) =>
    setTyped((now) => ({ ...now, [target.name]: target.value }));
  const hasChoice = sweet.packs.length > 1;
  const price = sweet.packs.find(({ id }) => String(id) === typed.packId)?.price ?? 0;
  const toCollect = price * Number(typed.quantity);
  return (
    <ActionForm
      action={action}
      failed={isSale ? "Failed to purchase sweet" : "Failed to restock sweet"}
      fields={{ id: sweet.id }}
      values={initial}
      onDone={() => setTyped(initial)}
      className="flex flex-wrap items-end gap-3 max-w-full"
    >
      {hasChoice && (
        <FormSelect
          name="packId"
          label="Pack"
          options={sweet.packs.map(({ id, label, price }) => [id, isSale ? `${label}, ${formatRupees(price)}` : label])}
          onChange={follow}
          className={isSale ? "w-40 max-w-full" : "w-32"}
        />
      )}
      <FormText
        name="quantity"
        label={isSale ? "Units sold" : "Units made"}
        {...countInput}
        min="1"
        onChange={follow}
        className="w-28"
      />
      {isSale && (
        <FormSelect name="payment" label="Paid by" options={counterMethods.map(methodOption)} className="w-28" />
      )}
      <SaveButton kind="outline" pendingLabel={undefined}>
        {isSale ? "Sold at counter" : "Restock"}
      </SaveButton>
      {hasChoice && isSale && toCollect > 0 && (
        <p className="num basis-full">
          To collect: <b>{formatRupees(toCollect)}</b>
        </p>
      )}
    </ActionForm>
  );
}

type AdjustSweetProps = { sweet: AdminSweet; actions: AdjustActions; children?: ReactNode };

export const AdjustSweet = ({ sweet, actions, children }: AdjustSweetProps) => (
  <div className="flex flex-wrap items-start gap-x-10 gap-y-4">
    <Permitted to="sweets:write">
      <QuickEdit sweet={sweet} action={actions.quickEdit} />
    </Permitted>
    <Permitted to="stock:write">
      <PackCount key={defaultPackId(sweet)} sweet={sweet} action={actions.restockSweet} />
    </Permitted>
    <Permitted to="orders:write">
      <PackCount key={defaultPackId(sweet)} sweet={sweet} action={actions.sellSweet} isSale />
    </Permitted>
    {children}
  </div>
);
