"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
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
  /** Hears of every number within the bounds at once, but of a typed 0 only when the field is left: "05" begins with it. */
  onChange?: (value: number) => void;
  /** More than the most was asked for, which the field holds now. */
  onExcess?: (max: number) => void;
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
  onExcess,
  disabled = false,
  form,
}: StepperProps) {
  const [own, setOwn] = useState(defaultValue);
  const [draft, setDraft] = useState<string>();
  /** What was told while it was typed: what came of it since is not asked for again. */
  const told = useRef<number>(undefined);
  const current = value ?? own;
  const clamp = (number: number) => Math.min(Math.max(number, min), Math.max(min, max));

  function tell(next: number) {
    if (next === current) return;
    setOwn(next);
    onChange?.(next);
  }

  function set(number: number) {
    setDraft(undefined);
    tell(clamp(number));
    if (number > max) onExcess?.(max);
  }

  function onInput(event: ChangeEvent<HTMLInputElement>) {
    const text = event.target.value;
    setDraft(text);
    const typed = Number(text);
    if (!Number.isInteger(typed) || typed < Math.max(min, 1) || typed > max) return;
    told.current = typed;
    tell(typed);
  }

  function onLeave() {
    if (draft === undefined) return;
    const typed = Math.trunc(Number(draft));
    const isAsked = draft.trim() !== "" && Number.isFinite(typed) && typed !== told.current;
    told.current = undefined;
    set(isAsked ? typed : current);
  }

  /** The browser refuses to send more than the most, which may have fallen under what stands here. */
  function onInvalid(event: FormEvent<HTMLInputElement>) {
    if (!event.currentTarget.validity.rangeOverflow) return;
    event.preventDefault();
    set(event.currentTarget.valueAsNumber);
  }

  const shown = draft === undefined ? current : Math.trunc(Number(draft)) || current;
  return (
    <div className="stepper">
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
        onInvalid={onInvalid}
        onBlur={onLeave}
        onKeyDown={(event) => event.key === "Enter" && onLeave()}
      />
      <button type="button" aria-label="Increase" disabled={disabled || shown >= max} onClick={() => set(shown + 1)}>
        <Icon name="plus" />
      </button>
    </div>
  );
}
