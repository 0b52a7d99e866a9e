import type { ComponentProps, ElementType, ReactNode } from "react";
import { useId } from "react";
import { Icon } from "./icon";

export type FieldText = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  /** Adds "(optional)" to the label. Required fields have no mark. */
  optional?: boolean;
  /** Whether only screen readers read the label. */
  hiddenLabel?: boolean;
  className?: string;
};

/** The id and ARIA attributes that connect a control with its hint and error in FieldFrame. */
export function fieldAriaProps(id: string, { hint, error }: Pick<FieldText, "hint" | "error">) {
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return { id, "aria-invalid": error ? true : undefined, "aria-describedby": describedBy || undefined };
}

export function FieldError({ className = "", children, ...rest }: ComponentProps<"p">) {
  return (
    <p className={`field-error ${className}`} {...rest}>
      <Icon name="circle-alert" />
      {children}
    </p>
  );
}

export function FieldFrame(props: FieldText & { id: string; children: ReactNode }) {
  const { id, label, hint, error, optional, hiddenLabel, className, children } = props;
  return (
    <div className={className}>
      <label className={hiddenLabel ? "sr-only" : "label"} htmlFor={id}>
        {label}
        {optional && <small> (optional)</small>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

type ControlProps<Tag extends "input" | "textarea" | "select"> = FieldText &
  Omit<ComponentProps<Tag>, "className" | "id">;

export function Field({ as: Control, ...props }: FieldText & { as: ElementType; rows?: number }) {
  const { label, hint, error, optional, hiddenLabel, className, ...control } = props;
  const id = useId();
  return (
    <FieldFrame {...{ id, label, hint, error, optional, hiddenLabel, className }}>
      <Control className="input" {...fieldAriaProps(id, { hint, error })} {...control} />
    </FieldFrame>
  );
}

export const TextField = (props: ControlProps<"input">) => <Field as="input" {...props} />;

export const TextArea = (props: ControlProps<"textarea">) => <Field as="textarea" rows={5} {...props} />;

/** A native select with its options as children. */
export const SelectField = (props: ControlProps<"select">) => <Field as="select" {...props} />;

type CheckProps = Omit<ComponentProps<"input">, "type"> & { type?: "checkbox" | "radio" };

/** A checkbox or a radio button with its label. */
export function Check({ type = "checkbox", className = "", title, children, ...input }: CheckProps) {
  return (
    <label className={`check ${className}`} title={title}>
      <input type={type} {...input} />
      {children}
    </label>
  );
}
