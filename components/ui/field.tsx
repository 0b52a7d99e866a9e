"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.
import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";
import { Icon } from "./icon";

export type FieldText = {
  label: ReactNode;
  hint?: ReactNode;
  /** Marks the control invalid and describes it. */
  error?: string;
  /** Adds "(optional)" to the label. Required fields have no mark. */
  optional?: boolean;
  className?: string;
};

/** The id and ARIA attributes that connect a control with its hint and error in FieldFrame. */
export function fieldAriaProps(id: string, { hint, error }: Pick<FieldText, "hint" | "error">) {
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return { id, "aria-invalid": error ? true : undefined, "aria-describedby": describedBy || undefined };
}

type FieldErrorProps = { id?: string; role?: "alert"; className?: string; children: ReactNode };

/** What is wrong with a field. */
export function FieldError({ className = "", children, ...rest }: FieldErrorProps) {
  return (
    <p className={`field-error ${className}`} {...rest}>
      <Icon name="circle-alert" />
      {children}
    </p>
  );
}

/** Label, control, hint and error. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  optional,
  className,
  children,
}: FieldText & { id: string; children: ReactNode }) {
  return (
    <div className={className}>
      <label className="label" htmlFor={id}>
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

type TextFieldProps = FieldText & Omit<ComponentProps<"input">, "className" | "id">;

export function TextField({ label, hint, error, optional, className, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame {...{ id, label, hint, error, optional, className }}>
      <input className="input" {...fieldAriaProps(id, { hint, error })} {...input} />
    </FieldFrame>
  );
}

type TextAreaProps = FieldText & Omit<ComponentProps<"textarea">, "className" | "id">;

export function TextArea({ label, hint, error, optional, className, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame {...{ id, label, hint, error, optional, className }}>
      <textarea className="input" rows={5} {...fieldAriaProps(id, { hint, error })} {...area} />
    </FieldFrame>
  );
}

type SelectFieldProps = FieldText & Omit<ComponentProps<"select">, "className" | "id">;

/** A native select with its options as children. */
export function SelectField({ label, hint, error, optional, className, children, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <FieldFrame {...{ id, label, hint, error, optional, className }}>
      <select className="input" {...fieldAriaProps(id, { hint, error })} {...select}>
        {children}
      </select>
    </FieldFrame>
  );
}

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
