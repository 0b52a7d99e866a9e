"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type FieldValues, useWatch } from "react-hook-form";
import { ChangeTable } from "@/components/admin/change-table";
import { restoreDraft, storeDraft } from "@/components/admin/draft";
import { SaveButton } from "@/components/admin/ui/action-form";
import { AlertNotice } from "@/components/admin/ui/alert-notice";
import { Panel } from "@/components/admin/ui/panel";
import { RecordForm, useRecord } from "@/components/admin/ui/record-form";
import { describeFailure } from "@/components/forms/describe-failure";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import type { Section } from "@/db/constants/settings";
import type { FormAction } from "@/lib/http/action-state";
import { changesInSection, type SettingChange, type SweetName } from "@/lib/settings/form-texts";
import { type SectionTexts, sectionForm } from "@/lib/settings/form-values";
import { SectionPlace } from "./fields";
import { sectionFields } from "./section-fields";
import { sectionLooks } from "./sections";

/** Saves a section. `warnings`: what no longer fits, although it was saved. */
export type SaveAction = FormAction<{ version: number; message: string; warnings: string[] }>;

type SectionFormProps = {
  section: Section;
  current: SectionTexts;
  action: SaveAction;
  /** What the section does at the moment, when that is not plain from its fields. */
  status?: { text: string; good: boolean };
  /** Every sweet, for the section of the festivals. */
  sweets?: readonly SweetName[];
  today: string;
  hasGateway?: boolean;
};

/** The form of a section, compared with the version that was typed over and with the one that the shop has now. */
function useSectionForm({ section, current, action }: SectionFormProps) {
  const router = useRouter();
  // What was read or saved, and what is on its way, as JSON.
  const [read, setRead] = useState(() => JSON.stringify(current.value));
  const sent = useRef(read);
  const [warnings, setWarnings] = useState<string[]>([]);
  const { form, dismiss, ...record } = useRecord({
    values: current as FieldValues,
    schema: sectionForm(section),
    action,
    failed: "Failed to save the settings",
    formOf({ version, value }, typed) {
      sent.current = JSON.stringify(typed.value);
      const data = new FormData();
      for (const [name, text] of Object.entries({ section, version, value: JSON.stringify(value) }))
        data.set(name, String(text));
      return data;
    },
    onSaved({ version, message, warnings }) {
      toast.success(message);
      setWarnings(warnings);
      setRead(sent.current);
      form.setValue("version", version);
    },
    onFailure({ code }) {
      setWarnings([]);
      // The page then has the other version, and the form says what differs.
      if (code === "stale_version") router.refresh();
    },
  });
  const typed = useWatch({ control: form.control }) as SectionTexts;
  const unsaved = JSON.stringify(typed.value) !== read;
  const isNewer = current.version > typed.version;

  /** Takes the version that the shop has now, and forgets what was typed. */
  function adopt() {
    form.reset(current);
    setRead(JSON.stringify(current.value));
    dismiss();
  }

  const storeCurrentDraft = useEffectEvent(() => {
    if (unsaved) storeDraft(`settings:${section}`, typed);
  });

  useEffect(() => {
    const draft = restoreDraft<SectionTexts>(`settings:${section}`);
    if (draft?.value !== undefined) {
      form.reset(draft);
      toast.info("What you typed is here again.");
    }
    window.addEventListener("pagehide", storeCurrentDraft);
    return () => {
      window.removeEventListener("pagehide", storeCurrentDraft);
      storeCurrentDraft();
    };
  }, []);

  // A newer version replaces the one that was read while nothing else was typed. After a save it is what the server made of it.
  useEffect(() => {
    const isOther = current.version === typed.version && JSON.stringify(current.value) !== read;
    if (!unsaved && (isNewer || isOther)) adopt();
  }, [current.version, typed.version]);

  const outdated = isNewer && !record.pending && (unsaved || record.failure?.code === "stale_version");
  return { record: { form, ...record }, typed, unsaved, outdated, warnings, adopt };
}

