"use client";

import { useSearchParams } from "next/navigation";
import type { MouseEvent, SubmitEvent } from "react";
import { Suspense, useContext, useEffect, useLayoutEffect, useRef, useState } from "react";
import { needsCookies } from "@/components/forms/cookies";
import { describeFailure } from "@/components/forms/describe-failure";
import { useActionForm } from "@/components/forms/use-action-form";
import { setCartCount, useViewer } from "@/components/layout/viewer-store";
import { chooseDay, readDay } from "@/components/stock/day-store";
import { choosePack, OnlyDays, refreshStock, setStock, useStock } from "@/components/stock/stock-store";
import { A } from "@/components/ui/a";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { later } from "@/components/ui/later";
import { Stepper } from "@/components/ui/stepper";
import { RELOAD, toast } from "@/components/ui/toast";
import { useShowPending } from "@/components/ui/use-show-pending";
import { ADDED } from "@/lib/cart/constants";
import { firstChoice, isSoldOut, type PackChoice } from "@/lib/catalogue/packs";
import { dayText } from "@/lib/dates";
import type { ActionFailure, FormAction } from "@/lib/http/action-state";
import { formatRupees } from "@/lib/money";
import type { SweetOffer } from "./card";

// Loaded only for a sold-out sweet when the cart is not empty.
const PacksInCart = later(() => import("@/components/cart/packs-in-cart"));
// Loaded when the cart is for another day, or holds as much as it may.
const Refusal = later(() => import("@/components/cart/refusal"));

/** The result of reserving packs: what is left for others, and the number of packs in the whole cart. */
export type Added = { productId: number; packId?: number; available: number; itemsCount: number };

type AddToCartProps = Pick<SweetOffer, "id" | "name" | "quantity" | "packs" | "minimumQuantity"> & {
  /** The id of the one that the address names. */
  pack?: number;
  /** Of a sweet that has one pack, for the bar of the product page. */
  price?: number;
  action: FormAction<Added>;
  /** For the product page: one row on every screen, with an icon. */
  large?: boolean;
};

/** An idempotency key for one click, so that a repeated request adds once. */
const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");

/** A link to another pack of the sweet, such as a line's in the cart drawer, changes the address and leaves the page in place. */
function FollowAddress({ onChange }: { onChange: (pack: string | null) => void }) {
  const pack = useSearchParams().get("pack");
  const before = useRef(pack);
  useEffect(() => {
    if (before.current !== pack) onChange(pack);
    before.current = pack;
  }, [pack]);
  return null;
}

type PackChooserProps = {
  name: string;
  /** With how many of each are available now. */
  packs: readonly PackChoice[];
  /** The pack that the page comes with. */
  initial: number | undefined;
  chosen: number | undefined;
  onChoose: (pack: PackChoice) => void;
  /** With prices. */
  large: boolean;
};

/**
 * One compartment of a tray for each pack: radio buttons of the form around them. The browser has the choice, so that it works before
 * hydration and without JavaScript, where CSS shows the price of the pack that is checked (app/styles/packs.css).
 */
function PackChooser({ name, packs, initial, chosen, onChoose, large }: PackChooserProps) {
  return (
    <div role="radiogroup" aria-label={`Pack of ${name}`} className="packs" data-large={large || undefined}>
      {packs.map((pack) => {
        const { id, label, price } = pack;
        const isGone = isSoldOut([pack]);
        return (
          <label key={id} className="pack">
            <input
              type="radio"
              name="packId"
              value={id}
              defaultChecked={id === initial}
              disabled={isGone && id !== (chosen ?? initial)}
              onChange={() => onChoose(pack)}
            />
            <span>
              {label}
              {(large || isGone) && <small>{isGone ? " Sold out" : ` ${formatRupees(price)}`}</small>}
            </span>
          </label>
        );
      })}
    </div>
  );
}

function InCart(props: { id: number; showLabels: boolean }) {
  if (useViewer().count === 0) return null;
  return (
    <Suspense>
      <PacksInCart {...props} />
    </Suspense>
  );
}

