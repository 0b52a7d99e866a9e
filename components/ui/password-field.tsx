"use client";

import { type ComponentProps, useId, useState } from "react";
import { FieldFrame, type FieldText, fieldAriaProps } from "./field";
import { Icon } from "./icon";

type PasswordFieldProps = FieldText & Omit<ComponentProps<"input">, "className" | "id" | "type">;

/** A password input with a button that shows the password. The button is hidden without JavaScript. */
export function PasswordField({ label, hint, error, optional, className, ...input }: PasswordFieldProps) {
  const [isVisible, setIsVisible] = useState(false);
  const id = useId();
  return (
    <FieldFrame {...{ id, label, hint, error, optional, className }}>
      <span className="password">
        <input
          className="input"
          type={isVisible ? "text" : "password"}
          autoCapitalize="none"
          spellCheck={false}
          {...fieldAriaProps(id, { hint, error })}
          {...input}
        />
        <button
          type="button"
          className="btn btn-icon"
          data-for="visitor customer admin"
          aria-controls={id}
          onClick={() => setIsVisible(!isVisible)}
        >
          <Icon name={isVisible ? "eye-off" : "eye"} />
          {/* Not an aria-label, because a search for the field by its label would then find the button too. */}
          <span className="sr-only">{isVisible ? "Hide password" : "Show password"}</span>
        </button>
      </span>
    </FieldFrame>
  );
}
