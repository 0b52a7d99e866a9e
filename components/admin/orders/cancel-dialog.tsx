"use client";

import { useRef, useState } from "react";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { formatRupees } from "@/lib/money";
import { CANCEL_CONSEQUENCES, CancelRefund, cancelTexts, type PaidOrder, RefundedLater } from "./cancel-refund";

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
async function errorsOf(fields: Record<string, string>, paid: number): Promise<Errors> {
  const { cancelRefundForm } = await import("@/lib/payments/schema");
  const { data, error } = cancelRefundForm.safeParse(fields);
  if (error) return Object.fromEntries(error.issues.map(({ path, message }) => [path.join("."), message]));
  return (data.refund?.amount ?? 0) > paid ? { amount: `Only ${formatRupees(paid)} can be refunded` } : {};
}

/** Asks for confirmation before orders are cancelled, and what becomes of the money of one that is paid. */
export default function CancelDialog({ ids, paid, onDismiss, onConfirm }: CancelDialogProps) {
  const { title, confirm, dismiss } = cancelTexts(ids);
  const [errors, setErrors] = useState<Errors>({});
  const form = useRef<HTMLFormElement>(null);
  const single = ids.length === 1 ? paid[0] : undefined;

  async function check() {
    if (!single || !form.current) return onConfirm({});
    const fields = Object.fromEntries([...new FormData(form.current)].map(([name, value]) => [name, String(value)]));
    const found = await errorsOf(fields, single.paid);
    setErrors(found);
    const wrong = found.amount ? "amount" : found.reason ? "reason" : null;
    if (wrong === null) return onConfirm(fields);
    const field = form.current?.elements.namedItem(wrong);
    if (field instanceof HTMLElement) field.focus();
  }

  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onDismiss()}
      title={title}
      description={CANCEL_CONSEQUENCES}
      cancelLabel={dismiss}
      action={
        <Button kind="danger" onClick={() => void check()}>
          {confirm}
        </Button>
      }
    >
      {single ? (
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // React passes an event of a portal on to the form that the dialog belongs to.
            event.stopPropagation();
            void check();
          }}
        >
          <CancelRefund paid={single.paid} errors={errors} />
          {/* Enter in a field confirms, as in any form. */}
          <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
        </form>
      ) : (
        <RefundedLater orders={paid} />
      )}
    </AlertDialog>
  );
}
