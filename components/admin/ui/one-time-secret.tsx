"use client";

import { useId, useRef } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { FieldFrame, fieldAriaProps } from "@/components/ui/field";

export type OneTimeSecretProps = { label: string; hint: string; text: string; copied?: string };

/** A link or a key that is shown once, to be copied. */
export function OneTimeSecret({ label, hint, text, copied = "Link copied" }: OneTimeSecretProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="mt-2" role="status">
      <FieldFrame id={id} label={label} hint={hint} className="text-left">
        <div className="flex gap-2">
          <input
            ref={field}
            className="input"
            {...fieldAriaProps(id, { hint })}
            readOnly
            value={text}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton
            text={text}
            copied={copied}
            failed="Please copy the selected text"
            onFailure={() => field.current?.select()}
          >
            Copy
          </CopyButton>
        </div>
      </FieldFrame>
    </div>
  );
}
