"use client";

import { ActionForm, FormSelect, FormText, SaveButton } from "@/components/admin/ui/action-form";
import type { MessageAction } from "@/lib/http/action-state";
import type { KitchenPlan } from "@/lib/kitchen/rules";
import { MAX_WASTE_REASON } from "@/lib/stock/constants";
import { amountText } from "@/lib/stock/plan-texts";

type WasteFormProps = { sweets: readonly KitchenPlan[] | { id: number }; action: MessageAction };

/** Takes packs out of stock that are thrown away, with the reason. The sweet is chosen of several, or is the one whose page it is. */
export function WasteForm({ sweets, action }: WasteFormProps) {
  const wide = "basis-72 grow max-w-full";
  return (
    <ActionForm
      action={action}
      failed="Failed to throw away"
      fields={"id" in sweets ? sweets : undefined}
      values={{ id: "", quantity: "", reason: "" }}
      failsAt="quantity"
      keyed
      summary="Thrown away"
      label="Thrown away"
      className="flex flex-wrap items-start gap-3 pb-4"
      button={
        <SaveButton kind="outline" pendingLabel={undefined} className="sm:mt-7">
          Throw away
        </SaveButton>
      }
    >
      {!("id" in sweets) && (
        <FormSelect
          label="Sweet"
          name="id"
          options={[
            ["", "Choose a sweet"],
            ...sweets.map(({ productId, name, unitGrams, packUnits, free }) => {
              const pack = unitGrams === null ? "" : ` × ${amountText(packUnits, unitGrams)}`;
              return [productId, `${name}: ${free}${pack} in stock`] as const;
            }),
          ]}
          className={wide}
        />
      )}
      <FormText label="Packs" name="quantity" inputMode="numeric" className="w-36" />
      <FormText label="Reason" name="reason" autoComplete="on" maxLength={MAX_WASTE_REASON} className={wide} />
    </ActionForm>
  );
}
