"use client";

import { type ChangeEvent, type FormEvent, useLayoutEffect, useRef, useState } from "react";

type StepperProps = {
  /** The accessible name of the field: "Quantity of Kaju Katli". Those of the buttons are made of it. */
  label: string;
  name?: string;
  min?: number;
  max?: number;
  /** With `onChange`; a stepper without it begins at `min`. */
  value?: number;
  /** Called at once for every number within the bounds; for a typed 0 only on blur, because "05" starts with it too. */
  onChange?: (value: number) => void;
  /** Called when more than `max` was entered and the field was set to `max`. */
  onExcess?: (max: number) => void;
};

/** A number input between two buttons. What is typed is clamped to the bounds on blur. */
export function Stepper(props: StepperProps) {
  const { label, name, min = 1, max = Number.MAX_SAFE_INTEGER, value, onChange, onExcess } = props;
  const [ownValue, setOwnValue] = useState(min);
  const [draft, setDraft] = useState<string>();
  /** The number that was reported while typing. A controlled stepper may not have accepted it, and blur must not report it again. */
  const reported = useRef<number>(undefined);
  const inputRef = useRef<HTMLInputElement>(null);
  const current = value ?? ownValue;
  const clamp = (number: number) => Math.min(Math.max(number, min), Math.max(min, max));

  useLayoutEffect(() => {
    // What was typed before hydration.
    const typed = inputRef.current?.value;
    if (typed !== String(current)) setDraft(typed);
  }, []);

  function report(next: number) {
    if (next === current) return;
    setOwnValue(next);
    onChange?.(next);
  }

  function set(number: number) {
    setDraft(undefined);
    report(clamp(number));
    if (number > max) onExcess?.(max);
  }

  function onInput(event: ChangeEvent<HTMLInputElement>) {
    const text = event.target.value;
    setDraft(text);
    const typed = Number(text);
    if (!Number.isInteger(typed) || typed < Math.max(min, 1) || typed > max) return;
    reported.current = typed;
    report(typed);
  }

  function onBlur() {
    if (draft === undefined) return;
    const typed = Math.trunc(Number(draft));
    const isNew = draft.trim() !== "" && Number.isFinite(typed) && typed !== reported.current;
    reported.current = undefined;
    set(isNew ? typed : current);
  }

  /** `max` may have fallen below the value, and the browser then refuses to submit: clamp and report instead. */
  function onInvalid(event: FormEvent<HTMLInputElement>) {
    if (!event.currentTarget.validity.rangeOverflow) return;
    event.preventDefault();
    set(event.currentTarget.valueAsNumber);
  }

  const noun = label.charAt(0).toLowerCase() + label.slice(1);
  const shown = draft === undefined ? current : Math.trunc(Number(draft)) || current;
  return (
    <div className="stepper">
      <button type="button" aria-label={`Decrease ${noun}`} disabled={shown <= min} onClick={() => set(shown - 1)}>
        −
      </button>
      <input
        ref={inputRef}
        type="number"
        inputMode="numeric"
        name={name}
        aria-label={label}
        min={min}
        max={max === Number.MAX_SAFE_INTEGER ? undefined : max}
        value={draft ?? current}
        onChange={onInput}
        onInvalid={onInvalid}
        onBlur={onBlur}
        onKeyDown={(event) => event.key === "Enter" && onBlur()}
      />
      <button type="button" aria-label={`Increase ${noun}`} disabled={shown >= max} onClick={() => set(shown + 1)}>
        +
      </button>
    </div>
  );
}
