import { TextField } from "@/components/ui/field";
import { fieldLabels } from "@/lib/settings/form-texts";
import type { SectionForm } from "./use-section-form";

const labels = fieldLabels.pause;

/** Until when no orders are taken, and why. Whether they are is said by the button that is pressed. */
export function PauseFields({ form }: { form: SectionForm }) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextField
        label="Not taking orders until"
        optional
        type="datetime-local"
        {...form.field("value.until")}
        hint="Until you reopen when empty"
      />
      <TextField
        label={labels.reason}
        optional
        maxLength={200}
        {...form.field("value.reason")}
        hint="Customers read it: 'Closed for Diwali'"
      />
    </div>
  );
}
