"use client";

import { type FormEvent, useActionState, useEffect, useState } from "react";
import { describeFailure } from "@/components/forms/describe-failure";
import { MadeFor } from "@/components/forms/made-for";
import DaySelect from "@/components/stock/day-options";
import { chooseDay } from "@/components/stock/day-store";
import { FieldError } from "@/components/ui/field";
import type { CartState } from "@/lib/cart/queries";
import { dayText } from "@/lib/dates";
import type { ActionFailure } from "@/lib/http/action-state";
import { lostAction } from "./cart-requests";
import { applyServerCart, type CartActions, cartForm, flushCart, handOver, refreshCart } from "./cart-store";
import { ShortDay } from "./short-day";

/** Milliseconds to wait for another key: the arrow keys of a select choose one day after another. */
const DELAY_MS = 400;

/** The day of the cart. A form, so that it works without JavaScript. Nothing in a shop that has no days to choose from. */
export function CartDayForm({ cart, actions }: { cart: CartState; actions: CartActions }) {
  const [posted, formAction] = useActionState(actions.changeDay, null);
  const [wanted, setWanted] = useState<string | null>(null);
  const [refused, setRefused] = useState<ActionFailure | null>(null);
  const [isMoving, setIsMoving] = useState(false);
  const day = cart.day ?? "";
  // After today's last window the next day is proposed, not taken: what is in stock can still be sent by courier.
  const proposed = cart.day ?? cart.next ?? "";

  // What is chosen while the cart is being moved waits for the answer.
  useEffect(() => {
    if (wanted === null || isMoving) return;
    const timer = setTimeout(
      () => (wanted !== day ? void move(wanted) : day === proposed && setWanted(null)),
      DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [wanted, isMoving, day, proposed]);

  if (cart.days.length === 0 && !day) return null;
  const failure = refused ?? (posted?.ok === false ? posted : null);

  async function move(to: string) {
    setWanted(to);
    setIsMoving(true);
    await flushCart();
    const moved = await actions.changeDay(null, cartForm({ day: to })).catch(lostAction);
    setIsMoving(false);
    setWanted((latest) => (latest === to ? null : latest));
    if (!moved) return;
    // The page comes anew, and this form with it.
    if (!moved.ok && moved.code === "somebody_else") return handOver(moved.message);
    setRefused(moved.ok ? null : { ...moved, values: { day: to } });
    if (!moved.ok) return void refreshCart();
    applyServerCart(moved.data);
    chooseDay(to);
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const submitter = (event.nativeEvent as SubmitEvent).submitter;
    if (submitter instanceof HTMLButtonElement && !isMoving) void move(submitter.value || (wanted ?? proposed));
  }

  return (
    <form action={formAction} onSubmit={onSubmit} className="py-4">
      <MadeFor />
      <div className="flex flex-wrap gap-2">
        <DaySelect chosen={wanted ?? proposed} onChoose={setWanted} today={cart.today} days={cart.days} />
        <button type="submit" className="btn btn-outline" data-for={day === proposed ? "neutral" : undefined}>
          Change day
        </button>
      </div>
      {failure && (
        <div role="alert" className="mt-2">
          <FieldError>
            {failure.values.day && `${dayText(failure.values.day)}: `}
            {describeFailure(failure)}
          </FieldError>
          <ShortDay failure={failure} items={cart.items} name="day" pending={wanted !== null} />
        </div>
      )}
    </form>
  );
}
