"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { methodOption } from "@/components/admin/payments/payment-state";
import { Permitted } from "@/components/admin/permissions";
import { ActionForm, FormSelect, FormText, SaveButton } from "@/components/admin/ui/action-form";
import { Button } from "@/components/ui/button";
import { packBounds } from "@/db/constants/catalogue";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import { type EditedPack, ONE_PIECE, unitPrice } from "@/lib/catalogue/packs";
import { numberIn } from "@/lib/digits";
import type { MessageAction } from "@/lib/http/action-state";
import { formatRupees } from "@/lib/money";
import { counterMethods } from "@/lib/payments/constants";
import { countedIn, countText, defaultOf, weightOf } from "./stock";
import { countInput, moneyInput, OUTDATED, rebasedStock } from "./sweet-values";

export type AdjustActions = Record<"quickEdit" | "restockSweet" | "sellSweet", MessageAction>;

const pricePath = (at: number) => `packs.${at}.price`;

/** What a pack costs per 100 g or piece, at the price that is typed for it. */
function unitPriceAt(pack: EditedPack, typed = String(pack.price)) {
  const price = numberIn(typed);
  return price > 0 ? unitPrice({ ...pack, price }) : null;
}

/** The prices of all packs on sale, each with its unit price, so that an odd one is seen, and the stock. */
function QuickEdit({ sweet, action }: { sweet: AdminSweet; action: MessageAction }) {
  const router = useRouter();
  // What was refused because the sweet is another one by now. What was typed is applied to the latest version once that is here.
  const [refused, setRefused] = useState<Record<string, string>>();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const follow = ({ target }: { target: HTMLInputElement }) =>
    setTyped((now) => ({ ...now, [target.name]: target.value }));
  const now = String(sweet.quantity);
  const { stock = now, stockWas = now, version = String(sweet.version) } = refused ?? {};
  const isLatest = version !== String(sweet.version) || stockWas !== now;
  const packs = sweet.allPacks.slice(0, packBounds.most);
  const main = defaultOf(sweet);
  const shownStock = rebasedStock(stock, stockWas, now);
  const weight = weightOf(numberIn(typed.stock ?? shownStock), main);
  return (
    <ActionForm
      action={action}
      failed="Failed to update sweet"
      fields={{ id: sweet.id, version: sweet.version, stockWas: sweet.quantity, packs: JSON.stringify(packs) }}
      values={{
        ...Object.fromEntries(
          packs.flatMap(({ active, price }, at) => (active ? [[pricePath(at), String(price)]] : [])),
        ),
        stock: now,
      }}
      onDone={() => {
        setRefused(undefined);
        setTyped({});
      }}
      onFailure={({ code, values }) => setRefused(OUTDATED.includes(code) ? values : undefined)}
      className="flex flex-wrap items-start gap-3"
    >
      {packs.map(
        (pack, at) =>
          pack.active && (
            <FormText
              key={pack.id}
              name={pricePath(at)}
              label={sweet.packs.length > 1 ? `${pack.label} (₹)` : "Price (₹)"}
              {...moneyInput}
              hint={unitPriceAt(pack, typed[pricePath(at)])}
              onChange={follow}
              className="w-32"
            />
          ),
      )}
      <FormText
        name="stock"
        label="Quantity"
        {...countInput}
        min="0"
        hint={[countedIn(main), weight].filter(Boolean).join(": ")}
        onChange={follow}
        className="w-32"
        defaultValue={shownStock}
      />
      <SaveButton className="sm:mt-7" />
      {refused && !isLatest && (
        <Button kind="outline" className="sm:mt-7" onClick={() => router.refresh()}>
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
  const pack = sweet.packs.find(({ id }) => String(id) === typed.packId) ?? defaultOf(sweet);
  const count = numberIn(typed.quantity);
  const weight = weightOf(count, pack);
  const noun = pack.label === ONE_PIECE ? "Pieces" : "Packs";
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
        label={`${noun} ${isSale ? "sold" : "made"}`}
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
      {count > 0 && (
        <p className="num basis-full">
          {countText(count, pack)}
          {weight && ` = ${weight}`}
          {isSale && (
            <>
              . To collect: <b>{formatRupees(pack.price * count)}</b>
            </>
          )}
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
