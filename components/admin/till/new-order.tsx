"use client";

import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { ORDER_TAKEN } from "@/components/admin/order-alerts";
import { methodOption } from "@/components/admin/payments/payment-state";
import {
  linesLeft,
  PackSearch,
  type TillLine,
  TillLines,
  valueOfLines,
  withPacks,
} from "@/components/admin/till-lines";
import { AmountField, FormAmount, FormContext, FormSelect, SaveButton } from "@/components/admin/ui/action-form";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { Panel } from "@/components/admin/ui/panel";
import { CompanyFields, companyValues } from "@/components/checkout/company-fields";
import { CheckoutNotice } from "@/components/checkout/notice";
import { useOffers } from "@/components/delivery/use-offers";
import { setFieldTexts } from "@/components/forms/fields";
import { useFormKey } from "@/components/forms/form-key";
import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Check } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { leftAtTill, type TillDay, type TillPack } from "@/lib/catalogue/till-packs";
import { pincodeIn } from "@/lib/delivery/constants";
import { itemsText } from "@/lib/delivery/texts";
import { asciiDigits } from "@/lib/digits";
import type { FormAction } from "@/lib/http/action-state";
import { formatPaise, formatRupees, GIFT_WRAP_PAISE, toPaise, toRupees } from "@/lib/money";
import type { KnownCaller } from "@/lib/orders/caller-queries";
import { companyFieldOf, forTexts } from "@/lib/orders/constants";
import { counterMethods, methodNames, takenMethods } from "@/lib/payments/constants";
import { type PaymentOffer, paymentChoice } from "@/lib/payments/rules";
import { CustomerFields, chosenOffer, shownDay, type TillChoice, TillDelivery } from "./order-for-later";

export type Taken = { id: number; total: number; isPaid: boolean };

type NewOrderProps = {
  packs: TillPack[];
  /** The days that an order by telephone can be for, and the shop's day when the page was made. */
  days: TillDay[];
  today: string;
  actions: { take: FormAction<Taken>; findCaller: FormAction<KnownCaller | null> };
  payments: PaymentOffer;
  /** The shop's own pincode, by which the windows of pickups are asked for. */
  shopPincode: string;
  /** The shop's GSTIN; without one there are no GST invoices. */
  gstin: string | null;
};

export function NewOrder(props: NewOrderProps) {
  const [last, setLast] = useState<(Taken & { change: string }) | null>(null);
  // Above the form of one order: what is typed while it is sent is for the next one.
  const [typed, setTyped] = useState("");
  const taken =
    last &&
    `Order #${last.id}: ${last.isPaid ? "" : "taken, "}${formatRupees(last.total)} ${last.isPaid ? "paid" : "to be paid"}`;
  const link = (text: string, page: "" | "/receipt") => (
    <AdminLink href={`/admin/orders/${last?.id}${page}`} target="_blank">
      {text}
    </AdminLink>
  );
  return (
    <>
      <div role="status" className="empty:hidden mb-5 num">
        {last && (
          <Notice tone="success" role="group" title={[taken, last.change].filter(Boolean).join(". ")}>
            <p className="flex gap-5">
              {link(last.isPaid ? "Receipt" : "Order summary", "/receipt")}
              {link("Details", "")}
            </p>
          </Notice>
        )}
      </div>
      <TakeOrder
        key={last?.id}
        {...props}
        {...{ typed, setTyped }}
        onTaken={(taken, change) => {
          window.dispatchEvent(new CustomEvent(ORDER_TAKEN, { detail: taken.id }));
          setLast({ ...taken, change });
        }}
      />
    </>
  );
}

/** What comes back of what was given; nothing to say while it is no amount. */
function changeText(typed: string, total: number): string {
  const given = asciiDigits(typed);
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(given)) return "";
  const change = toRupees(toPaise(Number(given)) - toPaise(total));
  return change < 0 ? `${formatRupees(-change)} missing` : `Change ${formatRupees(change)}`;
}

const fieldOf = (path: string) =>
  path === "received.method" ? "advance" : companyFieldOf(path.replace(/^(customer|delivery|received)\./, ""));

