"use client";

import { useEffect } from "react";
import { FormDialog } from "@/components/forms/form-dialog";
import { Button } from "@/components/ui/button";
import { SweetForm, type SweetFormProps } from "./sweet-form";

type SweetDialogProps = Omit<SweetFormProps, "cancel" | "inPage"> & {
  /** Whether the sweet's details are being loaded. */
  loading: boolean;
  onClose: () => void;
};

/** The dialog that adds or edits a sweet. It is loaded when it is first opened, because the form and its schema are large. */
export default function SweetDialog({ loading, onClose, ...form }: SweetDialogProps) {
  // While the details were loading there was no field that could get the focus.
  useEffect(() => {
    if (!loading) document.querySelector<HTMLInputElement>("[role=dialog] [name=name]")?.focus();
  }, [loading]);
  return (
    <FormDialog title={form.sweet ? "Edit Sweet" : "Add New Sweet"} size="lg" onClose={onClose}>
      {({ close }) =>
        loading ? (
          <p className="body text-muted" role="status">
            Loading...
          </p>
        ) : (
          <SweetForm
            {...form}
            cancel={
              <Button kind="outline" onClick={close}>
                Cancel
              </Button>
            }
          />
        )
      }
    </FormDialog>
  );
}
