"use client";

import { useActionState } from "react";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Icon } from "@/components/ui/icon";
import { SubmitButton } from "@/components/ui/submit-button";
import type { AdminSweet } from "@/lib/catalogue/admin.server";
import { type FormAction, useFormResult } from "./use-form-result";

type DeleteSweetProps = { sweet: AdminSweet; action: FormAction; onClose: () => void };

/** Asks before a sweet leaves the shop. */
export default function DeleteSweet({ sweet, action, onClose }: DeleteSweetProps) {
  const [result, submit] = useActionState(action, null);
  useFormResult(result, "Failed to delete sweet", onClose);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Are you sure you want to delete this sweet?"
      description={`${sweet.name} will leave the shop straight away. Orders that hold it stay whole.`}
      action={
        <form action={submit} className="contents">
          <input type="hidden" name="id" value={sweet.id} />
          <SubmitButton kind="danger" pendingLabel="Deleting...">
            <Icon name="trash-2" />
            Delete
          </SubmitButton>
        </form>
      }
    />
  );
}
