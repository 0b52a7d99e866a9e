"use client";

import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { SectionForm } from "./use-section-form";

type RowButtonProps = {
  form: SectionForm;
  /** What is added or removed, as the server reads it without JavaScript (lib/settings/facts.ts). */
  intent: string;
  kind: "add" | "remove";
  /** "Add a window", "Remove Mumbai" */
  label: string;
  /** What a screen reader reads after the label, where more buttons have it. */
  of?: string;
};

/** Adds or removes a row of a list. */
export function RowButton({ form, intent, kind, label, of }: RowButtonProps) {
  const shared = {
    type: "submit",
    name: "rows",
    value: intent,
    autoFocus: form.focus === intent,
    onClick: (event: React.MouseEvent) => {
      event.preventDefault();
      form.change(intent);
    },
  } as const;
  if (kind === "remove")
    return (
      <Button kind="danger-ghost" icon aria-label={of ? `${label} ${of}` : label} {...shared}>
        <Icon name="trash-2" />
      </Button>
    );
  return (
    <Button kind="outline" size="sm" {...shared}>
      <Icon name="plus" />
      {label}
      {of && <span className="sr-only"> {of}</span>}
    </Button>
  );
}
