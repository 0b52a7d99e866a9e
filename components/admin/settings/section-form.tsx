"use client";

import { ActionStatus } from "@/components/forms/action-status";
import { describeFailure } from "@/components/forms/describe-failure";
import { FormError } from "@/components/forms/form-error";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { Section } from "@/lib/settings/constants";
import { AreaFields } from "./area-fields";
import { MessageFields } from "./message-fields";
import { NoticeFields } from "./notice-fields";
import { PauseButtons } from "./pause-buttons";
import { PauseFields } from "./pause-fields";
import { PaymentFields } from "./payment-fields";
import { SaveWarnings } from "./save-warnings";
import { sectionLooks } from "./sections";
import { ShopFields } from "./shop-fields";
import { StaleNotice } from "./stale-notice";
import { TaxFields } from "./tax-fields";
import { type SaveAction, type SectionVersion, useSectionForm } from "./use-section-form";
import { WindowFields } from "./window-fields";

const fieldsOf = {
  shop: ShopFields,
  areas: AreaFields,
  windows: WindowFields,
  pause: PauseFields,
  notice: NoticeFields,
  payments: PaymentFields,
  tax: TaxFields,
  messages: MessageFields,
};

type SectionFormProps = {
  section: Section;
  current: SectionVersion;
  action: SaveAction;
  /** What the section does at the moment, when that is not plain from its fields. */
  status?: { text: string; good: boolean };
};

/** The form of a section of the settings. */
export function SectionForm({ section, current, action, status }: SectionFormProps) {
  const form = useSectionForm(section, current, action);
  const { failure } = form;
  const Fields = fieldsOf[section];
  const { title, about } = sectionLooks[section];
  return (
    <form
      {...form.formProps}
      className="settings-form relative border border-border bg-surface"
      aria-labelledby="settings-section"
    >
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
        <ActionStatus message={form.postedMessage} />
        {form.saved && <SaveWarnings warnings={form.saved.warnings} />}
        <Fields form={form} />
        {form.outdated ? (
          <StaleNotice form={form} />
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
