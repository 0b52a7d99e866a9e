"use client";

import { type FormEvent, useActionState, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { NO_PINCODE, pincodeIn } from "@/lib/delivery/constants";
import type { DeliveryOffers } from "@/lib/delivery/queries";
import type { ActionState, FormAction } from "@/lib/http/action-state";
import { rememberPincode } from "./pincode-store";

export type CheckDelivery = FormAction<DeliveryOffers>;

type PincodeFormProps = {
  pincode: string;
  /** What is to be delivered, as GET /api/delivery takes it. */
  items: string;
  /** Remembers the pincode and answers, for browsers without JavaScript. */
  action: CheckDelivery;
  children?: (posted: ActionState<DeliveryOffers> | null) => React.ReactNode;
};

const pincodeField = (form: HTMLFormElement | null) => form?.elements.namedItem("pincode") as HTMLInputElement;

/** The pincode field with 'Check delivery'. A complete pincode is remembered as soon as it is typed. */
export function PincodeForm({ pincode, items, action, children }: PincodeFormProps) {
  const [posted, formAction] = useActionState(action, null);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const failure = posted?.ok === false ? posted : undefined;

  useEffect(() => {
    // What was typed before hydration. A field without the focus may have been filled by the browser, with an older pincode.
    const field = pincodeField(form.current);
    const typed = pincodeIn(field.value);
    if (typed && field === document.activeElement) rememberPincode(typed);
  }, []);

  // The pincode may change elsewhere: in another tab, in the drawer, at the checkout.
  useEffect(() => {
    const field = pincodeField(form.current);
    if (pincode && field !== document.activeElement) field.value = pincode;
  }, [pincode]);

  function onInput({ currentTarget }: FormEvent<HTMLInputElement>) {
    setError(undefined);
    const typed = pincodeIn(currentTarget.value);
    if (typed) rememberPincode(typed);
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = pincodeField(event.currentTarget);
    const typed = pincodeIn(field.value);
    if (typed) return rememberPincode(typed);
    setError(NO_PINCODE);
    field.focus();
  }

  return (
    <>
      <form
        ref={form}
        action={formAction}
        onSubmit={onSubmit}
        noValidate
        className="flex flex-wrap gap-x-3 gap-y-2 items-end"
      >
        <input type="hidden" name="items" value={items} />
        <TextField
          label="Pincode"
          name="pincode"
          inputMode="numeric"
          autoComplete="postal-code"
          className="contents [&>label]:basis-full [&>label]:mb-0 [&>input]:flex-1 [&>input]:min-w-28 [&>p]:basis-full [&>p]:order-1 [&>p]:mt-0"
          defaultValue={failure?.values.pincode ?? (posted?.ok ? posted.data.pincode : pincode)}
          error={error ?? failure?.fields.pincode}
          onInput={onInput}
        />
        <Button type="submit" kind="outline" className="min-h-12">
          Check delivery
        </Button>
      </form>
      {failure && !failure.fields.pincode && (
        <p role="alert" className="field-error">
          {failure.message}
        </p>
      )}
      {children?.(posted)}
    </>
  );
}
