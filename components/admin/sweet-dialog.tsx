"use client";

import { Dialog } from "@/components/ui/dialog";
import type { ActionResult } from "@/lib/action";
import type { AdminSweet } from "@/lib/catalogue/admin.server";
import { SweetForm } from "./sweet-form";

type SweetDialogProps = {
  /** The sweet to edit; null for a new one. */
  sweet: AdminSweet | null;
  /** Its details are on their way. */
  loading: boolean;
  onClose: () => void;
  onSaved: (message: string) => void;
  reload: (id: number) => Promise<ActionResult<AdminSweet>>;
};

/** The dialog that adds or edits a sweet. Loaded when it is first opened: form and schema are not small. */
export default function SweetDialog({ sweet, loading, onClose, onSaved, reload }: SweetDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={sweet ? "Edit Sweet" : "Add New Sweet"}
      className="dense !w-[min(100%,42rem)]"
    >
      {loading ? (
        <p className="body text-muted" role="status">
          Loading...
        </p>
      ) : (
        <SweetForm sweet={sweet} onCancel={onClose} onSaved={onSaved} reload={reload} />
      )}
    </Dialog>
  );
}
