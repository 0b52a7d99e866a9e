"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { restoreDraft, storeDraft } from "@/components/admin/draft";
import { GENERIC_FAILURE, toastFailure } from "@/components/admin/ui/toast-failure";
import { failureOfLost } from "@/components/forms/lost-answer";
import { MadeFor } from "@/components/forms/made-for";
import { typedValues, useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toast";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import { type PackForm, packFormOf, packsOfFields, rebasePacks } from "@/lib/catalogue/pack-form";
import type { ActionFailure, ActionState, MessageAction } from "@/lib/http/action-state";
import { cropPicture } from "./crop";
import { changesIn, fieldOf, rebaseChanges, type SweetTexts, textsOf } from "./fields";
import { SweetBasics, SweetExtras } from "./inputs";
import { PackFields } from "./pack-fields";
import { type ChosenPicture, PictureField } from "./picture-field";
import { countedIn, freeAndHeld } from "./stock-text";
import { uploadPicture } from "./upload-picture";
import { packErrorField, usePackRows } from "./use-pack-rows";

export type SweetFormProps = {
  sweet: AdminSweet | null;
  action: MessageAction;
  /** The button or link beside the submit button that leaves the form. */
  cancel: ReactNode;
  onSaved: (message: string) => void;
  reload: (id: number) => Promise<ActionState<AdminSweet>>;
  /** Whether the form is a page of its own instead of a dialog, which has another padding. */
  inPage?: boolean;
};

/** What was typed before the session ended, and the stock and the packs that the form showed then. */
type Draft = { changes: Partial<SweetTexts>; quantity: string; packs?: { typed: PackForm; before: PackForm } };

const draftName = (sweet: AdminSweet | null) => `sweet:${sweet?.id ?? "new"}`;

/** What the field Quantity counts, and what carts hold. */
function stockHint(sweet: AdminSweet): string | undefined {
  const unit = countedIn(sweet);
  const counts = sweet.held > 0 ? freeAndHeld(sweet) : undefined;
  if (!unit) return counts;
  return counts ? `Stock (${unit}): ${counts}` : `Stock (${unit})`;
}

/** Failures that loading the latest version resolves: somebody else changed the sweet, or sold the stock in the meantime. */
const OUTDATED = ["stale_version", "insufficient_stock"];
const LOAD_LATEST = "Load the latest version";

/** Adds or edits a sweet. Without JavaScript the form is posted with its picture; what was typed is never lost. */
export function SweetForm({ sweet, action, cancel, onSaved, reload, inPage = false }: SweetFormProps) {
  // The version that the user has seen, which the fields are compared with.
  const [base, setBase] = useState(sweet);
  const [chosen, setChosen] = useState<ChosenPicture | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const title = sweet ? "Failed to update sweet" : "Failed to add sweet";
  const failureText = sweet ? title : "Failed to create sweet";

  const sentKeys = useRef<number[]>(null);
  const actionForm = useActionForm(action, {
    failureText,
    values: textsOf(sweet),
    loadSchema: async () => {
      const { newSweetForm, sweetForm } = await import("@/lib/catalogue/schema");
      return sweet ? sweetForm : newSweetForm;
    },
    fieldOf: (path) => packErrorField(path, sentKeys.current) ?? fieldOf(path),
    prepare,
    onSuccess: ({ message }) => onSaved(message),
    // The session has expired: what was typed is restored after the login.
    onRedirect: (form) => {
      const texts = textsOf(base);
      const changes = changesIn(form, texts);
      const draft: Draft = {
        changes,
        quantity: texts.quantity,
        packs: { typed: packs.typed(), before: packFormOf(base) },
      };
      storeDraft(draftName(base), draft);
    },
  });
  const { failure, message, errors, pending, formRef, formProps, field, setValues, dismiss } = actionForm;
  // What was posted without JavaScript: its fields and the version that it was typed over.
  const [posted] = useState(failure?.values);
  const flags = posted ?? textsOf(sweet);
  const alert = useRef<HTMLDivElement>(null);
  const packs = usePackRows((posted && packsOfFields(posted)) ?? packFormOf(sweet), actionForm);
  const version = base && {
    id: String(base.id),
    version: String(base.version),
    stockWas: String(base.quantity),
    ...(base === sweet && posted && { version: posted.version, stockWas: posted.stockWas }),
  };

  useEffect(() => {
    sentKeys.current = packs.sentKeys();
  });

  // The form is long, and its button at the other end. An invalid field gets the focus instead.
  useEffect(() => {
    if (message) alert.current?.scrollIntoView({ block: "nearest" });
  }, [failure]);

  useEffect(() => {
    const draft = restoreDraft<Draft>(draftName(sweet));
    if (!draft) return;
    setValues(rebaseChanges(draft.changes, draft.quantity, textsOf(sweet).quantity));
    if (draft.packs) packs.show(rebasePacks(draft.packs.typed, draft.packs.before, packFormOf(sweet)));
    toast.info("What you typed is here again. A photo has to be chosen again.");
  }, []);

  /** Uploads the visible part of the chosen picture, so that the action gets its name instead of the file. */
  async function prepare(form: FormData): Promise<ActionFailure | undefined> {
    form.delete("image");
    // Without this field the action answers here instead of redirecting to the list.
    form.delete("from");
    if (!chosen) return;
    const picture = await cropPicture(chosen.file, chosen.url, chosen.crop);
    setProgress(0);
    const result = await uploadPicture(picture, setProgress).finally(() => setProgress(null));
    if ("name" in result) form.set("picture", result.name);
    // If the session has expired, the action redirects to the login.
    else if (result.code !== "unauthorized")
      return { ok: false, code: result.code, message: result.message, fields: {}, values: typedValues(form) };
  }

  /** Loads the latest version to compare with. Typed changes stay; a changed stock keeps its difference. */
  async function loadLatest() {
    const form = formRef.current;
    if (!base || !form) return;
    const latest = await reload(base.id).catch((error) => failureOfLost(error, GENERIC_FAILURE));
    if (!latest.ok) return toastFailure(GENERIC_FAILURE, latest);
    const [before, now] = [textsOf(base), textsOf(latest.data)];
    setValues({
      ...now,
      ...rebaseChanges(changesIn(new FormData(form), before), before.quantity, now.quantity),
    });
    packs.show(rebasePacks(packs.typed(), packFormOf(base), packFormOf(latest.data)));
    setBase(latest.data);
    dismiss();
    toast.info("The latest version is loaded. What you typed is still here.");
  }

  return (
    <form {...formProps} onInput={packs.onInput}>
      <MadeFor />
      {inPage && <input type="hidden" name="from" value="page" />}
      {Object.entries(version ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={`body grid grid-cols-1 gap-4 sm:grid-cols-2 ${inPage ? "p-5 lg:p-7" : ""}`}>
        {failure && (
          <div ref={alert} role="alert" className="sm:col-span-2 bg-danger-soft text-danger p-3 katli-cut">
            <p className="flex gap-2 items-center font-medium">
              <Icon name="circle-alert" className="size-5 shrink-0" />
              {title}
            </p>
            {message && message !== title && <p className="mt-1">{message}</p>}
            {OUTDATED.includes(failure.code) && (
              <>
                <Button
                  kind="outline"
                  size="sm"
                  className="mt-2"
                  data-for="visitor customer admin"
                  onClick={loadLatest}
                >
                  {LOAD_LATEST}
                </Button>
                <a className="btn btn-outline btn-sm mt-2" data-for="neutral" href={`/admin/sweets/${base?.id}/edit`}>
                  {LOAD_LATEST}
                </a>
              </>
            )}
          </div>
        )}
        <SweetBasics field={field} hint={base ? stockHint(base) : undefined} />
        <PackFields packs={packs} errors={errors} stored={base?.allPacks.length ?? 1} inPage={inPage} />
        <PictureField stored={base?.image ?? null} chosen={chosen} onChoose={setChosen} error={errors.image} />
        <SweetExtras field={field} flags={flags} open={sweet !== null || posted !== undefined} />
      </div>
      <footer className={inPage ? "flex justify-end gap-3 px-5 lg:px-7 py-4 border-t border-border" : undefined}>
        {progress !== null && (
          <progress
            className="mr-auto self-center w-32 min-w-0 accent-primary"
            value={progress}
            aria-label="Photo upload"
          />
        )}
        {cancel}
        <Button type="submit" pending={pending} pendingLabel="Saving...">
          {sweet ? "Save Changes" : "Add Sweet"}
        </Button>
      </footer>
    </form>
  );
}
