import { startTransition, useId, useState, useTransition } from "react";
import { shortWhenText } from "@/components/admin/orders/texts";
import { FormArea, FormText, useCallAction } from "@/components/admin/ui/action-form";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { DeliveryFailed } from "@/components/delivery/delivery-result";
import { feeText, minimumText } from "@/components/delivery/delivery-texts";
import type { useOffers } from "@/components/delivery/use-offers";
import { WindowChooser } from "@/components/delivery/window-chooser";
import { Button } from "@/components/ui/button";
import { Check, FieldError, TextField } from "@/components/ui/field";
import { MAX_PERSONAL_MESSAGE } from "@/db/constants/orders";
import { MAX_EMAIL, MAX_NAME, MAX_PHONE } from "@/db/constants/text";
import { formatShortDate } from "@/lib/dates";
import type { MethodOffer } from "@/lib/delivery/queries";
import { deliveryMethodNames } from "@/lib/delivery/texts";
import type { ActionState, FormAction } from "@/lib/http/action-state";
import type { KnownCaller } from "@/lib/orders/caller-queries";
import { deliveryTexts, optionalTexts } from "@/lib/orders/constants";

type CustomerFieldsProps = {
  findCaller: FormAction<KnownCaller | null>;
  onFound: (caller: KnownCaller) => void;
};

export function CustomerFields({ findCaller, onFound }: CustomerFieldsProps) {
  const [found, setFound] = useState<ActionState<KnownCaller | null> | null>(null);
  const [isFinding, startFinding] = useTransition();
  const callAction = useCallAction();
  const last = found?.ok ? found.data : null;

  function find(form: HTMLFormElement | null) {
    const phone = String(new FormData(form ?? undefined).get("phone"));
    startFinding(async () => {
      const answer = await callAction(findCaller, { phone }, "An error occurred");
      startTransition(() => setFound(answer));
      if (answer.ok && answer.data) onFound(answer.data);
    });
  }

  return (
    <>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <FormText
          label="Phone"
          name="phone"
          type="tel"
          maxLength={MAX_PHONE}
          className="grow basis-48"
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            find(event.currentTarget.form);
          }}
        />
        <Button
          kind="outline"
          className="sm:mt-6.5"
          pending={isFinding}
          onClick={(event) => find(event.currentTarget.form)}
        >
          Find last order
        </Button>
        <p role="status" className="basis-full text-muted num empty:hidden">
          {found && !last && (found.ok ? "No order has this number yet." : found.message)}
          {last && (
            <>
              Last order{" "}
              <AdminLink href={`/admin/orders/${last.id}`} target="_blank">
                #{last.id}
              </AdminLink>{" "}
              of {formatShortDate(last.createdAt)}: {shortWhenText(last)}
            </>
          )}
        </p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormText label="Name" name="name" maxLength={MAX_NAME} />
        <FormText label="E-mail" name="email" optional maxLength={MAX_EMAIL} />
        <FormArea
          label="Address"
          name="deliveryAddress"
          hint="Not needed when it is picked up"
          rows={2}
          maxLength={deliveryTexts.deliveryAddress.max}
          autoComplete="off"
          className="sm:col-span-2"
        />
        <FormText
          label="Recipient"
          name="recipientName"
          optional
          hint="If it is somebody else"
          maxLength={deliveryTexts.recipientName.max}
        />
        <FormText label="Recipient's phone" name="phoneNumber" optional type="tel" maxLength={MAX_PHONE} />
        {optionalTexts.map((name) => (
          <FormText
            key={name}
            name={name}
            label={deliveryTexts[name].label}
            optional
            maxLength={deliveryTexts[name].max}
          />
        ))}
        <FormText label="Message for the card" name="personalMessage" optional maxLength={MAX_PERSONAL_MESSAGE} />
      </div>
    </>
  );
}

export type TillChoice = { pincode: string; method: string; slot: string; day: string };

type Answer = ReturnType<typeof useOffers>;

export const chosenOffer = ({ method }: TillChoice, offers: Answer["offers"]): MethodOffer | undefined =>
  offers?.methods.find((offer) => offer.method === method) ?? (offers?.served ? offers.methods[0] : undefined);

type TillDeliveryProps = {
  choice: TillChoice;
  choose: (change: Partial<TillChoice>) => void;
  answer: Answer;
  /** Rupees of the sweets. */
  value: number;
  errors: Record<string, string>;
};

export function TillDelivery({ choice, choose, answer, value, errors }: TillDeliveryProps) {
  const errorId = useId();
  const { offers, isFailed, isLoading, refresh } = answer;
  const offer = chosenOffer(choice, offers);
  const below = offers && offer?.method !== "pickup" ? minimumText(offers, value) : null;
  const brought = choice.pincode === "" ? undefined : offers?.methods.find(({ method }) => method !== "pickup");
  const methods = {
    [brought?.method ?? ""]: brought
      ? `${deliveryMethodNames[brought.method]} · ${feeText(brought)}`
      : "Delivery, to be arranged",
    pickup: deliveryMethodNames.pickup,
  };
  const problem = [errors.method, errors.slot].filter(Boolean).join(" ");
  return (
    <>
      <TextField
        label="Pincode"
        name="pincode"
        inputMode="numeric"
        autoComplete="off"
        className="max-w-60"
        value={choice.pincode}
        onChange={({ target }) => choose({ pincode: target.value, slot: "" })}
        error={errors.pincode}
      />
      <div role="status" className="text-muted empty:hidden">
        {isFailed && <DeliveryFailed onRetry={refresh} />}
        {isLoading && !offers && "Loading..."}
        {offers && !offers.served && "We do not deliver to this pincode yet."}
      </div>
      <fieldset>
        <legend className="label">Method</legend>
        {Object.entries(methods).map(([method, text]) => (
          <Check
            key={method}
            type="radio"
            name="method"
            value={method}
            checked={(choice.method === "pickup") === (method === "pickup")}
            onChange={() => choose({ method, slot: "" })}
          >
            <span className="num">{text}</span>
          </Check>
        ))}
      </fieldset>
      {below && <p className="text-warning font-medium num">{below}</p>}
      {problem && <FieldError id={errorId}>{problem}</FieldError>}
      {offers && offer && offer.days.length > 0 && (
        <WindowChooser
          key={offer.method}
          days={offer.days}
          today={offers.today}
          cartDay={choice.day || null}
          slot={choice.slot}
          onSlot={(slot) => choose({ slot })}
          noWindowText="No window yet"
          errorId={errorId}
          error={errors.slot}
        />
      )}
      {choice.slot === "" && (
        <TextField
          label="Day without a window"
          optional
          type="date"
          name="day"
          className="max-w-60"
          value={choice.day}
          onChange={({ target }) => choose({ day: target.value })}
          error={errors.day}
        />
      )}
    </>
  );
}
