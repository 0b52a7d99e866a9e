import { startTransition, useId, useState, useTransition } from "react";
import { shortWhenText } from "@/components/admin/orders/texts";
import type { TillLine } from "@/components/admin/till-lines";
import { FormArea, FormText, useCallAction } from "@/components/admin/ui/action-form";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { DeliveryFailed } from "@/components/delivery/delivery-result";
import { feeText, minimumText } from "@/components/delivery/delivery-texts";
import type { useOffers } from "@/components/delivery/use-offers";
import { WindowTimes } from "@/components/delivery/window-chooser";
import { Button } from "@/components/ui/button";
import { Check, FieldError, SelectField, TextField } from "@/components/ui/field";
import { MAX_PERSONAL_MESSAGE } from "@/db/constants/orders";
import { MAX_EMAIL, MAX_NAME, MAX_PHONE } from "@/db/constants/text";
import { leftAtTill, type TillDay } from "@/lib/catalogue/till-packs";
import { dayText, formatShortDate } from "@/lib/dates";
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

/** `day`: empty for today, from stock; null until somebody chooses one. */
export type TillChoice = { pincode: string; method: string; slot: string; day: string | null };

type Answer = ReturnType<typeof useOffers>;

export const chosenOffer = ({ method }: TillChoice, offers: Answer["offers"]): MethodOffer | undefined =>
  offers?.methods.find((offer) => offer.method === method) ?? (offers?.served ? offers.methods[0] : undefined);

/**
 * The day that is sent. Until somebody chooses, the first with a window that has everything. Today's windows ignore stock, hence
 * `isInStock`.
 */
export function shownDay(choice: TillChoice, offers: Answer["offers"], isInStock: boolean): string {
  const dates = chosenOffer(choice, offers)?.days.map(({ date }) => (date === offers?.today ? "" : date));
  return choice.day ?? dates?.find((date) => date !== "" || isInStock) ?? "";
}

type TillDeliveryProps = {
  choice: TillChoice;
  choose: (change: Partial<TillChoice>) => void;
  /** The one that is shown as chosen. */
  day: string;
  answer: Answer;
  lines: readonly TillLine[];
  days: readonly TillDay[];
  /** The shop's day when the page was made. */
  today: string;
  /** Rupees of the sweets. */
  value: number;
  errors: Record<string, string>;
};

export function TillDelivery({ choice, choose, day, answer, lines, days, today, value, errors }: TillDeliveryProps) {
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
  const date = day || offers?.today;
  const slots = offer?.days.find((offered) => offered.date === date)?.slots ?? [];
  const slot = slots.some(({ from }) => `${date} ${from}` === choice.slot) ? choice.slot : "";
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
      <SelectField
        label="Day"
        name="day"
        className="max-w-72"
        value={day}
        onChange={({ target }) => choose({ day: target.value, slot: "" })}
        error={errors.day}
      >
        <TillDays {...{ lines, days, today, day }} />
      </SelectField>
      {offers && date && slots.length > 0 && (
        <WindowTimes
          days={[{ date, slots }]}
          day={date}
          today={offers.today}
          slot={slot}
          onSlot={(slot) => choose({ day, slot })}
          noWindowText="No window yet"
          errorId={errorId}
          error={errors.slot}
        />
      )}
      {offer && offer.method !== "courier" && slots.length === 0 && (
        <p role="status">No window is free on this day. It can be arranged later.</p>
      )}
    </>
  );
}

/** Days to choose. Marks those with too little left, and keeps a chosen day that is no longer offered. */
function TillDays({ lines, days, today, day }: Pick<TillDeliveryProps, "lines" | "days" | "today" | "day">) {
  const namesOf = ({ festivals }: TillDay) =>
    festivals.filter(({ sweets }) => lines.some(({ productId }) => sweets.includes(productId))).map(({ name }) => name);
  const offered = days.filter((one) => one.isInSpan || namesOf(one).length > 0);
  const isMissing = day !== "" && offered.every((one) => one.day !== day);
  return (
    <>
      <option value="">Today, from stock</option>
      {isMissing && <option value={day}>{dayText(day)}</option>}
      {offered.map((one) => {
        const isShort = lines.some((line) => line.quantity > leftAtTill(line, one));
        const name = one.day === today ? "Later today" : dayText(one.day);
        return (
          <option key={one.day} value={one.day}>
            {[name, ...namesOf(one), ...(isShort ? ["not enough left"] : [])].join(", ")}
          </option>
        );
      })}
    </>
  );
}
