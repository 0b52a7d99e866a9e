"use client";

import { useId, useState } from "react";
import { ActionForm, FormText, SaveButton, useFormField } from "@/components/admin/ui/action-form";
import { TextField } from "@/components/ui/field";
import { hasWords } from "@/lib/catalogue/till-packs";
import type { MessageAction } from "@/lib/http/action-state";
import type { InStock } from "@/lib/kitchen/queries";
import { MAX_WASTE_REASON } from "@/lib/stock/constants";
import { amountText } from "@/lib/stock/plan-texts";
import { ScaleField } from "./scale-field";

type Wasted = Pick<InStock, "id" | "unitGrams">;
type WasteFormProps = { action: MessageAction } & ({ sweet: Wasted } | { sweets: readonly InStock[] });

/** Takes out of stock what is thrown away, with the reason. The sweet is found by its name, or is the one whose page it is. */
export function WasteForm({ action, ...of }: WasteFormProps) {
  const [name, setName] = useState("");
  const matches = "sweets" in of ? matching(name, of.sweets) : [];
  const chosen = "sweet" in of ? of.sweet : matches.length === 1 ? matches[0] : undefined;
  const unitGrams = chosen ? chosen.unitGrams : null;
  return (
    <ActionForm
      action={action}
      failed="Failed to record the waste"
      fields={{ id: chosen?.id ?? 0, unitGrams: unitGrams ?? 0 }}
      values={{ id: "", amount: "", measure: "kg", reason: "" }}
      failsAt="amount"
      keyed
      onDone={() => setName("")}
      summary={"sweet" in of ? "Thrown away" : undefined}
      label="Thrown away"
      className="flex flex-wrap items-start gap-3"
      button={
        <SaveButton kind="outline" pendingLabel={undefined} className="sm:mt-6.25">
          Throw away
        </SaveButton>
      }
    >
      {"sweets" in of && <SweetSearch name={name} onName={setName} matches={matches} sweets={of.sweets} />}
      <ScaleField label="Amount" unitGrams={unitGrams} />
      <FormText
        label="Reason"
        name="reason"
        autoComplete="on"
        maxLength={MAX_WASTE_REASON}
        className="basis-72 grow max-w-full"
      />
    </ActionForm>
  );
}

/** The sweet of exactly this name, or all that have every word of it. */
function matching(typed: string, sweets: readonly InStock[]): InStock[] {
  const text = typed.trim().toLowerCase();
  if (text === "") return [];
  const exact = sweets.filter(({ name }) => name.toLowerCase() === text);
  return exact.length > 0 ? exact.slice(0, 1) : sweets.filter(({ name }) => hasWords(name, text));
}

type SweetSearchProps = {
  name: string;
  onName: (name: string) => void;
  matches: readonly InStock[];
  sweets: readonly InStock[];
};

function SweetSearch({ name, onName, matches, sweets }: SweetSearchProps) {
  const id = useId();
  const [, { error }] = useFormField("id");
  const [first] = matches;
  const found =
    matches.length === 1 && first
      ? `${first.name}: ${amountText(first.stock, first.unitGrams)} in stock`
      : matches.length > 1
        ? `${matches.length} sweets: ${matches
            .slice(0, 3)
            .map((sweet) => sweet.name)
            .join(", ")}${matches.length > 3 ? " …" : ""}`
        : name.trim() !== "" && "No such sweet is in stock.";
  return (
    <div className="basis-72 grow max-w-full">
      <TextField
        label="Sweet"
        list={id}
        autoComplete="off"
        value={name}
        error={matches.length === 1 ? undefined : error}
        onChange={(event) => onName(event.target.value)}
      />
      <datalist id={id}>
        {sweets.map((sweet) => (
          <option key={sweet.id} value={sweet.name} />
        ))}
      </datalist>
      <p role="status" className="field-hint num empty:hidden">
        {found}
      </p>
    </div>
  );
}