const noChoice: TillChoice = { pincode: "", method: "", slot: "", day: null };

/** Fields that show their errors by themselves. */
const values: Record<string, string> = {
  ...{ name: "", phone: "", email: "", personalMessage: "" },
  ...forTexts(() => ""),
  ...{ ...noChoice, day: "" },
  ...{ payment: takenMethods[0], amount: "", advance: counterMethods[0] },
};

type TakeOrderProps = NewOrderProps & {
  typed: string;
  setTyped: (text: string) => void;
  onTaken: (taken: Taken, change: string) => void;
};

function TakeOrder(props: TakeOrderProps) {
  const { packs, days, today, actions, payments, shopPincode, gstin, typed, setTyped, onTaken } = props;
  const [lines, setLines] = useState<TillLine[]>([]);
  const [isLater, setIsLater] = useState(false);
  const [giftWrap, setGiftWrap] = useState(false);
  const [choice, setChoice] = useState(noChoice);
  const choose = (change: Partial<TillChoice>) => setChoice((before) => ({ ...before, ...change }));
  const { keyField } = useFormKey();
  const search = useRef<HTMLInputElement>(null);
  const paidBy = useRef<HTMLInputElement>(null);
  const form = useActionForm(actions.take, {
    failureText: "Failed to take the order",
    values: gstin ? { ...values, ...companyValues } : values,
    fieldOf,
    onSuccess: (taken, element) =>
      onTaken(taken, changeText(String(new FormData(element ?? undefined).get("given") ?? ""), taken.total)),
    // A window may have been taken meanwhile.
    onFailure: () => answer.refresh(),
  });
  const { failure, message, pending, errors, formProps } = form;

  const isPickup = choice.method === "pickup" && choice.pincode === "";
  const asked = isPickup ? shopPincode : pincodeIn(choice.pincode);
  const answer = useOffers(isLater ? asked : "", itemsText(lines.slice(0, 100)));
  const value = valueOfLines(lines);
  // Only what is made for the day has another day.
  const isInStock = lines.every(({ productId, packId, quantity }) => {
    const pack = packs.find((pack) => pack.packId === packId);
    return !days.some(({ left }) => productId in left) || quantity <= (pack?.available ?? 0);
  });
  const day = isLater ? shownDay(choice, answer.offers, isInStock) : "";
  const dayLeft = days.find((one) => one.day === day);
  const shownPacks = packs.map((pack) => ({ ...pack, available: leftAtTill(pack, dayLeft) }));
  const shownLines = lines.map((line) => ({
    ...line,
    available: shownPacks.find(({ packId }) => packId === line.packId)?.available ?? line.available,
  }));
  const offer = chosenOffer(choice, answer.offers);
  const fee = isLater ? (offer?.fee ?? 0) : 0;
  const total = toRupees(toPaise(value) + (giftWrap ? GIFT_WRAP_PAISE : 0) + toPaise(fee));
  const items = lines.map(({ productId, packId, quantity, price }) => ({ productId, packId, quantity, price }));
  const toSearch = () => search.current?.focus();

  useEffect(() => {
    toSearch();
    search.current?.setSelectionRange(typed.length, typed.length);
  }, []);

  /** What is scanned while the way of paying has the focus goes to the search. Enter that is held down is pressed once. */
  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (key === "Enter" && event.repeat && target instanceof HTMLInputElement) event.preventDefault();
    const isTyped = key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
    if (isTyped && target === paidBy.current) toSearch();
  }

  /** The buttons of a refusal change what is ordered; a window that is offered instead is ordered at once. */
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { name, value } = ((event.nativeEvent as SubmitEvent).submitter ?? {}) as Partial<HTMLButtonElement>;
    if (!failure || (name !== "intent" && name !== "cartDay")) return formProps.onSubmit(event);
    event.preventDefault();
    if (name === "cartDay") choose({ day: value, slot: "" });
    else setLines(linesLeft(lines, failure));
    form.dismiss();
    toSearch();
  }

  function onFound({ name, recipientName, fulfilment, ...caller }: KnownCaller) {
    const isOther = recipientName !== null && recipientName !== name;
    setFieldTexts(form.formRef.current, {
      name,
      email: caller.email ?? "",
      deliveryAddress: caller.deliveryAddress ?? "",
      recipientName: isOther ? recipientName : "",
      phoneNumber: isOther ? (caller.phoneNumber ?? "") : "",
    });
    const { pincode, method } = fulfilment;
    choose({ pincode: pincode ?? "", method: method === "pickup" ? "pickup" : "", slot: "" });
  }

  return (
    <form
      {...formProps}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      aria-label="New order"
      className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem] items-start"
    >
      <MadeFor />
      {/* What Enter in a field presses, instead of a button of a refusal. */}
      <button type="submit" hidden />
      {keyField}
      <FormContext value={{ field: form.field, pending }}>
        <input type="hidden" name="items" value={JSON.stringify(items)} />
        <div className="grid gap-5 content-start">
          <fieldset className="grid gap-2 xs:grid-cols-2 max-w-md">
            <legend className="sr-only">When</legend>
            {[false, true].map((later) => (
              <label key={String(later)} className="choice">
                <input
                  type="radio"
                  name="when"
                  value={later ? "later" : "now"}
                  checked={isLater === later}
                  onChange={() => setIsLater(later)}
                />
                <span>{later ? "By phone, for later" : "Handed over now"}</span>
              </label>
            ))}
          </fieldset>
          <PackSearch
            packs={shownPacks}
            text={typed}
            onText={setTyped}
            inputRef={search}
            onDone={() => lines.length > 0 && paidBy.current?.focus()}
            onAdd={(pack, quantity) => setLines((before) => withPacks(before, pack, quantity))}
          />
          <TillLines lines={shownLines} day={day} onChange={setLines} onEnter={toSearch} />
          <div hidden={!isLater} className="grid gap-4 border-t border-border pt-5">
            <CustomerFields findCaller={actions.findCaller} onFound={onFound} />
            <TillDelivery {...{ choice, choose, day, answer, lines, days, today, value, errors }} />
          </div>
          {gstin && (
            <CompanyFields
              shopGstin={gstin}
              field={form.field}
              pincode={isLater ? choice.pincode : ""}
              method={isLater ? (offer?.method ?? choice.method) : null}
            />
          )}
        </div>
        <Panel className="grid gap-4 p-4 lg:sticky lg:top-24">
          {failure && message && <CheckoutNotice failure={failure} cart={{ items: lines }} pending={pending} />}
          <Check name="giftWrap" checked={giftWrap} onChange={({ target }) => setGiftWrap(target.checked)}>
            <span className="num">Gift wrap · {formatPaise(GIFT_WRAP_PAISE)}</span>
          </Check>
          <p className="flex justify-between items-baseline num">
            <span className="text-muted">Total{fee > 0 && `, with ${formatRupees(fee)} for delivery`}</span>
            <b className="text-d4" aria-live="polite">
              {formatRupees(total)}
            </b>
          </p>
          <PaymentFields {...{ total, isLater }} radioRef={paidBy} offer={payments} />
          <SaveButton size="lg">{isLater ? "Take order" : "Take payment"}</SaveButton>
        </Panel>
      </FormContext>
    </form>
  );
}

type PaymentFieldsProps = {
  total: number;
  isLater: boolean;
  radioRef: RefObject<HTMLInputElement | null>;
  offer: PaymentOffer;
};

function PaymentFields({ total, isLater, radioRef, offer }: PaymentFieldsProps) {
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
        <FormSelect
          label="Payment"
          name="payment"
          options={takenMethods.map((method) => [
            method,
            method === "cod" ? "When it is handed over" : "By UPI before",
          ])}
        />
        {refusal && <p className="text-muted num">{refusal}</p>}
        <div className="grid grid-cols-2 gap-3 items-start">
          <FormAmount label="Advance (₹)" optional name="amount" />
          <FormSelect label="Advance by" name="advance" options={counterMethods.map(methodOption)} />
        </div>
      </div>
    </>
  );
}
