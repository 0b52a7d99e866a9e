"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { Texts } from "@/lib/forms/texts";
import { changesBetween } from "@/lib/settings/form-texts";
import { ChangeTable } from "./change-table";
import { sectionUrl } from "./sections";
import type { SectionForm } from "./use-section-form";

const sectionOf = (texts: Texts) => (texts as { value: Texts }).value;

/** Says that somebody else has saved the section meanwhile, and what differs. What was typed stays until the owner decides. */
export function StaleNotice({ form }: { form: SectionForm }) {
  const { section, current, texts } = form;
  const differences = changesBetween(section, sectionOf(current.texts), sectionOf(texts));
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
