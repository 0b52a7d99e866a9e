"use client";

import type { OrderFormProps } from "@/components/admin/payments/order-payments";
import { ActionForm, FormArea, FormText, SaveButton } from "@/components/admin/ui/action-form";
import { correctedFields } from "@/db/constants/orders";
import type { FormAction } from "@/lib/http/action-state";
import { deliveryTexts, MAX_NOTE } from "@/lib/orders/constants";
import type { AdminOrder } from "@/lib/orders/serializers";
import { isTillSale } from "@/lib/payments/rules";

const labels = {
  recipientName: "Recipient name",
  deliveryAddress: "Delivery address",
  phoneNumber: "Phone number",
};

/** The internal note and the correction of the delivery, which is recorded. */
export function OrderForms({ order, action, onSaved }: OrderFormProps & { action: FormAction<AdminOrder> }) {
  const shared = { action, failed: "Failed to update order", fields: { id: order.id }, onDone: onSaved };
  const { internalNote, recipientName, deliveryAddress, phoneNumber } = order;
  return (
    <>
      <ActionForm
        {...shared}
        done="Note saved"
        values={{ internalNote: internalNote ?? "" }}
        button={<SaveButton kind="outline">Save note</SaveButton>}
      >
        <FormArea label="Internal note" hint="Only admins see it" name="internalNote" rows={2} maxLength={MAX_NOTE} />
      </ActionForm>
      {!isTillSale(order) && (
        <ActionForm
          {...shared}
          summary="Correct delivery details"
          done="Delivery details corrected"
          values={{
            recipientName: recipientName ?? "",
            deliveryAddress: deliveryAddress ?? "",
            phoneNumber: phoneNumber ?? "",
          }}
          button={<SaveButton kind="outline">Save corrections</SaveButton>}
        >
          {correctedFields.map((name) => {
            const field = { name, label: labels[name], maxLength: deliveryTexts[name].max };
            return name === "deliveryAddress" ? (
              <FormArea key={name} rows={2} {...field} />
            ) : (
              <FormText key={name} {...field} type={name === "phoneNumber" ? "tel" : "text"} />
            );
          })}
        </ActionForm>
      )}
    </>
  );
}
