import { useId } from "react";
import { DeliveryFailed } from "@/components/delivery/delivery-result";
import { feeText, minimumText } from "@/components/delivery/delivery-texts";
import type { useOffers } from "@/components/delivery/use-offers";
import { WindowChooser } from "@/components/delivery/window-chooser";
import { Check, FieldError, TextField } from "@/components/ui/field";
import type { MethodOffer } from "@/lib/delivery/queries";
import { deliveryMethodNames } from "@/lib/delivery/texts";

/** How and when an order for later is delivered, as its form sends it. */
export type TillChoice = { pincode: string; method: string; slot: string; day: string };

type Answer = ReturnType<typeof useOffers>;

/** What the choice comes to with the offers for its pincode. */
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

/** Pincode, method, window and day. */
export function TillDelivery({ choice, choose, answer, value, errors }: TillDeliveryProps) {
  const errorId = useId();
  const { offers, isFailed, isLoading, refresh } = answer;
  const offer = chosenOffer(choice, offers);
  const below = offers && offer?.method !== "pickup" ? minimumText(offers, value) : null;
  const brought = choice.pincode === "" ? [] : (offers?.methods ?? []).filter(({ method }) => method !== "pickup");
  const methods = [
    ...brought.map((one) => ({ method: one.method, text: `${deliveryMethodNames[one.method]} · ${feeText(one)}` })),
    ...(brought.length === 0 ? [{ method: "", text: "Delivery, to be arranged" }] : []),
    { method: "pickup", text: deliveryMethodNames.pickup },
  ];
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
        {methods.map(({ method, text }) => (
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
