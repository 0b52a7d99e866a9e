"use client";

import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { ChangeTable } from "@/components/admin/change-table";
import { describeFailure } from "@/components/forms/describe-failure";
import { FormError } from "@/components/forms/form-error";
import { FormOutcome } from "@/components/forms/form-outcome";
import { MadeFor } from "@/components/forms/made-for";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Warning } from "@/components/ui/warning";
import type { Section } from "@/db/constants/settings";
import { type Texts, textAt } from "@/lib/forms/texts";
import { changesInSection, type SweetName } from "@/lib/settings/form-texts";
import { SectionFormContext } from "./fields";
import { sectionFields } from "./section-fields";
import { sectionLooks, sectionUrl } from "./sections";
import { type SectionForm as Form, type SaveAction, type SectionVersion, useSectionForm } from "./use-section-form";

type SectionFormProps = {
  section: Section;
  current: SectionVersion;
  action: SaveAction;
  /** What the section does at the moment, when that is not plain from its fields. */
  status?: { text: string; good: boolean };
  /** Every sweet, for the section of the festivals. */
  sweets?: readonly SweetName[];
};

/** The form of a section of the settings. */
export function SectionForm({ section, current, action, status, sweets = [] }: SectionFormProps) {
  const form = useSectionForm(section, current, action);
  const { failure } = form;
  const Fields = sectionFields[section];
  const { title, about } = sectionLooks[section];
  return (
    <form
      {...form.formProps}
      className="settings-form relative border border-border bg-surface"
      aria-labelledby="settings-section"
    >
      <MadeFor />
      {/* The Enter key presses a form's first button, which would otherwise add or remove a row. */}
      <button
        type="submit"
        className="absolute w-px h-11 overflow-hidden opacity-0 pointer-events-none"
        tabIndex={-1}
        aria-hidden="true"
      >
        Save
      </button>
      <input type="hidden" name="section" value={section} />
      <input type="hidden" name="version" value={form.version} />
      <header className="p-4 sm:p-5 lg:px-7 border-b border-border">
        <h2 id="settings-section" className="text-d4">
          {title}
        </h2>
        <p className="text-muted mt-1 max-w-prose">{about}</p>
        {status && (
          <p className={`flex gap-2 font-semibold mt-2 ${status.good ? "text-success" : "text-danger"}`}>
            <Icon name={status.good ? "circle-check" : "ban"} className="size-5 shrink-0 mt-0.5" />
            {status.text}
          </p>
        )}
      </header>
      <div className="p-4 sm:p-5 lg:px-7 grid gap-7">
        <FormOutcome done={form.postedMessage} />
        {form.saved && <SaveWarnings warnings={form.saved.warnings} />}
        <SectionFormContext value={form}>
          <Fields sweets={sweets} />
        </SectionFormContext>
        {form.outdated ? (
          <StaleNotice form={form} sweets={sweets} />
        ) : (
          failure && (
            <FormError>
              {failure.code === "invalid" && Object.keys(failure.fields).length > 0
                ? "Not saved yet: please correct what is marked."
                : describeFailure(failure)}
            </FormError>
          )
        )}
      </div>
      <footer className="flex flex-wrap items-center justify-end gap-3 px-4 sm:px-5 lg:px-7 py-3 sm:py-4 border-t border-border bg-surface sticky bottom-0 short:static">
        {form.unsaved && (
          <>
            <p className="text-muted mr-auto max-sm:sr-only">Not saved yet</p>
            <Button kind="ghost" onClick={form.adopt}>
              Discard
            </Button>
          </>
        )}
        {section === "pause" ? (
          <PauseButtons form={form} />
        ) : (
          <Button type="submit" pending={form.pending} pendingLabel="Saving...">
            Save
          </Button>
        )}
      </footer>
    </form>
  );
}

/** Orders that a change of the windows concerns. It was saved all the same. */
function SaveWarnings({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Warning role="alert" title="Saved. These orders no longer fit:">
      <ul className="mt-1">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
      <p className="mt-1 text-sm">They keep their windows. Move them under Orders, and call the customers.</p>
    </Warning>
  );
}

/** Pauses orders; while they are paused, changes until when and why, or opens the shop again. */
function PauseButtons({ form }: { form: Form }) {
  const isPaused = textAt(form.current.texts, "value.paused") === "on";
  // What is pressed is kept with what was typed, in case it cannot be saved at once. The form is sent after the click.
  const button = (paused: "on" | "") => ({
    type: "submit" as const,
    name: "value.paused",
    value: paused,
    pending: form.pending,
    onClick: () => !form.pending && flushSync(() => form.set("value.paused", paused)),
  });
  return (
    <>
      <input type="hidden" name="value.paused" value={form.text("value.paused")} />
      {isPaused && (
        <Button kind="outline" {...button("on")}>
          Save
        </Button>
      )}
      {isPaused ? <Button {...button("")}>Reopen</Button> : <Button {...button("on")}>Pause orders</Button>}
    </>
  );
}

const sectionOf = (texts: Texts) => (texts as { value: Texts }).value;

/** Says that somebody else has saved the section meanwhile, and what differs. What was typed stays until the owner decides. */
function StaleNotice({ form, sweets }: { form: Form; sweets: readonly SweetName[] }) {
  const { section, current, texts } = form;
  const differences = changesInSection(section, sectionOf(current.texts), sectionOf(texts), sweets);
  const notice = useRef<HTMLDivElement>(null);
  // Whoever has just saved may be far from here.
  const wasRefused = form.failure !== null;
  useEffect(() => {
    if (wasRefused) notice.current?.focus();
  }, [wasRefused]);
  return (
    <div role="alert" ref={notice} tabIndex={-1} className="bg-warning-soft katli-cut p-4 scroll-mb-24 outline-none">
      <p className="flex gap-2.5 font-semibold">
        <Icon name="triangle-alert" className="size-5 text-warning shrink-0 mt-0.5" />
        Someone else has changed these settings.
      </p>
      <p className="mt-1">
        {differences.length === 0
          ? "They say the same as what you typed."
          : "What you typed is still here and not saved. This differs:"}
      </p>
      {differences.length > 0 && (
        <div className="border border-border bg-surface mt-3">
          <ChangeTable changes={differences} from="In the shop now" to="Typed by you" label="Differences" />
        </div>
      )}
      <div className="flex flex-wrap gap-3 mt-3">
        {differences.length > 0 && (
          <Button type="submit" name="version" value={current.version} kind="outline" pending={form.pending}>
            Save mine instead
          </Button>
        )}
        <a
          className="btn btn-outline"
          href={sectionUrl(section)}
          onClick={(event) => {
            event.preventDefault();
            form.adopt();
          }}
        >
          Load the other version
        </a>
      </div>
    </div>
  );
}
