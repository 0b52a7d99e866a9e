import { ActionForm, FormText, SaveButton } from "@/components/admin/ui/action-form";
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
  const unit = unitGrams === null ? "pieces" : "kg";
  const text = (units: number) => amountText(units, unitGrams);
  return (
    <ActionForm
      action={action}
      failed="Failed to enter the batch"
      done={({ made, short }) => `${name}: ${text(made ?? 0)} made${short > 0 ? `, ${text(short)} still to make` : ""}`}
      fields={{ productId, day, unitGrams: unitGrams ?? 0, takesBack: String(takesBack) }}
      values={{ amount: "" }}
      failsAt="amount"
      keyed
      summary={takesBack ? "I entered too much" : undefined}
      label={`${takesBack ? "Take back" : "Made"}: ${name}`}
      className="flex flex-wrap items-start gap-2"
      button={
        <SaveButton
          kind={takesBack ? "outline" : "primary"}
          pendingLabel={undefined}
          className="h-14 min-w-28 mt-6.5"
          aria-label={takesBack ? `Take back of ${name}` : `Enter what was made of ${name}`}
        >
          {takesBack ? "Take back" : "Enter"}
        </SaveButton>
      }
    >
      <FormText
        label={`${takesBack ? "Take back" : "Made now"} (${unit})`}
        name="amount"
        inputMode={unitGrams === null ? "numeric" : "decimal"}
        className="min-w-0 flex-1 [&_.input]:h-14 [&_.input]:text-2xl [&_.input]:font-semibold"
      />
    </ActionForm>
  );
}
