"use client";

import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { SelectField, TextArea, TextField } from "@/components/ui/field";
import { slotText } from "@/lib/delivery/texts";
import type { FormAction } from "@/lib/http/action-state";
import type { WindowChoice } from "@/lib/orders/change-queries";
import { type DeliveryTextName, deliveryTexts } from "@/lib/orders/constants";
import { OrderFailure } from "./order-actions";

/** How an order can be changed. */
export type Changing = { choices: WindowChoice[]; action: FormAction };
type ChangeFieldProps = Changing & { orderId: number; name: DeliveryTextName | "slot"; term: string; value: string };

/** 'Change' beside something of an order, which `term` names: it unfolds a form of one field. */
export function ChangeField({ orderId, name, term, value, choices, action }: ChangeFieldProps) {
  const { failure, message, field, formProps, pending } = useActionForm(action, {
    failureText: "Failed to change order",
    values: { [name]: value },
  });
  const Control = name === "deliveryAddress" ? TextArea : TextField;
  return (
    <details open={failure !== null}>
      <summary className="btn btn-ghost -ml-4">
        Change<span className="sr-only"> {term}</span>
      </summary>
      <form {...formProps} className="grid gap-3 pb-3 justify-items-start">
        <MadeFor />
        <input type="hidden" name="orderId" value={orderId} />
        {name === "slot" ? (
          <SelectField label="New time" className="w-full" {...field(name)}>
            <option value="">Please choose</option>
            {choices.map((slot) => (
              <option key={`${slot.date} ${slot.from}`} value={`${slot.date} ${slot.from}`}>
                {slotText(slot)}
              </option>
            ))}
          </SelectField>
        ) : (
          <Control label={term} hiddenLabel className="w-full" maxLength={deliveryTexts[name].max} {...field(name)} />
        )}
        <OrderFailure>{message}</OrderFailure>
        <Button type="submit" kind="outline" pending={pending} pendingLabel="Saving...">
          Save
        </Button>
      </form>
    </details>
  );
}
