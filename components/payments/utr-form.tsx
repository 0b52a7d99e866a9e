"use client";

import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { FormAction } from "@/lib/http/action-state";
import { MAX_TYPED_UTR } from "@/lib/payments/constants";

const loadSchema = () => import("@/lib/payments/schema").then(({ claimInput }) => claimInput);

type UtrFormProps = {
  orderId: number;
  /** One submit is one claim for this key. */
  formKey: string;
  action: FormAction;
  /** The id of the heading that gets the focus when the form was sent and is gone. */
  headingId: string;
};

export function UtrForm({ orderId, formKey, action, headingId }: UtrFormProps) {
  const { formProps, formRef, field, failure, message, pending } = useActionForm(action, {
    failureText: "Failed to send the UTR. Please try again.",
    values: { utr: "" },
    loadSchema,
    onFailure: ({ code }) =>
      code === "utr_used" && formRef.current?.querySelector<HTMLInputElement>("[name=utr]")?.focus(),
    onRedirect: () => document.getElementById(headingId)?.focus(),
  });
  const isUsed = failure?.code === "utr_used";
  const { error = isUsed ? failure.message : undefined, ...utr } = field("utr");
  return (
    <form {...formProps} className="grid gap-4" aria-label="I have paid">
      <MadeFor />
      <input type="hidden" name="orderId" value={orderId} />
      <input type="hidden" name="key" value={formKey} />
      <TextField
        label="UTR"
        hint="The 12 digits that your UPI app shows with the payment, also as reference number or transaction ID."
        inputMode="numeric"
        autoComplete="off"
        maxLength={MAX_TYPED_UTR}
        error={error}
        {...utr}
      />
      {message && !isUsed && <Notice tone="danger" title={message} />}
      <Button type="submit" kind="outline" className="w-full" pending={pending} pendingLabel="Sending...">
        I have paid
      </Button>
    </form>
  );
}
