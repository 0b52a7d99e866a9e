"use client";

import { type FormEvent, useRef, useState } from "react";
import { FormOutcome } from "@/components/forms/form-outcome";
import { failureOfLost } from "@/components/forms/lost-answer";
import { MadeFor } from "@/components/forms/made-for";
import { Button } from "@/components/ui/button";
import { FieldError, TextField } from "@/components/ui/field";
import { dayText } from "@/lib/dates";
import { slotText, windowText } from "@/lib/delivery/texts";
import type { ActionState, FormAction } from "@/lib/http/action-state";
import type { AdminOrder } from "@/lib/orders/serializers";
import type { MoveOptions } from "@/lib/orders/window-queries";
import { type OrderFormProps, OverruleRefusal, SaveButton, useOrderForm } from "./forms";
import { SlotAlternatives } from "./order-status";

export type MoveActions = {
  move: FormAction<AdminOrder>;
  windows: (id: number, day?: string) => Promise<ActionState<MoveOptions>>;
};

type MoveFormProps = MoveActions &
  Omit<OrderFormProps, "action"> & {
    /** The windows of the day in the page's address; without them they are loaded when the form is opened. */
    options?: MoveOptions | null;
    /** Whether the form is open at first. */
    open?: boolean;
  };

const NOT_LOADED = "The windows could not be loaded. Please try again.";

/**
 * Moves an order to another window: a day, and its windows with the places that are taken. A window that is full asks before it is
 * overbooked. Without JavaScript the day is a form of its own, which loads the page with the windows of that day.
 */
export function MoveForm({ order, move, windows, options = null, open = false, onSaved }: MoveFormProps) {
  const { id, fulfilment } = order;
  // Held here, so that the form stays open after a failure, which opens it without JavaScript, is over.
  const [isOpen, setIsOpen] = useState(open);
  const [shown, setShown] = useState(options);
  const [loading, setLoading] = useState(false);
  const [loadError, setLoadError] = useState<string | null>(null);
  // The answer for a day that was asked for before another one comes too late.
  const asked = useRef(0);
  const dayField = useRef<HTMLInputElement>(null);

  async function show(day?: string) {
    const call = ++asked.current;
    setLoading(true);
    setLoadError(null);
    dismiss();
    const result = await windows(id, day).catch((error) => failureOfLost(error, NOT_LOADED));
    if (call !== asked.current) return;
    setLoading(false);
    if (result.ok) {
      setShown(result.data);
      // A day that was typed in the meantime stays.
      if (dayField.current?.value === "") dayField.current.value = result.data.date;
    } else setLoadError(result.message);
  }

  const { failure, refusal, posted, errors, message, pending, formProps, dismiss } = useOrderForm(
    { action: move, onSaved },
    {
      failed: "Failed to move order",
      done: ({ fulfilment: { slot } }) => `Order moved to ${slot && slotText(slot)}`,
      values: { slot: "" },
      overrulable: "slot_full",
      afterSuccess: () => void show(shown?.date),
    },
  );

  function onDay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void show(String(new FormData(event.currentTarget).get("day") || "") || undefined);
  }

  return (
    <details
      id="move"
      open={isOpen || failure !== null || undefined}
      onToggle={(event) => {
        setIsOpen(event.currentTarget.open);
        if (event.currentTarget.open && !shown && !loading) void show();
      }}
    >
      <summary className="font-semibold min-h-11 inline-flex items-center cursor-pointer">
        {fulfilment.slot ? "Move to another window" : "Choose a window"}
      </summary>
      {/* What is typed here is not saved anywhere, so a dialog need not ask about it. */}
      <form
        method="get"
        action={`/admin/orders/${id}#move`}
        className="flex flex-wrap items-end gap-3 pt-2"
        onSubmit={onDay}
        onInput={(event) => event.stopPropagation()}
      >
        <TextField
          label="Day"
          type="date"
          name="day"
          required
          defaultValue={options?.date}
          ref={dayField}
          className="num grow max-w-60"
        />
        {/* Never disabled: another day can be asked for while one is loaded. */}
        <Button type="submit" kind="outline">
          Show windows
        </Button>
      </form>
      {loading && !shown && (
        <p className="text-muted mt-3" role="status">
          Loading...
        </p>
      )}
      <FormOutcome message={loadError} />
      {shown && shown.windows.length === 0 && (
        <p className="text-muted mt-3" role="status">
          There are no windows on this day.
        </p>
      )}
      {shown && shown.windows.length > 0 && (
        <form key={shown.date} {...formProps} className="grid gap-3 pt-3" aria-busy={loading}>
          <MadeFor />
          <input type="hidden" name="id" value={id} />
          <fieldset onChange={refusal ? dismiss : undefined} aria-describedby={errors.slot ? `slot-${id}` : undefined}>
            <legend className="label num">
              {dayText(shown.date)} {shown.date.slice(0, 4)}
            </legend>
            {shown.windows.map((window) => {
              const { date, from, taken, capacity } = window;
              const isFull = taken >= capacity;
              const isCurrent = fulfilment.slot?.date === date && fulfilment.slot.from === from;
              return (
                <label
                  key={from}
                  className="grid grid-cols-[auto_7.5rem_minmax(0,1fr)] items-center gap-x-3 min-h-11 py-1 num"
                >
                  <input
                    type="radio"
                    name="slot"
                    value={`${date} ${from}`}
                    defaultChecked={failure?.values.slot === `${date} ${from}`}
                    disabled={isCurrent}
                    className="size-5 accent-primary"
                  />
                  <span>{windowText(window)}</span>
                  <span className={isFull ? "text-danger font-medium" : "text-muted"}>
                    {isFull ? `Full, ${taken} of ${capacity} taken` : `${taken} of ${capacity} taken`}
                    {isCurrent && " · this order’s window"}
                  </span>
                </label>
              );
            })}
          </fieldset>
          {errors.slot && <FieldError id={`slot-${id}`}>{errors.slot}</FieldError>}
          {refusal ? (
            <OverruleRefusal
              question={`${refusal.message} Move the order all the same?`}
              label="Move all the same"
              name="overbook"
              value={refusal.values.slot}
              pending={pending}
              pendingLabel="Moving..."
            >
              <SlotAlternatives alternatives={refusal.alternatives} />
            </OverruleRefusal>
          ) : (
            <FormOutcome done={posted?.ok && "Order moved"} message={message} />
          )}
          <SaveButton pending={pending} pendingLabel="Moving...">
            Move order
          </SaveButton>
        </form>
      )}
    </details>
  );
}
