"use client";

import { type FormEvent, useEffect, useRef, useState, useTransition } from "react";
import type { OrderFormProps } from "@/components/admin/payments/order-payments";
import { ActionForm, FormGroup, SaveButton } from "@/components/admin/ui/action-form";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { failureOfLost } from "@/components/forms/lost-answer";
import { Button } from "@/components/ui/button";
import { FieldError, TextField } from "@/components/ui/field";
import { dayText } from "@/lib/dates";
import { slotText, windowText } from "@/lib/delivery/texts";
import type { ActionState, FormAction } from "@/lib/http/action-state";
import type { ShownOrder } from "@/lib/messages/order-whatsapp";
import type { AdminOrder } from "@/lib/orders/serializers";
import type { MoveOptions } from "@/lib/orders/window-queries";
import { SlotAlternatives } from "./order-status";

export type MoveActions = {
  move: FormAction<ShownOrder>;
  windows: (id: number, day?: string) => Promise<ActionState<MoveOptions>>;
};

/** `day`: the form is open at first, with the windows of this day. */
type MoveFormProps = MoveActions & OrderFormProps & { day?: string };

const NOT_LOADED = "The windows could not be loaded. Please try again.";

export function MoveForm({ order, move, windows, day, onSaved }: MoveFormProps) {
  const { id, fulfilment } = order;
  const [shown, setShown] = useState<MoveOptions | null>(null);
  const [loadError, setLoadError] = useState<string | null>(null);
  const [loading, startLoading] = useTransition();
  // The answer for a day that was asked for before another one comes too late.
  const asked = useRef(0);
  const dayField = useRef<HTMLInputElement>(null);

  function show(day?: string) {
    const call = ++asked.current;
    setLoadError(null);
    startLoading(async () => {
      const result = await windows(id, day).catch((error) => failureOfLost(error, NOT_LOADED));
      if (call !== asked.current) return;
      if (!result.ok) return setLoadError(result.message);
      setShown(result.data);
      // A day that was typed in the meantime stays.
      if (dayField.current?.value === "") dayField.current.value = result.data.date;
    });
  }

  useEffect(() => {
    if (day) show(day);
  }, [day]);

  function onDay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    show(dayField.current?.value || undefined);
  }

  const said = shown ? shown.windows.length === 0 && "There are no windows on this day." : loading && "Loading...";
  return (
    <Disclosure
      open={day !== undefined}
      summary={fulfilment.slot ? "Move to another window" : "Choose a window"}
      onToggle={(event) => {
        if (event.currentTarget.open && !shown && !loading) show();
      }}
    >
      {/* What is typed here is not saved anywhere, so a dialog need not ask about it. */}
      <form className="flex flex-wrap items-end gap-3" onSubmit={onDay} onInput={(event) => event.stopPropagation()}>
        <TextField label="Day" type="date" required defaultValue={day} ref={dayField} className="num grow max-w-60" />
        {/* Never disabled: another day can be asked for while one is loaded. */}
        <Button type="submit" kind="outline">
          Show windows
        </Button>
      </form>
      {loadError && <FieldError role="alert">{loadError}</FieldError>}
      {said && (
        <p className="text-muted mt-3" role="status">
          {said}
        </p>
      )}
      {shown && shown.windows.length > 0 && (
        <ActionForm
          key={shown.date}
          action={move}
          className="grid gap-3 pt-3 justify-items-start"
          failed="Failed to move order"
          done={({ fulfilment: { slot } }) => `Order moved to ${slot && slotText(slot)}`}
          fields={{ id }}
          values={{ slot: "" }}
          question={{
            code: "slot_full",
            ask: ({ message }) => `${message} Move the order anyway?`,
            label: "Move anyway",
            pendingLabel: "Moving...",
            name: "overbook",
            value: ({ values }) => values.slot,
            more: ({ alternatives }) => <SlotAlternatives alternatives={alternatives} />,
          }}
          onDone={(saved, form) => {
            onSaved?.(saved, form);
            show(shown.date);
          }}
          button={
            <SaveButton kind="outline" pendingLabel="Moving...">
              Move order
            </SaveButton>
          }
        >
          <FormGroup
            name="slot"
            legend={<span className="num">{`${dayText(shown.date)} ${shown.date.slice(0, 4)}`}</span>}
          >
            {shown.windows.map((window) => (
              <WindowChoice key={window.from} window={window} slot={fulfilment.slot} />
            ))}
          </FormGroup>
        </ActionForm>
      )}
    </Disclosure>
  );
}

type WindowChoiceProps = { window: MoveOptions["windows"][number] } & Pick<AdminOrder["fulfilment"], "slot">;

function WindowChoice({ window, slot }: WindowChoiceProps) {
  const { date, from, taken, capacity } = window;
  const isFull = taken >= capacity;
  const isCurrent = slot?.date === date && slot.from === from;
  return (
    <label className="grid grid-cols-[auto_7.5rem_minmax(0,1fr)] items-center gap-x-3 min-h-11 py-1 num">
      <input
        type="radio"
        name="slot"
        value={`${date} ${from}`}
        disabled={isCurrent}
        className="size-5 accent-primary"
      />
      <span>{windowText(window)}</span>
      <span className={isFull ? "text-danger font-medium" : "text-muted"}>
        {isFull && "Full, "}
        {taken} of {capacity} taken
        {isCurrent && " · this order’s window"}
      </span>
    </label>
  );
}
