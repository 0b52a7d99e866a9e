"use client";

import type { ComponentProps, ReactNode } from "react";
import { ActionForm, type ActionFormProps, SaveButton } from "@/components/admin/ui/action-form";
import { LaterAlertDialog } from "@/components/admin/ui/confirm-button";
import type { ButtonKind } from "@/components/ui/button";
import type { OrderStatus } from "@/db/constants/orders";

type StatusDialogProps<T> = Pick<
  ActionFormProps<T>,
  "action" | "failed" | "values" | "loadSchema" | "question" | "undo" | "onDone"
> &
  Pick<ComponentProps<typeof LaterAlertDialog>, "title" | "description" | "cancelLabel" | "onClose"> & {
    status: OrderStatus;
    /** The name of the field, of one order or of several. */
    name: "id" | "ids";
    ids: readonly string[];
    confirm: string;
    kind?: ButtonKind;
    children?: ReactNode;
  };

export function StatusDialog<T extends object>(props: StatusDialogProps<T>) {
  const { title, description, cancelLabel, status, name, ids, confirm, kind, children, onClose, onDone, ...form } =
    props;
  return (
    <LaterAlertDialog
      {...{ title, description, cancelLabel, onClose }}
      action={
        <SaveButton kind={kind} pendingLabel={undefined}>
          {confirm}
        </SaveButton>
      }
      form={(content) => (
        <ActionForm
          {...form}
          className="contents"
          fields={{ status }}
          onDone={(data, element) => {
            onClose();
            onDone?.(data, element);
          }}
        >
          {ids.map((id) => (
            <input key={id} type="hidden" name={name} value={id} />
          ))}
          {content}
        </ActionForm>
      )}
    >
      {children}
    </LaterAlertDialog>
  );
}
