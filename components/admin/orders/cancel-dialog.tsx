"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { AlertDialog } from "@/components/ui/dialog";
import { formatRupees } from "@/lib/money";
import { cancelRefundForm } from "@/lib/payments/schema";
import { CANCEL_CONSEQUENCES, CancelRefund, cancelTexts, type PaidOrder } from "./cancel-refund";

type CancelDialogProps = {
  ids: readonly string[];
  /** Which of them are paid. */
  paid: readonly PaidOrder[];
  onDismiss: () => void;
  /** With the refund's fields, when there is something to refund. */
  onConfirm: (refund: Record<string, string>) => void;
};

type Errors = { amount?: string; reason?: string };

/** What is wrong with the refund's fields, checked as the server does. */
function errorsOf(fields: Record<string, string>, paid: number): Errors {
  const { data, error } = cancelRefundForm.safeParse(fields);
  if (error) return Object.fromEntries(error.issues.map(({ path, message }) => [path.join("."), message]));
  return (data.refund?.amount ?? 0) > paid ? { amount: `Only ${formatRupees(paid)} can be refunded` } : {};
}

/** Asks for confirmation before orders are cancelled, and what becomes of the money of one that is paid. */
export default function CancelDialog({ ids, paid, onDismiss, onConfirm }: CancelDialogProps) {
  const { title, confirm, dismiss } = cancelTexts(ids);
  const [errors, setErrors] = useState<Errors>({});
  const id = useId();

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // React passes an event of a portal on to the form that the dialog belongs to.
    event.stopPropagation();
    const form = event.currentTarget;
    const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const found = fields.refund ? errorsOf(fields, paid[0]?.paid ?? 0) : {};
    setErrors(found);
    const wrong = found.amount ? "amount" : found.reason ? "reason" : null;
    if (wrong === null) return onConfirm(fields);
    const field = form.elements.namedItem(wrong);
    if (field instanceof HTMLElement) field.focus();
  }

  return (
    <AlertDialog
      onClose={onDismiss}
      title={title}
      description={CANCEL_CONSEQUENCES}
      cancelLabel={dismiss}
      action={
        <Button type="submit" kind="danger" form={id}>
          {confirm}
        </Button>
      }
    >
      <form id={id} noValidate onSubmit={onSubmit}>
        <CancelRefund ids={ids} paid={paid} errors={errors} />
        {/* Enter in a field confirms, although the button that is seen stands outside the form. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </AlertDialog>
  );
}
