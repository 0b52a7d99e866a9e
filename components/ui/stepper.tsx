"use client";

import { type ChangeEvent, useState } from "react";
import { Icon } from "./icon";

type StepperProps = {
  /** Read aloud: "Quantity of Kaju Katli". */
  label: string;
  name?: string;
  id?: string;
  min?: number;
  max?: number;
  /** For a stepper that looks after itself. */
  defaultValue?: number;
  /** For one that is looked after; then also `onChange`. */
  value?: number;
  /** Hears of every number that is within the bounds: at once from the buttons, when the field is left from typing. */
  onChange?: (value: number) => void;
  disabled?: boolean;
  form?: string;
};

/** A number within bounds: a real number input between two buttons. What is typed is clamped when the field is left. */
export function Stepper({
  label,
  name,
  id,
  min = 1,
  max = Number.MAX_SAFE_INTEGER,
  defaultValue = min,
  value,
  onChange,
  disabled = false,
  form,
}: StepperProps) {
  const [own, setOwn] = useState(defaultValue);
  const [draft, setDraft] = useState<string>();
  const current = value ?? own;
  const clamp = (number: number) => Math.min(Math.max(number, min), Math.max(min, max));

  function set(number: number) {
    setDraft(undefined);
    const next = clamp(number);
    if (next === current) return;
    setOwn(next);
    onChange?.(next);
  }

  function onInput(event: ChangeEvent<HTMLInputElement>) {
    setDraft(event.target.value);
  }

  function onLeave() {
    if (draft === undefined) return;
    const typed = Math.trunc(Number(draft));
    set(draft.trim() === "" || !Number.isFinite(typed) ? current : typed);
  }

  const shown = draft === undefined ? current : Math.trunc(Number(draft)) || current;
  return (
    <div className="stepper" role="group" aria-label={label}>
      <button type="button" aria-label="Decrease" disabled={disabled || shown <= min} onClick={() => set(shown - 1)}>
        <Icon name="minus" />
      </button>
      <input
        className="num"
        type="number"
        inputMode="numeric"
        id={id}
        name={name}
        form={form}
        aria-label={label}
        min={min}
        max={max === Number.MAX_SAFE_INTEGER ? undefined : max}
        step={1}
        value={draft ?? current}
        disabled={disabled}
        onChange={onInput}
        onBlur={onLeave}
        onKeyDown={(event) => event.key === "Enter" && onLeave()}
      />
      <button type="button" aria-label="Increase" disabled={disabled || shown >= max} onClick={() => set(shown + 1)}>
        <Icon name="plus" />
      </button>
    </div>
  );
}
