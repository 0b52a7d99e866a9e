import { useId } from "react";
import { Check, FieldError } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import type { CheckoutMethod } from "@/lib/payments/constants";
import { type PaymentOffer, paymentChoice } from "@/lib/payments/rules";

type CheckoutPaymentProps = {
  offer: PaymentOffer;
  /** Rupees, with everything that is paid for. */
  total: number;
  /** What the shopper has chosen; empty before. */
  chosen: string;
  onChoose: (method: CheckoutMethod) => void;
  error?: string;
};

/** How a total in rupees is paid: as was chosen, else the first way that is offered; undefined when none is. */
export function chosenPayment(total: number, offer: PaymentOffer, chosen: string): CheckoutMethod | undefined {
  const { methods } = paymentChoice(total, offer);
  return methods.find((method) => method === chosen) ?? methods[0];
}

export const methodTexts: Record<CheckoutMethod, { name: string; details: string }> = {
  cod: { name: "Pay on delivery", details: "In cash or by UPI at the door." },
  online: { name: "Pay online", details: "By UPI, card, net banking or wallet, on the next page." },
  upi: { name: "Pay by UPI now", details: "After you order, we show the amount and a QR code for your UPI app." },
};

export function CheckoutPayment({ offer, total, chosen, onChoose, error }: CheckoutPaymentProps) {
  const errorId = useId();
  const { methods, refusal } = paymentChoice(total, offer);
  const [only] = methods;
  const problem = error && <FieldError id={errorId}>{error}</FieldError>;
  if (methods.length > 1) {
    return (
      <fieldset className="border-t border-border pt-4" aria-describedby={error ? errorId : undefined}>
        <legend className="label float-left">Payment</legend>
        <div className="clear-both">
          {methods.map((method) => (
            <Check
              key={method}
              type="radio"
              name="payment"
              value={method}
              checked={method === chosenPayment(total, offer, chosen)}
              onChange={() => onChoose(method)}
            >
              <span>
                <b className="font-semibold">{methodTexts[method].name}</b>
                <span className="block text-muted">{methodTexts[method].details}</span>
              </span>
            </Check>
          ))}
        </div>
        {problem}
      </fieldset>
    );
  }
  return (
    <section aria-label="Payment">
      {/* What is offered follows the total, which changes with delivery. */}
      <div role="status">
        {only === "cod" ? (
          <p className="text-muted">Pay on delivery, in cash or by UPI at the door.</p>
        ) : (
          <p className="flex items-start gap-2.5 border-t border-border pt-4 num">
            <Icon name="info" className="size-5 shrink-0 mt-1 text-info" />
            <span>
              <b className="font-semibold block">{only ? methodTexts[only].name : refusal}</b>
              <span className="text-muted">{only ? `${refusal} ${methodTexts[only].details}` : "Please call us."}</span>
            </span>
          </p>
        )}
      </div>
      {only && only !== "cod" && <input type="hidden" name="payment" value={only} />}
      {problem}
    </section>
  );
}