export function SectionForm(props: SectionFormProps) {
  const { section, current, status, today, hasGateway, sweets = [] } = props;
  const { record, typed, unsaved, outdated, warnings, adopt } = useSectionForm(props);
  const { form, failure, pending } = record;
  const Fields = sectionFields[section];
  const isMarked = Object.keys(form.formState.errors).length > 0;
  const refusal = failure && Object.keys(failure.fields).length === 0 && describeFailure(failure);
  const saveMine = () => {
    form.setValue("version", current.version);
    void record.save();
  };
  const isPause = section === "pause";
  const isPaused = isPause && (current.value as { paused: boolean }).paused;
  return (
    <Panel className="settings-form">
      <RecordForm record={record} aria-labelledby="settings-section">
        {/* Enter in a field presses the first button, and must not pause the shop. */}
        {isPause && !isPaused && <button type="submit" hidden disabled />}
        <header className="p-4 sm:p-5 lg:px-7 border-b border-border">
          <h2 id="settings-section" className="text-d4">
            {sectionLooks[section].title}
          </h2>
          <p className="text-muted mt-1 max-w-prose">{sectionLooks[section].about}</p>
          {status && (
            <p className={`flex gap-2 font-semibold mt-2 ${status.good ? "text-success" : "text-danger"}`}>
              <Icon name={status.good ? "circle-check" : "ban"} className="size-5 shrink-0 mt-0.5" />
              {status.text}
            </p>
          )}
        </header>
        <div className="p-4 sm:p-5 lg:px-7 grid gap-7">
          {warnings.length > 0 && (
            // Orders that a change of the windows concerns. It was saved all the same.
            <Notice tone="warning" role="alert" title="Saved. These orders no longer fit:">
              <ul className="mt-1">
                {warnings.map((warning) => (
                  <li key={warning}>{warning}</li>
                ))}
              </ul>
              <p className="mt-1 text-sm">They keep their windows. Move them under Orders, and call the customers.</p>
            </Notice>
          )}
          <SectionPlace value={{ section, at: "value" }}>
            <Fields {...{ sweets, today, hasGateway }} />
          </SectionPlace>
          {outdated ? (
            <StaleNotice
              differences={changesInSection(section, current.value, typed.value, sweets)}
              wasRefused={failure !== null}
              saveMine={saveMine}
              loadOther={adopt}
            />
          ) : (
            (isMarked || refusal) && (
              <Notice tone="danger" title={isMarked ? "Not saved yet: please correct what is marked." : refusal} />
            )
          )}
        </div>
        <footer className="flex flex-wrap items-center justify-end gap-3 px-4 sm:px-5 lg:px-7 py-3 sm:py-4 border-t border-border bg-surface sticky bottom-0 short:static">
          {unsaved && (
            <>
              <p className="text-muted mr-auto max-sm:sr-only">Not saved yet</p>
              <Button kind="ghost" onClick={adopt}>
                Discard
              </Button>
            </>
          )}
          {(!isPause || isPaused) && (
            <SaveButton
              kind={isPause ? "outline" : "primary"}
              pending={pending}
              onClick={() => isPause && form.setValue("value.paused", true)}
            />
          )}
          {isPause && (
            <SaveButton
              pending={pending}
              pendingLabel={undefined}
              onClick={() => form.setValue("value.paused", !isPaused)}
            >
              {isPaused ? "Reopen" : "Pause orders"}
            </SaveButton>
          )}
        </footer>
      </RecordForm>
    </Panel>
  );
}

type StaleProps = { differences: SettingChange[]; wasRefused: boolean; saveMine: () => void; loadOther: () => void };

/** Says that somebody else has saved the section meanwhile, and what differs. What was typed stays until the owner decides. */
function StaleNotice({ differences, wasRefused, saveMine, loadOther }: StaleProps) {
  const differs = differences.length > 0;
  return (
    <AlertNotice focusOn={wasRefused} className="scroll-mb-24" title="Someone else has changed these settings.">
      {differs ? "What you typed is still here and not saved. This differs:" : "They say the same as what you typed."}
      {differs && (
        <Panel className="mt-3">
          <ChangeTable changes={differences} from="In the shop now" to="Typed by you" label="Differences" />
        </Panel>
      )}
      <div className="flex flex-wrap gap-3 mt-3">
        {differs && (
          <Button kind="outline" onClick={saveMine}>
            Save mine instead
          </Button>
        )}
        <Button kind="outline" onClick={loadOther}>
          Load the other version
        </Button>
      </div>
    </AlertNotice>
  );
}
