import { Folded } from "@/components/admin/orders/forms";
import { useFormKey } from "@/components/forms/form-key";
import { FormOutcome } from "@/components/forms/form-outcome";
import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import type { FormAction } from "@/lib/http/action-state";
import type { KitchenPlan } from "@/lib/kitchen/rules";
import type { PlanDayEntry } from "@/lib/stock/plan-responses";
import { amountText } from "@/lib/stock/plan-texts";

export type EnterBatchAction = FormAction<PlanDayEntry>;

type BatchFormProps = {
  sweet: Pick<KitchenPlan, "productId" | "name" | "unitGrams">;
  day: string;
  /** Whether it takes back what was entered too much, instead of adding a batch. */
  takesBack?: boolean;
  action: EnterBatchAction;
};

/** Enters a batch in kilograms or pieces, or takes back a part of what was entered. A refusal is shown at the number. */
export function BatchForm({ sweet: { productId, name, unitGrams }, day, takesBack = false, action }: BatchFormProps) {
  const { keyField, renewKey } = useFormKey();
  const doneText = ({ made, short }: PlanDayEntry) =>
    `${name}: ${amountText(made ?? 0, unitGrams)} made${short > 0 ? `, ${amountText(short, unitGrams)} still to make` : ""}`;
  const { state, posted, message, pending, formProps, field } = useActionForm(action, {
    failureText: "Failed to enter the batch",
    values: { amount: "" },
    resetOnSuccess: true,
    onSuccess(entry) {
      toast.success(doneText(entry));
      renewKey();
    },
  });
  const { error, ...amount } = field("amount");
  const unit = unitGrams === null ? "pieces" : "kg";
  const form = (
    <form
      {...formProps}
      aria-label={`${takesBack ? "Take back" : "Made"}: ${name}`}
      className="flex flex-wrap items-start gap-2"
    >
      <MadeFor />
      {keyField}
      <input type="hidden" name="productId" value={productId} />
      <input type="hidden" name="day" value={day} />
      <input type="hidden" name="unitGrams" value={unitGrams ?? 0} />
      <input type="hidden" name="takesBack" value={String(takesBack)} />
      <TextField
        label={takesBack ? `Take back (${unit})` : `Made now (${unit})`}
        {...amount}
        error={error ?? message ?? undefined}
        inputMode={unitGrams === null ? "numeric" : "decimal"}
        autoComplete="off"
        className="min-w-0 flex-1 [&_.input]:h-14 [&_.input]:text-2xl [&_.input]:font-semibold"
      />
      <Button
        type="submit"
        kind={takesBack ? "outline" : "primary"}
        pending={pending}
        className="h-14 min-w-28 mt-6.5"
        aria-label={takesBack ? `Take back of ${name}` : `Enter what was made of ${name}`}
      >
        {takesBack ? "Take back" : "Enter"}
      </Button>
      <FormOutcome done={posted?.ok && doneText(posted.data)} />
    </form>
  );
  if (!takesBack) return form;
  return (
    <Folded summary="I entered too much" open={state !== null}>
      {form}
    </Folded>
  );
}
