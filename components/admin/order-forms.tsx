"use client";

import { TextArea, TextField } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/submit-button";
import { toast } from "@/components/ui/toast";
import type { AdminOrder } from "@/lib/orders/view";
import { type FormAction, useFormAction } from "./use-form-action";

type OrderFormsProps = {
  order: AdminOrder;
  action: FormAction<AdminOrder>;
  /** Hears of the order as it is after a save. */
  onSaved?: (order: AdminOrder, form: HTMLFormElement) => void;
};

const failed = () => "Failed to update order";

/** The internal note, and corrections of the delivery; each is recorded. Plain posts without JavaScript. */
export function OrderForms(props: OrderFormsProps) {
  return (
    <div className="mt-5 grid gap-4">
      <NoteForm {...props} />
      {props.order.channel !== "counter" && <DeliveryForm {...props} />}
    </div>
  );
}

function NoteForm({ order, action, onSaved }: OrderFormsProps) {
  const { result, pending, form } = useFormAction(action, {
    failed,
    onDone(saved, element) {
      toast.success("Note saved");
      onSaved?.(saved, element);
    },
  });
  return (
    <form {...form} className="grid gap-2" noValidate>
      <input type="hidden" name="id" value={order.id} />
      <TextArea
        label="Internal note"
        hint="Only admins see it"
        name="internalNote"
        rows={2}
        maxLength={2000}
        key={order.internalNote}
        defaultValue={result?.ok === false ? result.values.internalNote : (order.internalNote ?? "")}
        error={result?.ok === false ? result.fields.internalNote : undefined}
      />
      <div>
        <SubmitButton kind="outline" pending={pending} pendingLabel="Saving...">
          Save note
        </SubmitButton>
      </div>
    </form>
  );
}

const fields = [
  ["recipientName", "Recipient name", 120],
  ["deliveryAddress", "Delivery address", 500],
  ["phoneNumber", "Phone number", 40],
] as const;

function DeliveryForm({ order, action, onSaved }: OrderFormsProps) {
  const { result, pending, form } = useFormAction(action, {
    failed,
    onDone(saved, element) {
      toast.success("Delivery details corrected");
      onSaved?.(saved, element);
    },
  });
  const refused = result?.ok === false ? result : null;
  return (
    <details open={refused !== null || undefined}>
      <summary className="font-semibold min-h-11 inline-flex items-center cursor-pointer">
        Correct delivery details
      </summary>
      <form {...form} className="grid gap-3 pt-2" noValidate>
        <input type="hidden" name="id" value={order.id} />
        {fields.map(([name, label, maxLength]) => {
          const shared = {
            label,
            name,
            maxLength,
            key: `${name} ${order[name]}`,
            defaultValue: refused ? refused.values[name] : (order[name] ?? ""),
            error: refused?.fields[name],
          };
          const { key, ...rest } = shared;
          return name === "deliveryAddress" ? (
            <TextArea key={key} rows={2} {...rest} />
          ) : (
            <TextField key={key} {...rest} type={name === "phoneNumber" ? "tel" : "text"} />
          );
        })}
        <div>
          <SubmitButton kind="outline" pending={pending} pendingLabel="Saving...">
            Save corrections
          </SubmitButton>
        </div>
      </form>
    </details>
  );
}
