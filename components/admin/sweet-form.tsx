"use client";
"use no memo"; // react-hook-form hands out values that change under the same identity

import { type ReactNode, useEffect, useMemo, useState } from "react";
import { type FormAction, useAction } from "@/components/account/use-action";
import { useCheckedForm } from "@/components/account/use-checked-form";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toast";
import type { AdminSweet } from "@/lib/catalogue/admin.server";
import type { ActionResult } from "@/lib/http/submit";
import { cropped } from "./crop";
import { type Chosen, PictureField } from "./picture-field";
import { type SentPicture, sendPicture } from "./send-picture";
import { storeDraft, takeDraft } from "./sweet-draft";
import { changesIn, check, fieldErrorsOf, movedTo, type SweetTexts, textsOf } from "./sweet-fields";
import { SweetBasics, SweetExtras } from "./sweet-inputs";
import { toastFailure } from "./use-form-action";

export type SweetFormProps = {
  sweet: AdminSweet | null;
  action: FormAction<{ message: string }>;
  /** The way out beside the button that saves. */
  cancel: ReactNode;
  onSaved: (message: string) => void;
  reload: (id: number) => Promise<ActionResult<AdminSweet>>;
  /** The page's padding differs from the dialog's. */
  inPage?: boolean;
};

/** Refusals that the newer version helps with: somebody changed the sweet, or sold what the edit takes out. */
const NEWER = ["stale_version", "insufficient_stock"];

