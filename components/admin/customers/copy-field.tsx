"use client";

import { useId } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toast";

type CopyFieldProps = { label: string; text: string; hint: string };

/** A text to pass on. Focusing the field selects it, and a button copies it. */
export function CopyField({ label, text, hint }: CopyFieldProps) {
  const id = useId();

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success("Link copied");
    } catch {
      document.querySelector<HTMLInputElement>(`#${CSS.escape(id)}`)?.select();
      toast.info("Please copy the selected link");
    }
  }

  return (
    <div className="text-left mt-2 w-full" role="status">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="flex gap-2">
        <input
          className="input"
          id={id}
          readOnly
          value={text}
          aria-describedby={`${id}-hint`}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button kind="outline" data-for="visitor customer admin" onClick={copy}>
          <Icon name="copy" />
          Copy
        </Button>
      </div>
      <p id={`${id}-hint`} className="field-hint">
        {hint}
      </p>
    </div>
  );
}
