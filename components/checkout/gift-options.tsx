"use client";

import { useActionState, useState } from "react";
import { type CartActions, flushCart, setGiftOptions } from "@/components/cart/cart-store";
import { MadeFor } from "@/components/forms/made-for";
import { Check, FieldError, TextArea } from "@/components/ui/field";
import { MAX_PERSONAL_MESSAGE } from "@/db/constants/orders";
import type { CartState } from "@/lib/cart/queries";
import { formatPaise, GIFT_WRAP_PAISE } from "@/lib/money";

/** Gift wrap and a personal message, which does not require gift wrap. Both are saved as they change. */
export function GiftOptions({ cart, actions, problem }: { cart: CartState; actions: CartActions; problem?: string }) {
  const [posted, formAction] = useActionState(actions.changeGift, null);
  const [message, setMessage] = useState<string>();
  const error = problem ?? (posted?.ok === false ? posted.message : undefined);

  return (
    <form action={formAction} className="mt-4" onSubmit={(event) => event.preventDefault()}>
      <MadeFor />
      <Check
        name="giftWrap"
        checked={cart.giftWrap}
        onChange={(event) => setGiftOptions(actions, { giftWrap: event.target.checked })}
      >
        <span>
          <b className="font-semibold">Add gift wrap</b> <span className="num">(+{formatPaise(GIFT_WRAP_PAISE)})</span>
          <br />
          <span className="text-muted">Maroon box, golden ribbon, your note inside.</span>
        </span>
      </Check>
      <TextArea
        label="Personal message"
        optional
        name="personalMessage"
        className="mt-2 max-w-xl"
        rows={3}
        maxLength={MAX_PERSONAL_MESSAGE}
        value={message ?? cart.personalMessage}
        onChange={(event) => {
          setMessage(event.target.value);
          setGiftOptions(actions, { personalMessage: event.target.value });
        }}
        onBlur={() => void flushCart().then(() => setMessage(undefined))}
      />
      {/* Of the tick or of the message, which are sent together. */}
      {error && <FieldError role="alert">{error}</FieldError>}
      <button type="submit" className="btn btn-outline mt-3" data-for="neutral">
        Save
      </button>
    </form>
  );
}
