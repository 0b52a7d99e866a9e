"use client";

import { type ComponentProps, useState } from "react";
import { Field, type FieldText } from "./field";
import { Icon } from "./icon";

function PasswordInput(props: ComponentProps<"input">) {
  const [isVisible, setIsVisible] = useState(false);
  return (
    <span className="password">
      <input type={isVisible ? "text" : "password"} autoCapitalize="none" spellCheck={false} {...props} />
      <button
        type="button"
        className="btn btn-icon"
        data-scripted=""
        aria-controls={props.id}
        onClick={() => setIsVisible(!isVisible)}
      >
        <Icon name={isVisible ? "eye-off" : "eye"} />
        {/* Not an aria-label, because a search for the field by its label would then find the button too. */}
        <span className="sr-only">{isVisible ? "Hide password" : "Show password"}</span>
      </button>
    </span>
  );
}

/** A password input with a button that shows the password. The button is hidden without JavaScript. */
export const PasswordField = (props: FieldText & Omit<ComponentProps<"input">, "className" | "id" | "type">) => (
  <Field as={PasswordInput} {...props} />
);
