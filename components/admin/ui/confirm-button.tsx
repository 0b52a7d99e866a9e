"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { laterDialog } from "@/components/ui/later";
import { ActionButton, moveFocusOnUnmount } from "./action-form";

/** An alert dialog whose code is loaded when it is first shown. */
export const LaterAlertDialog = laterDialog(async () => ({
  default: (await import("@/components/ui/dialog")).AlertDialog,
}));

type ConfirmButtonProps = Pick<ComponentProps<typeof ActionButton>, "action" | "fields" | "failed" | "onDone"> & {
  title: string;
  description: ReactNode;
  /** The button that confirms, by its text or whole. */
  confirm: ReactNode;
  confirmKind?: ComponentProps<typeof Button>["kind"];
  button: ComponentProps<typeof Button>;
};

/** A button for what cannot be undone: a dialog asks first. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { title, description, confirm, confirmKind = "danger", button, onDone, ...asked } = props;
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button
        ref={moveFocusOnUnmount}
        kind="outline"
        aria-haspopup="dialog"
        {...button}
        onClick={() => setIsAsking(true)}
      />
      {isAsking && (
        <LaterAlertDialog
          onClose={close}
          title={title}
          description={description}
          action={
            <ActionButton
              {...asked}
              kind={confirmKind}
              onDone={(data, form) => {
                close();
                onDone?.(data, form);
              }}
            >
              {confirm}
            </ActionButton>
          }
        />
      )}
    </>
  );
}
