"use client";

import { type ComponentProps, useId, useState } from "react";
import { FieldFrame, type FieldText, fieldAriaProps } from "./field";
import { Icon } from "./icon";

type PasswordFieldProps = FieldText & Omit<ComponentProps<"input">, "className" | "type">;

/** A password with a button that shows it. The button needs JavaScript and is hidden without. */
export function PasswordField({ label, hint, error, optional, className, id, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <FieldFrame {...{ id: fieldId, label, hint, error, optional, className }}>
      <span className="password">
        <input
          className="input"
          type={shown ? "text" : "password"}
          autoCapitalize="none"
          spellCheck={false}
          {...fieldAriaProps(fieldId, { hint, error })}
          {...input}
        />
        <button
          type="button"
          className="btn btn-icon"
          data-for="visitor customer admin"
          aria-controls={fieldId}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? "eye-off" : "eye"} />
          {/* No aria-label: who looks for the field by its label would find the button too. */}
          <span className="sr-only">{shown ? "Hide password" : "Show password"}</span>
        </button>
      </span>
    </FieldFrame>
  );
}
