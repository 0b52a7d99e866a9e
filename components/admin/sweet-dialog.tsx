"use client";

import { useEffect } from "react";
import { FormDialog } from "@/components/forms/form-dialog";
import { Button } from "@/components/ui/button";
import { SweetForm, type SweetFormProps } from "./sweet-form";

type SweetDialogProps = Omit<SweetFormProps, "cancel" | "inPage"> & {
  /** Its details are on their way. */
  loading: boolean;
  onClose: () => void;
};

/** The dialog that adds or edits a sweet. Loaded when it is first opened: form and schema are not small. */
export default function SweetDialog({ loading, onClose, ...form }: SweetDialogProps) {
  // The dialog opened with nothing to type in yet.
  useEffect(() => {
    if (!loading) document.querySelector<HTMLInputElement>("[role=dialog] [name=name]")?.focus();
  }, [loading]);
  return (
    <FormDialog
      title={form.sweet ? "Edit Sweet" : "Add New Sweet"}
      className="dense !w-[min(100%,42rem)]"
      onClose={onClose}
    >
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
