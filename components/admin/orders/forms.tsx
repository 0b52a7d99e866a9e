"use client";

import { actionToasts } from "@/components/admin/action-toasts";
import { useActionForm } from "@/components/forms/use-action-form";
import { TextArea, TextField } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/submit-button";
import { toast } from "@/components/ui/toast";
import type { FormAction } from "@/lib/http/action-state";
import type { AdminOrder } from "@/lib/orders/serializers";
import { isTillSale } from "@/lib/payments/rules";

type OrderFormsProps = {
  order: AdminOrder;
  action: FormAction<AdminOrder>;
  /** Called with the saved order. */
  onSaved?: (order: AdminOrder, form: HTMLFormElement) => void;
};

const FAILED = "Failed to update order";

/** The internal note and the correction of the delivery, which is recorded. The forms work without JavaScript. */
export function OrderForms(props: OrderFormsProps) {
  return (
    <div className="mt-5 grid gap-4">
      <NoteForm {...props} />
      {!isTillSale(props.order) && <DeliveryForm {...props} />}
    </div>
  );
}

function NoteForm({ order, action, onSaved }: OrderFormsProps) {
  const { pending, formProps, field } = useActionForm(action, {
    ...actionToasts(FAILED),
    values: { internalNote: order.internalNote ?? "" },
    onSuccess(saved, form) {
      toast.success("Note saved");
      if (form) onSaved?.(saved, form);
    },
  });
  return (
    <form {...formProps} className="grid gap-2">
      <input type="hidden" name="id" value={order.id} />
      <TextArea
        key={order.internalNote}
        label="Internal note"
        hint="Only admins see it"
        {...field("internalNote")}
        rows={2}
        maxLength={2000}
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
  const { failure, pending, formProps, field } = useActionForm(action, {
    ...actionToasts(FAILED),
    values: {
      recipientName: order.recipientName ?? "",
      deliveryAddress: order.deliveryAddress ?? "",
      phoneNumber: order.phoneNumber ?? "",
    },
    onSuccess(saved, form) {
      toast.success("Delivery details corrected");
      if (form) onSaved?.(saved, form);
    },
  });
  return (
    <details open={failure !== null || undefined}>
      <summary className="font-semibold min-h-11 inline-flex items-center cursor-pointer">
        Correct delivery details
      </summary>
      <form {...formProps} className="grid gap-3 pt-2">
        <input type="hidden" name="id" value={order.id} />
        {fields.map(([name, label, maxLength]) => {
          // A new key shows the saved text after a correction.
          const key = `${name} ${order[name]}`;
          const props = { label, maxLength, ...field(name) };
          return name === "deliveryAddress" ? (
            <TextArea key={key} rows={2} {...props} />
          ) : (
            <TextField key={key} {...props} type={name === "phoneNumber" ? "tel" : "text"} />
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
