import { FormSelect, FormText } from "@/components/admin/ui/action-form";
import { MAX_TYPED_AMOUNT } from "@/lib/stock/plan-constants";

type ScaleFieldProps = { label: string; unitGrams: number | null; large?: boolean };

/** What the scale shows, in kilograms or grams; pieces of a sweet whose unit has no weight. */
export function ScaleField({ label, unitGrams, large = false }: ScaleFieldProps) {
  const size = large ? "[&_.input]:h-13 [&_.input]:text-xl [&_.input]:font-semibold" : "";
  const isWeighed = unitGrams !== null;
  return (
    <div className="flex gap-1 min-w-0 flex-1 basis-40">
      <FormText
        label={isWeighed ? label : `${label} (pieces)`}
        hiddenLabel={large}
        name="amount"
        inputMode={isWeighed ? "decimal" : "numeric"}
        maxLength={MAX_TYPED_AMOUNT}
        className={`min-w-0 flex-1 num ${size}`}
      />
      {isWeighed ? (
        <FormSelect
          label={`${label}: unit`}
          hiddenLabel
          name="measure"
          options={[
            ["kg", "kg"],
            ["g", "g"],
          ]}
          className={`shrink-0 ${large ? "" : "mt-6.25"} ${size}`}
        />
      ) : (
        large && <span className="self-center px-1 text-muted">pieces</span>
      )}
    </div>
  );
}
