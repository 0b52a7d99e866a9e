"use client";

import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { textAt } from "@/lib/forms/texts";
import type { SectionForm } from "./use-section-form";

/** Pauses orders; while they are paused, changes until when and why, or opens the shop again. */
export function PauseButtons({ form }: { form: SectionForm }) {
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
