"use client";

import { useState } from "react";
import { type FieldPath, useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { SelectField, TextArea, TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/action";
import type { AdminSweet } from "@/lib/catalogue/admin.server";
import { categories } from "@/lib/catalogue/choices";
import { cropped } from "./crop";
import { type Chosen, PictureField } from "./picture-field";
import { saveSweet } from "./save-sweet";
import { check, fieldErrorsOf, formDataOf, type SweetFormValues, valuesOf } from "./sweet-fields";
import { toastFailure } from "./use-form-action";

type SweetFormProps = {
  sweet: AdminSweet | null;
  onCancel: () => void;
  onSaved: (message: string) => void;
  reload: (id: number) => Promise<ActionResult<AdminSweet>>;
};

/** Refusals that the newer version helps with: somebody changed the sweet, or sold what the edit takes out. */
const NEWER = ["stale_version", "insufficient_stock"];

const numberOrNull = (text: string | number | null) => (text === "" || text === null ? null : Number(text));

/** All that can be said of a sweet. What was typed stays whatever the server answers. */
export function SweetForm({ sweet, onCancel, onSaved, reload }: SweetFormProps) {
  // What the fields are compared with: the version that the editor has seen.
  const [base, setBase] = useState(sweet);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [removed, setRemoved] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  const [failure, setFailure] = useState<{ message: string; stale?: boolean; picture?: boolean } | null>(null);
  const failed = sweet ? "Failed to update sweet" : "Failed to add sweet";
  const form = useForm<SweetFormValues>({
    defaultValues: valuesOf(sweet),
    resolver: (values) => {
      const fields = check(values, base);
      const entries = Object.entries(fields).map(([name, message]) => [name, { type: "check", message }]);
      return entries.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(entries) };
    },
  });
  const { errors, isSubmitting } = form.formState;

  const field = (name: FieldPath<SweetFormValues>, options?: Parameters<typeof form.register>[1]) => ({
    ...form.register(name, options),
    error: errors[name]?.message,
  });

  async function save(values: SweetFormValues) {
    setFailure(null);
    const data = formDataOf(values, base && valuesOf(base));
    if (base) {
      data.set("version", String(base.version));
      if (data.has("stock")) data.set("stockWas", String(base.quantity));
    }
    if (chosen) data.set("image", await cropped(chosen.file, chosen.url, chosen.crop), "picture.jpg");
    else if (removed) data.set("removeImage", "true");
    if (chosen) setSent(0);
    const result = await saveSweet(base?.id ?? null, data, (part) => chosen && setSent(part));
    setSent(null);
    if (result.ok) return onSaved(sweet ? "Sweet updated successfully" : "Sweet added successfully");

    const entries = Object.entries(result.fields).map(([path, message]) => ({ path, message }));
    for (const [name, message] of Object.entries(fieldErrorsOf(entries)))
      form.setError(name as keyof SweetFormValues, { message });
    const picture = ["unsupported_media_type", "payload_too_large"].includes(result.code);
    setFailure({ message: result.message ?? failed, stale: NEWER.includes(result.code), picture });
    toastFailure(failed, result.message ?? failed);
  }

  // The newer version becomes what this form is compared with; what was typed here stays, of stock the difference.
  async function takeNewer() {
    if (!base) return;
    const typed = form.formState.dirtyFields;
    const values = form.getValues();
    const newer = await reload(base.id);
    if (!newer.ok) return toast.error(newer.message);
    const fresh = valuesOf(newer.data);
    if (Number.isInteger(values.quantity))
      values.quantity = Math.max(0, newer.data.quantity + Number(values.quantity) - base.quantity);
    form.reset(fresh);
    for (const name of Object.keys(typed) as (keyof SweetFormValues)[])
      form.setValue(name, values[name], { shouldDirty: true });
    setBase(newer.data);
    setFailure(null);
    toast.info("The latest version is loaded. What you typed is still here.");
  }

  return (
    <form onSubmit={form.handleSubmit(save)} noValidate>
      <div className="body grid gap-4 sm:grid-cols-2">
        {failure && (
          <div role="alert" className="sm:col-span-2 bg-danger-soft text-danger p-3 katli-cut">
            <p className="flex gap-2 items-center font-medium">
              <Icon name="circle-alert" className="size-5 shrink-0" />
              {failed}
            </p>
            {failure.message !== failed && <p className="mt-1">{failure.message}</p>}
            {failure.stale && (
              <Button kind="outline" size="sm" className="mt-2" onClick={takeNewer}>
                Load the latest version
              </Button>
            )}
          </div>
        )}
        <TextField label="Name" maxLength={120} autoComplete="off" {...field("name")} />
        <SelectField label="Category" defaultValue={sweet?.category ?? ""} {...field("category")}>
          <option value="">Select a category</option>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </SelectField>
        <TextArea label="Description" className="sm:col-span-2" rows={3} maxLength={2000} {...field("description")} />
        <div className="sm:col-span-2 grid grid-cols-2 gap-4">
          <TextField
            label="Price (₹)"
            type="number"
            inputMode="decimal"
            step="0.01"
            min="0.01"
            {...field("price", { valueAsNumber: true })}
          />
          <TextField
            label="Quantity"
            type="number"
            inputMode="numeric"
            step="1"
            min="0"
            hint={base && base.held > 0 ? `${base.quantity} free, ${base.held} held` : undefined}
            {...field("quantity", { valueAsNumber: true })}
          />
        </div>
        <PictureField
          current={removed ? null : (base?.image ?? null)}
          chosen={chosen}
          onChoose={setChosen}
          onRemove={() => setRemoved(true)}
          error={failure?.picture ? failure.message : undefined}
        />
        <TextField
          label="Alt text"
          optional
          hint="Describes the photo for people who cannot see it"
          className="sm:col-span-2"
          maxLength={300}
          {...field("imageAlt")}
        />
        <fieldset className="sm:col-span-2 flex flex-wrap gap-x-8">
          <legend className="sr-only">Marks</legend>
          {(
            [
              ["featured", "Featured"],
              ["sugarFree", "Sugar free"],
              ["giftBox", "Gift box"],
            ] as const
          ).map(([name, text]) => (
            <label key={name} className="check">
              <input type="checkbox" {...form.register(name)} />
              {text}
            </label>
          ))}
          <p className="basis-full text-sm text-muted">
            The shop’s Sugar-Free filter shows the category of that name. Tick Sugar free for every sweet in it.
          </p>
        </fieldset>
        <details className="sm:col-span-2" open={sweet !== null || undefined}>
          <summary className="font-semibold min-h-11 inline-flex items-center cursor-pointer">Food facts</summary>
          <div className="grid gap-4 sm:grid-cols-2 pt-2">
            <TextField
              label="Net weight (grams)"
              optional
              type="number"
              min="1"
              step="1"
              {...field("netWeightGrams", { setValueAs: numberOrNull })}
            />
            <TextField
              label="Shelf life (days)"
              optional
              type="number"
              min="0"
              step="1"
              {...field("shelfLifeDays", { setValueAs: numberOrNull })}
            />
            <TextArea
              label="Ingredients"
              optional
              rows={2}
              maxLength={2000}
              className="sm:col-span-2"
              {...field("ingredients")}
            />
            <TextField label="Allergens" optional hint="Separated by commas" {...field("allergens")} />
            <SelectField label="Vegetarian" optional defaultValue={valuesOf(sweet).vegetarian} {...field("vegetarian")}>
              <option value="">Not stated</option>
              <option value="yes">Vegetarian</option>
              <option value="no">Not vegetarian</option>
            </SelectField>
            <TextField label="Storage" optional maxLength={300} className="sm:col-span-2" {...field("storage")} />
          </div>
        </details>
      </div>
      <footer>
        {sent !== null && (
          <progress className="mr-auto self-center w-32 accent-primary" value={sent} aria-label="Photo upload" />
        )}
        <Button kind="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={isSubmitting} pendingLabel="Saving...">
          {sweet ? "Save Changes" : "Add Sweet"}
        </Button>
      </footer>
    </form>
  );
}
