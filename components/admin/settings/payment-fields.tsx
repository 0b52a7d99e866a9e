import { TextField } from "@/components/ui/field";
import { fieldLabels } from "@/lib/settings/form-texts";
import { FieldGroup } from "./field-group";
import type { SectionForm } from "./use-section-form";

const labels = fieldLabels.payments;

/** How customers can pay. */
export function PaymentFields({ form }: { form: SectionForm }) {
  return (
    <>
      <FieldGroup title="UPI in advance">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={labels.upiId}
            optional
            maxLength={130}
            autoComplete="off"
            {...form.field("value.upiId")}
            hint="Such as mithaas@okbank. Without one, checkout offers payment on delivery alone."
          />
          <TextField
            label={labels.payeeName}
            optional
            maxLength={60}
            autoComplete="off"
            {...form.field("value.payeeName")}
            hint="What UPI apps show. The shop's name when empty."
          />
          <TextField
            label={labels.remindAfterHours}
            inputMode="numeric"
            autoComplete="off"
            {...form.field("value.remindAfterHours")}
            hint="Orders that are not paid after so many hours come first under Orders."
          />
        </div>
      </FieldGroup>
      <FieldGroup title="Payment on delivery">
        <label className="check">
          <input type="checkbox" {...form.checkbox("value.cod.active")} />
          {labels["cod.active"]}
        </label>
        <div className="grid gap-4 sm:grid-cols-2 mt-2">
          <TextField
            label={labels["cod.upTo"]}
            optional
            inputMode="decimal"
            autoComplete="off"
            {...form.field("value.cod.upTo")}
            hint="The total up to which an order can be paid on delivery. Any total when empty."
          />
        </div>
      </FieldGroup>
    </>
  );
}
