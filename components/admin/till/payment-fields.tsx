import { type RefObject, useState } from "react";
import { FieldError, SelectField, TextField } from "@/components/ui/field";
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

type PaymentFieldsProps = {
  total: number;
  /** What was chosen before a refusal. */
  values: Record<string, string | undefined>;
  errors: Record<string, string>;
  radioRef: RefObject<HTMLInputElement | null>;
  offer: PaymentOffer;
};

/** How an order is paid: at once, with the change of what was given in cash, or later, with an advance. */
export function PaymentFields({ total, values, errors, radioRef, offer }: PaymentFieldsProps) {
  const [paid, setPaid] = useState(values.paid ?? "cash");
  const [given, setGiven] = useState("");
  const { refusal } = paymentChoice(total, offer);
  return (
    <>
      <div className="till-now grid gap-3">
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
          <div data-for="visitor customer admin">
            <TextField
              label="Given (₹)"
              optional
              name="given"
              inputMode="decimal"
              autoComplete="off"
              value={given}
              onChange={({ target }) => setGiven(target.value)}
            />
            <p role="status" className="num font-semibold text-lg mt-1 min-h-7">
              {changeText(given, total)}
            </p>
          </div>
        )}
      </div>
      <div className="till-later grid gap-3">
        <SelectField label="Payment" name="payment" defaultValue={values.payment} error={errors.payment}>
          {checkoutMethods.map((method) => (
            <option key={method} value={method}>
              {method === "cod" ? "When it is handed over" : "By UPI before"}
            </option>
          ))}
        </SelectField>
        {refusal && <p className="text-muted num">{refusal}</p>}
        <div className="grid grid-cols-2 gap-3 items-start">
          <TextField
            label="Advance (₹)"
            optional
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={values.amount}
            error={errors.amount}
          />
          <SelectField label="Advance by" name="advance" defaultValue={values.advance}>
            {counterMethods.map((method) => (
              <option key={method} value={method}>
                {methodNames[method]}
              </option>
            ))}
          </SelectField>
        </div>
        {errors.advance && <FieldError>{errors.advance}</FieldError>}
      </div>
    </>
  );
}
