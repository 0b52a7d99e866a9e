import { type RefObject, useState } from "react";
import { AmountField } from "@/components/admin/ui/action-form";
import { SelectField } from "@/components/ui/field";
import { asciiDigits } from "@/lib/digits";
import { formatRupees, toPaise, toRupees } from "@/lib/money";
import { checkoutMethods, counterMethods, methodNames } from "@/lib/payments/constants";
import { type PaymentOffer, paymentChoice } from "@/lib/payments/rules";

/** What comes back of what was given; nothing to say while it is no amount. */
export function changeText(typed: string, total: number): string {
  const given = asciiDigits(typed);
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(given)) return "";
  const change = toRupees(toPaise(Number(given)) - toPaise(total));
  return change < 0 ? `${formatRupees(-change)} missing` : `Change ${formatRupees(change)}`;
}

/** What is chosen of an order for later. */
export const laterPayment = { payment: checkoutMethods[0], amount: "", advance: counterMethods[0] } as const;

type PaymentFieldsProps = {
  total: number;
  isLater: boolean;
  field: (name: keyof typeof laterPayment) => { name: string; defaultValue: string; error?: string };
  radioRef: RefObject<HTMLInputElement | null>;
  offer: PaymentOffer;
};

/** How an order is paid: at once, with the change of what was given in cash, or later, with an advance. */
export function PaymentFields({ total, isLater, field, radioRef, offer }: PaymentFieldsProps) {
  const [paid, setPaid] = useState<string>("cash");
  const [given, setGiven] = useState("");
  const { refusal } = paymentChoice(total, offer);
  return (
    <>
      <div hidden={isLater} className="grid gap-3">
        <fieldset>
          <legend className="label">Paid by</legend>
          <div className="grid grid-cols-3 gap-2">
            {counterMethods.map((method) => (
              <label key={method} className="choice">
                <input
                  ref={method === paid ? radioRef : undefined}
                  type="radio"
                  name="paid"
                  value={method}
                  checked={method === paid}
                  onChange={() => setPaid(method)}
                />
                <span>{methodNames[method]}</span>
              </label>
            ))}
          </div>
        </fieldset>
        {paid === "cash" && (
          <div>
            <AmountField
              label="Given (₹)"
              optional
              name="given"
              value={given}
              onChange={({ target }) => setGiven(target.value)}
            />
            <p role="status" className="num font-semibold text-lg mt-1 min-h-7">
              {changeText(given, total)}
            </p>
          </div>
        )}
      </div>
      <div hidden={!isLater} className="grid gap-3">
        <SelectField label="Payment" {...field("payment")}>
          {checkoutMethods.map((method) => (
            <option key={method} value={method}>
              {method === "cod" ? "When it is handed over" : "By UPI before"}
            </option>
          ))}
        </SelectField>
        {refusal && <p className="text-muted num">{refusal}</p>}
        <div className="grid grid-cols-2 gap-3 items-start">
          <AmountField label="Advance (₹)" optional {...field("amount")} />
          <SelectField label="Advance by" {...field("advance")}>
            {counterMethods.map((method) => (
              <option key={method} value={method}>
                {methodNames[method]}
              </option>
            ))}
          </SelectField>
        </div>
      </div>
    </>
  );
}