/** All that can be said of a sweet; a plain post without JavaScript. What was typed stays whatever the server answers. */
export function SweetForm({ sweet, action, cancel, onSaved, reload, inPage = false }: SweetFormProps) {
  // What the fields are compared with: the version that the editor has seen.
  const [base, setBase] = useState(sweet);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [removed, setRemoved] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  const [lost, setLost] = useState<Exclude<SentPicture, { ok: true }> | null>(null);
  const [settled, setSettled] = useState<unknown>(null);
  const failed = sweet ? "Failed to update sweet" : "Failed to add sweet";
  const reason = sweet ? failed : "Failed to create sweet";

  const [typed] = useState<{ form?: FormData }>({});
  const { outcome, formAction, send, pending } = useAction(action, reason, {
    // The session has ended: what was typed is there again after the login.
    onRedirect: () =>
      typed.form &&
      storeDraft(base?.id ?? null, { changes: changesIn(typed.form, textsOf(base)), quantity: textsOf(base).quantity }),
  });
  const failure = useMemo(() => {
    if (outcome?.ok !== false || outcome === settled) return null;
    return { ...outcome, fields: fieldErrorsOf(Object.entries(outcome.fields)) };
  }, [outcome, settled]);
  // What came back to a page without JavaScript stands in its fields; a version that is behind stays what it was.
  const [posted] = useState(failure?.values);
  const texts = posted ? ({ ...textsOf(null), ...posted } as SweetTexts) : textsOf(sweet);
  const seen = base && { id: String(base.id), version: String(base.version), stockWas: String(base.quantity) };
  const hidden = seen && {
    ...seen,
    ...(base === sweet && posted && { version: posted.version, stockWas: posted.stockWas }),
  };

  const { formProps, field, fill, whole } = useCheckedForm<SweetTexts>({
    loadResolver: async () => ({
      resolver: async (values) => {
        const entries = Object.entries<unknown>(values).map(([name, value]) => [name, value === true ? "on" : value]);
        const wrong = Object.entries(check({ ...Object.fromEntries(entries), ...hidden }, !base));
        const errors = Object.fromEntries(wrong.map(([name, message]) => [name, { type: "check", message }]));
        return wrong.length === 0 ? { values, errors: {} } : { values: {}, errors };
      },
    }),
    values: texts,
    failure,
    send: save,
  });

  useEffect(() => {
    const draft = takeDraft(sweet?.id ?? null);
    if (!draft) return;
    fill(movedTo(draft.changes, draft.quantity, textsOf(sweet).quantity));
    toast.info("What you typed is here again. A photo has to be chosen again.");
  }, []);

  async function save(form: FormData) {
    setLost(null);
    typed.form = form;
    form.delete("image"); // the part of it that is shown has been sent ahead
    form.delete("from"); // the page goes on by itself
    if (chosen) {
      setSent(0);
      const picture = await sendPicture(await cropped(chosen.file, chosen.url, chosen.crop), setSent);
      setSent(null);
      if (picture.ok) form.set("picture", picture.name);
      // A session that has ended is the action's to tell.
      else if (picture.code !== "unauthorized") {
        setLost(picture);
        return toastFailure(failed, picture.message ?? reason);
      }
    }
    send(form, (result) => {
      if (result.ok) onSaved(result.data.message);
      else toastFailure(failed, result.message);
    });
  }

  // The newer version becomes what this form is compared with; what was typed here stays, of stock the difference.
  async function takeNewer(form: HTMLFormElement) {
    if (!base) return;
    const newer = await reload(base.id).catch(() => null);
    if (!newer?.ok) return toast.error(newer?.message ?? "An error occurred");
    const [was, now] = [textsOf(base), textsOf(newer.data)];
    fill({ ...now, ...movedTo(changesIn(new FormData(form), was), was.quantity, now.quantity) });
    setBase(newer.data);
    setSettled(outcome);
    toast.info("The latest version is loaded. What you typed is still here.");
  }

  const message = lost ? (lost.message ?? reason) : whole;
  const pictureError = failure?.fields.image;
  return (
    <form action={formAction} {...formProps}>
      {inPage && <input type="hidden" name="from" value="page" />}
      {Object.entries(hidden ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={`body grid grid-cols-1 gap-4 sm:grid-cols-2 ${inPage ? "p-5 lg:p-7" : ""}`}>
        {(failure || lost) && (
          <div role="alert" className="sm:col-span-2 bg-danger-soft text-danger p-3 katli-cut">
            <p className="flex gap-2 items-center font-medium">
              <Icon name="circle-alert" className="size-5 shrink-0" />
              {failed}
            </p>
            {message && message !== failed && <p className="mt-1">{message}</p>}
            {failure && NEWER.includes(failure.code) && <Newer id={base?.id} onTake={takeNewer} />}
          </div>
        )}
        <SweetBasics
          field={field}
          hint={base && base.held > 0 ? `${base.quantity} free, ${base.held} held` : undefined}
        />
        <PictureField
          current={removed ? null : (base?.image ?? null)}
          chosen={chosen}
          onChoose={setChosen}
          removed={removed}
          onRemove={() => setRemoved(true)}
          error={pictureError}
        />
        <SweetExtras field={field} texts={texts} open={sweet !== null || posted !== undefined} />
      </div>
      <footer className={inPage ? "flex justify-end gap-3 px-5 lg:px-7 py-4 border-t border-border" : undefined}>
        {sent !== null && (
          <progress
            className="mr-auto self-center w-32 min-w-0 accent-primary"
            value={sent}
            aria-label="Photo upload"
          />
        )}
        {cancel}
        <Button type="submit" pending={pending || sent !== null} pendingLabel="Saving...">
          {sweet ? "Save Changes" : "Add Sweet"}
        </Button>
      </footer>
    </form>
  );
}

function Newer({ id, onTake }: { id?: number; onTake: (form: HTMLFormElement) => void }) {
  return (
    <>
      <Button
        kind="outline"
        size="sm"
        className="mt-2"
        data-for="visitor customer admin"
        onClick={(event) => event.currentTarget.form && onTake(event.currentTarget.form)}
      >
        Load the latest version
      </Button>
      <a className="btn btn-outline btn-sm mt-2" data-for="neutral" href={`/admin/sweets/${id}/edit`}>
        Load the latest version
      </a>
    </>
  );
}
