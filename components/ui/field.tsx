import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";
import { Icon } from "./icon";

export type FieldText = {
  label: ReactNode;
  hint?: ReactNode;
  /** The message of what is wrong; the control is then marked invalid and described by it. */
  error?: string;
  /** What may be left out is marked; what is required is not. */
  optional?: boolean;
  className?: string;
};

/** Ids and ARIA attributes that tie a control to its hint and its error. */
export function fieldAriaProps(id: string, { hint, error }: Pick<FieldText, "hint" | "error">) {
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return { id, "aria-invalid": error ? true : undefined, "aria-describedby": describedBy || undefined };
}

/** Label above, control, hint, message: the frame around any control. */
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
      {error && (
        <p id={`${id}-error`} className="field-error">
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = FieldText & Omit<ComponentProps<"input">, "className">;

/** A one-line input with its label. */
export function TextField({ label, hint, error, optional, className, id, ...input }: TextFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <FieldFrame {...{ id: fieldId, label, hint, error, optional, className }}>
      <input className="input" {...fieldAriaProps(fieldId, { hint, error })} {...input} />
    </FieldFrame>
  );
}

type TextAreaProps = FieldText & Omit<ComponentProps<"textarea">, "className">;

/** A text of several lines with its label. */
export function TextArea({ label, hint, error, optional, className, id, ...area }: TextAreaProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <FieldFrame {...{ id: fieldId, label, hint, error, optional, className }}>
      <textarea className="input" rows={5} {...fieldAriaProps(fieldId, { hint, error })} {...area} />
    </FieldFrame>
  );
}

type SelectFieldProps = FieldText & Omit<ComponentProps<"select">, "className">;

/** A native select with its label; give the options as children. */
export function SelectField({ label, hint, error, optional, className, id, children, ...select }: SelectFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <FieldFrame {...{ id: fieldId, label, hint, error, optional, className }}>
      <select className="input" {...fieldAriaProps(fieldId, { hint, error })} {...select}>
        {children}
      </select>
    </FieldFrame>
  );
}
