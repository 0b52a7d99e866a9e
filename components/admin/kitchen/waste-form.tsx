"use client";

import { Folded } from "@/components/admin/orders/forms";
import { useFormKey } from "@/components/forms/form-key";
import { FormOutcome } from "@/components/forms/form-outcome";
import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import type { MessageAction } from "@/lib/http/action-state";
import type { KitchenPlan } from "@/lib/kitchen/rules";
import { MAX_WASTE_REASON } from "@/lib/stock/constants";
import { amountText } from "@/lib/stock/plan-texts";

type WasteFormProps = {
  /** The sweets to choose from, or the one on whose page it is. */
  sweets: readonly Pick<KitchenPlan, "productId" | "name" | "unitGrams" | "packUnits" | "free">[] | { id: number };
  action: MessageAction;
};

/** Takes packs out of stock that are thrown away, with the reason. */
export function WasteForm({ sweets, action }: WasteFormProps) {
  const { keyField, renewKey } = useFormKey();
  const { state, failure, posted, message, pending, formProps, field } = useActionForm(action, {
    failureText: "Failed to throw away",
    values: { id: "", quantity: "", reason: "" },
    resetOnSuccess: true,
    onSuccess({ message }) {
      toast.success(message);
      renewKey();
    },
  });
  const { error, ...quantity } = field("quantity");
  return (
    <Folded summary="Thrown away" open={state !== null}>
      <form {...formProps} aria-label="Thrown away" className="flex flex-wrap items-start gap-3 pb-4">
        <MadeFor />
        {keyField}
        {"id" in sweets ? (
          <input type="hidden" name="id" value={sweets.id} />
        ) : (
          <SelectField key={failure?.values.id} label="Sweet" {...field("id")} className="basis-72 grow max-w-full">
            <option value="">Choose a sweet</option>
            {sweets.map(({ productId, name, unitGrams, packUnits, free }) => (
              <option key={productId} value={productId}>
                {`${name}: ${free}${unitGrams === null ? "" : ` × ${amountText(packUnits, unitGrams)}`} in stock`}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label="Packs"
          {...quantity}
          error={error ?? message ?? undefined}
          inputMode="numeric"
          autoComplete="off"
          className="w-36"
        />
        <TextField
          label="Reason"
          {...field("reason")}
          maxLength={MAX_WASTE_REASON}
          className="basis-72 grow max-w-full"
        />
        <Button type="submit" kind="outline" pending={pending} className="sm:mt-7">
          Throw away
        </Button>
        <FormOutcome done={posted?.ok && posted.data.message} />
      </form>
    </Folded>
  );
}
