"use client";

import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { restoreDraft, storeDraft } from "@/components/admin/draft";
import { announceChange, RecordForm, useRecord } from "@/components/admin/ui/record-form";
import { GENERIC_FAILURE, toastFailure } from "@/components/admin/ui/toast-failure";
import { describeFailure } from "@/components/forms/describe-failure";
import { FormDialog } from "@/components/forms/form-dialog";
import { failureOfLost } from "@/components/forms/lost-answer";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import { formPath } from "@/lib/catalogue/pack-form";
import { newSweetForm, sweetForm } from "@/lib/catalogue/schema";
import type { ActionFailure, ActionState, MessageAction } from "@/lib/http/action-state";
import { type ChosenPicture, PictureField, uploadPicture } from "./picture-field";
import { countText, defaultOf, freeAndHeld, stockText } from "./stock";
import { PackFields, SoldByChoice, StockField, SweetBasics, SweetExtras } from "./sweet-fields";
import { OUTDATED, rebased, type SweetValues, sentOf, valuesOf } from "./sweet-values";

export type SweetFormProps = {
  sweet: AdminSweet | null;
  action: MessageAction;
  reload: (id: number) => Promise<ActionState<AdminSweet>>;
  onCancel: () => void;
  onSaved: () => void;
};

const draftName = (sweet: AdminSweet | null) => `sweet:${sweet?.id ?? "new"}`;

/** The pack that the stock of a sweet is counted in, and what is free where carts hold some, or less than such a pack is left. */
function stockOf(sweet: AdminSweet) {
  const pack = defaultOf(sweet);
  const isWhole = sweet.held === 0 && stockText(sweet) === countText(sweet.quantity, pack);
  return { pack, text: isWhole ? null : freeAndHeld(sweet) };
}

/** Adds or edits a sweet. What was typed is never lost. */
export function SweetForm({ sweet, action, reload, onCancel, onSaved }: SweetFormProps) {
  // The version that the user has seen, which the fields are compared with.
  const [base, setBase] = useState(sweet);
  // A chosen one, or null to take the stored one away.
  const [picture, setPicture] = useState<ChosenPicture | null>();
  const [progress, setProgress] = useState<number | null>(null);
  const title = sweet ? "Failed to update sweet" : "Failed to add sweet";
  const alert = useRef<HTMLDivElement>(null);

  const record = useRecord({
    values: valuesOf(sweet),
    schema: (sweet ? sweetForm : newSweetForm) as z.ZodType,
    action,
    failed: sweet ? title : "Failed to create sweet",
    formOf: (_, values) => sentOf(values),
    fieldOf: shownAt,
    prepare,
    onSaved({ message }: { message: string }) {
      onSaved();
      toast.success(message);
    },
    // The session has expired: what was typed is restored after the login.
    onRedirect() {
      storeDraft(draftName(base), { typed: form.getValues(), before: valuesOf(base) });
    },
  });
  const { form, failure, pending, formRef, dismiss } = record;
  /** The server names what a pack takes of the stock, which has no field. */
  function shownAt(path: string): string {
    return formPath(path, form.getValues("soldBy"));
  }
  const isAtField = Object.keys(failure?.fields ?? {}).some(
    (path) => typeof form.getValues(shownAt(path) as "name") === "string",
  );
  const message = failure && !isAtField ? describeFailure(failure) : null;

  // The form is long, and its button at the other end. An invalid field gets the focus instead.
  useEffect(() => {
    if (message) alert.current?.scrollIntoView({ block: "nearest" });
  }, [failure]);

  useEffect(() => {
    const draft = restoreDraft<Record<"typed" | "before", SweetValues>>(draftName(sweet));
    // One of before this form had its first question is left.
    if (!draft?.typed?.soldBy) return;
    form.reset(rebased(draft.typed, draft.before, valuesOf(sweet)));
    announceChange(formRef.current?.querySelector("input"));
    toast.info("What you typed is here again. A photo has to be chosen again.");
  }, []);

  /** Uploads the visible part of the chosen picture, so that the action gets its name. */
  async function prepare(form: FormData): Promise<ActionFailure | undefined> {
    if (picture === null) form.set("removeImage", "on");
    if (!picture) return;
    setProgress(0);
    const result = await uploadPicture(picture, setProgress).finally(() => setProgress(null));
    if ("name" in result) form.set("picture", result.name);
    // If the session has expired, the action redirects to the login.
    else if (result.code !== "unauthorized") return { ok: false, ...result, fields: {}, values: {} };
  }

  /** Loads the latest version to compare with. Typed changes stay; a changed stock keeps its difference. */
  async function loadLatest() {
    if (!base) return;
    const latest = await reload(base.id).catch((error) => failureOfLost(error, GENERIC_FAILURE));
    if (!latest.ok) return toastFailure(GENERIC_FAILURE, latest);
    form.reset(rebased(form.getValues(), valuesOf(base), valuesOf(latest.data)));
    setBase(latest.data);
    dismiss();
    toast.info("The latest version is loaded. What you typed is still here.");
  }

  /** A row that stayed empty is no pack. */
  function dropBlankPacks() {
    const packs = form.getValues("packs");
    const typed = packs.filter(
      ({ isDefault, label, grams, pieces, price }) => isDefault || `${label}${grams}${pieces}${price}`.trim() !== "",
    );
    if (typed.length < packs.length) form.setValue("packs", typed);
  }

  return (
    <RecordForm record={record} onSubmitCapture={dropBlankPacks}>
      <div className="body grid grid-cols-1 gap-4 sm:grid-cols-2">
        {failure && (
          <Notice ref={alert} tone="danger" title={title} className="sm:col-span-2">
            {message !== title && message}
            {OUTDATED.includes(failure.code) && (
              <Button kind="outline" size="sm" className="flex mt-2" onClick={loadLatest}>
                Load the latest version
              </Button>
            )}
          </Notice>
        )}
        {!base && <SoldByChoice className="sm:col-span-2" />}
        <SweetBasics />
        <PackFields isNew={!base} />
        <StockField stored={base && stockOf(base)} />
        <PictureField
          stored={base?.image ?? null}
          picture={picture}
          onChange={setPicture}
          error={failure?.fields.image}
        />
        <SweetExtras open={sweet !== null} />
      </div>
      <footer>
        {progress !== null && (
          <progress
            className="mr-auto self-center w-32 min-w-0 accent-primary"
            value={progress}
            aria-label="Photo upload"
          />
        )}
        <Button kind="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={pending} pendingLabel="Saving...">
          {sweet ? "Save Changes" : "Add Sweet"}
        </Button>
      </footer>
    </RecordForm>
  );
}

type SweetDialogProps = Omit<SweetFormProps, "onCancel" | "onSaved"> & {
  /** While the latest version of the sweet is being loaded. */
  loading?: boolean;
  onClose: () => void;
};

/** The dialog of the form. It is loaded when it is first opened, because the form and its schema are large. */
export default function SweetDialog({ loading = false, onClose, ...form }: SweetDialogProps) {
  // While the details were loading there was no field that could get the focus.
  useEffect(() => {
    if (!loading && form.sweet) document.querySelector<HTMLInputElement>("[role=dialog] [name=name]")?.focus();
  }, [loading]);
  const waiting = (
    <p className="body text-muted" role="status">
      Loading...
    </p>
  );
  return (
    <FormDialog title={form.sweet ? "Edit Sweet" : "Add New Sweet"} size="lg" onClose={onClose}>
      {({ close }) => (loading ? waiting : <SweetForm {...form} onCancel={close} onSaved={onClose} />)}
    </FormDialog>
  );
}