type BuyBarProps = { name: string; price?: number; pending: boolean; showPending: boolean };

/**
 * On phones, a second 'Add to Cart' at the lower edge of the screen while the first one is scrolled away. CSS shows and hides it
 * (app/styles/buy-bar.css), so that it works before hydration and without JavaScript. `price` is not known before hydration, when only
 * the browser knows the chosen pack.
 */
function BuyBar({ name, price, pending, showPending }: BuyBarProps) {
  return (
    <div className="buy-bar">
      <p className="min-w-0 flex-1 leading-tight">
        <span className="block truncate">{name}</span>
        {price !== undefined && <b className="num text-lg leading-tight font-bold">{formatRupees(price)}</b>}
      </p>
      <Button
        type="submit"
        pending={pending}
        showPending={showPending}
        pendingLabel="Adding..."
        // Tells it apart from the form's first button.
        aria-label={showPending ? undefined : `Add to Cart, ${name}`}
      >
        Add to Cart
      </Button>
    </div>
  );
}

/** Quantity and 'Add to Cart', or 'Out of Stock'. A form, so that it works before hydration and without JavaScript. */
export function AddToCart(props: AddToCartProps) {
  const { id, name, quantity, packs, pack, minimumQuantity, price, action, large = false } = props;
  const { most: stock, packs: current, chosen, day, nextDay } = useStock(id, quantity, packs);
  const [refused, setRefused] = useState<ActionFailure | null>(null);
  const { posted, pending, formRef, formProps, submit } = useActionForm(action, {
    failureText: "Failed to add to cart.",
    prepare: needsCookies,
    onSuccess: ({ packId, available, itemsCount }) => {
      // Another day may have been chosen meanwhile, of which this number is not.
      if (sent.current?.get("day") === readDay()) setStock(id, available, packs && packId);
      else void refreshStock();
      setCartCount(itemsCount);
      toast.success(ADDED, { link: { href: "/cart", text: "View cart" } });
    },
    onFailure: (failure) => {
      if (sent.current && (failure.code === "other_day" || failure.code === "hold_limit")) return setRefused(failure);
      toast.error(describeFailure(failure), failure.code === "outdated" ? { action: RELOAD } : undefined);
      void refreshStock();
    },
  });
  const showPending = useShowPending(pending);
  const only = useContext(OnlyDays);
  /** What was submitted last, which the shopper may want to add for another day. */
  const sent = useRef<FormData>(null);
  /** Set while one press of a button or key is handled: leaving the field has already refused its quantity, so it must not submit. */
  const isRefused = useRef(false);

  const readRadios = () => [...(formRef.current?.querySelectorAll<HTMLInputElement>("[name=packId]") ?? [])];

  /** Follows the browser, which has the choice, and before it the pack that an address names. */
  function readChoice(named: string | null) {
    const radios = readRadios();
    const asked = radios.find(({ value }) => value === named);
    // Each is set, because React ignores a click on a radio button that it believes to be checked.
    if (asked) for (const radio of radios) radio.checked = radio === asked;
    choosePack(id, Number(radios.find(({ checked }) => checked)?.value));
  }

  useLayoutEffect(() => {
    // Before hydration the shopper may have chosen another pack than that of the page.
    const changed = readRadios().find(({ checked, defaultChecked }) => checked && !defaultChecked);
    const chosen = current.find((pack) => pack.id === Number(changed?.value));
    // The address later, because the router takes part in it from then on.
    if (chosen) {
      choosePack(id, chosen.id);
      const timer = setTimeout(onChoose, 0, chosen);
      return () => clearTimeout(timer);
    }
    // The browser's router has one page of the sweet, whatever pack an address names.
    if (packs) readChoice(large ? new URLSearchParams(location.search).get("pack") : null);
  }, [id]);

  function onChoose(pack: PackChoice) {
    choosePack(id, pack.id);
    if (!large) return;
    const address = new URL(location.href);
    if (pack.isDefault) address.searchParams.delete("pack");
    else address.searchParams.set("pack", String(pack.id));
    history.replaceState(null, "", address);
  }

  function onExcess(max: number) {
    isRefused.current = true;
    toast.error(day ? `Only ${max} left for ${dayText(day)}.` : `Only ${max} items available in stock.`);
  }

  // Runs in the capture phase, before the press moves the focus out of the field.
  const onPress = () => {
    isRefused.current = false;
  };

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isRefused.current) return;
    const form = new FormData(event.currentTarget);
    if (Number(form.get("quantity")) > stock) return onExcess(stock);
    add(form, readDay());
  }

  function add(form: FormData, day: string) {
    setRefused(null);
    // Also the day that nobody has chosen yet: the cart is for it now.
    chooseDay(day);
    form.set("key", newIdempotencyKey());
    form.set("day", day);
    sent.current = form;
    submit(form);
  }

  function onNextDay(event: MouseEvent) {
    // By the time the browser acts on the click this is the button that submits.
    event.preventDefault();
    chooseDay(nextDay ?? "");
  }

  const isGone = isSoldOut([{ available: stock }]);
  // A form that was posted without JavaScript comes back with what was chosen.
  const postedPack = posted ? (posted.ok ? posted.data.packId : Number(posted.values.packId) || undefined) : undefined;
  return (
    <form
      {...formProps}
      onSubmit={onSubmit}
      onPointerDownCapture={onPress}
      onKeyDownCapture={onPress}
      className="for-shoppers"
    >
      <input type="hidden" name="productId" value={id} />
      {only && <input type="hidden" name="day" value={only[0]} />}
      {packs && (
        <PackChooser
          name={name}
          packs={current}
          initial={postedPack ?? pack ?? firstChoice(packs)?.id}
          chosen={chosen?.id}
          onChoose={onChoose}
          large={large}
        />
      )}
      {packs && large && (
        // Not made on the server, which has one page for all addresses.
        <Suspense>
          <FollowAddress onChange={(named) => readChoice(named ?? String(firstChoice(packs)?.id))} />
        </Suspense>
      )}
      <div className={large ? "flex flex-wrap gap-3" : "buy"}>
        {!isGone && (
          <Stepper
            label={`Quantity of ${name}`}
            name="quantity"
            min={minimumQuantity}
            max={stock}
            onExcess={onExcess}
          />
        )}
        <Button
          type={nextDay ? "button" : "submit"}
          onClick={nextDay ? onNextDay : undefined}
          className={large ? "btn-lg min-h-11 px-4 flex-1 min-w-[min(10rem,100%)] lg:max-w-72" : undefined}
          disabled={isGone && !nextDay}
          pending={pending}
          showPending={showPending}
          pendingLabel={isGone ? undefined : "Adding..."}
          aria-describedby={`sweet-${id}`}
        >
          {large && !isGone && <Icon name="shopping-bag" />}
          {nextDay ? `Order for ${dayText(nextDay)}` : isGone ? "Out of Stock" : "Add to Cart"}
        </Button>
      </div>
      {large && !isGone && (
        <BuyBar name={name} price={packs ? chosen?.price : price} pending={pending} showPending={showPending} />
      )}
      {isGone && <InCart id={id} showLabels={packs !== undefined} />}
      {refused && (
        <Suspense>
          <Refusal failure={refused} onAdd={(day) => sent.current && add(sent.current, day)} />
        </Suspense>
      )}
      {posted && (
        <p
          role={posted.ok ? "status" : "alert"}
          className={`mt-2 text-sm font-medium ${posted.ok ? "text-success" : "text-danger"}`}
        >
          {posted.ok ? ADDED : describeFailure(posted)}
        </p>
      )}
      {posted?.ok && (
        <A href="/cart" className="link inline-flex items-center min-h-11">
          View cart
        </A>
      )}
    </form>
  );
}
