"use client";

import Link from "next/link";
import { type FormEvent, useActionState, useEffect, useState } from "react";
import { MadeFor } from "@/components/forms/made-for";
import { Picture } from "@/components/layout/picture";
import { PackName } from "@/components/stock/pack-name";
import { FieldError } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { serverNow } from "@/components/ui/server-clock";
import { Stepper } from "@/components/ui/stepper";
import type { PageLine } from "@/lib/cart/queries";
import { isInsufficient, lineTotal } from "@/lib/cart/rules";
import { packHref, packNamed, withPack } from "@/lib/catalogue/packs";
import { dayText, formatTime } from "@/lib/dates";
import type { ActionFailure } from "@/lib/http/action-state";
import { formatRupees } from "@/lib/money";
import { type CartActions, changeLineQuantity, refreshCart } from "./cart-store";
import { HoldLinks } from "./hold-links";

const seconds = (ms: number) => Math.max(0, Math.ceil(ms / 1000));
const formatCountdown = (left: number) => `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;

/** "Held until 3:45 pm", and a countdown once hydrated. The role `timer` is no live region, so seconds are not announced. */
function Countdown({ line, expiresAt }: { line: PageLine; expiresAt: string }) {
  const [left, setLeft] = useState<number | null>(null);

  useEffect(() => {
    const tick = () => setLeft(seconds(Date.parse(expiresAt) - serverNow()));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [expiresAt]);

  const isExpired = left === 0;
  useEffect(() => {
    if (isExpired) void refreshCart();
  }, [isExpired]);

  if (isExpired) return <Expired />;
  const held = line.held < line.quantity ? `${line.held} of ${line.quantity} held` : "Held";
  return (
    <span role="timer" className="num">
      {left === null ? `${held} until ${formatTime(expiresAt)}` : `${held} for ${formatCountdown(left)}`}
    </span>
  );
}

const Expired = () => <span className="text-warning font-medium">Hold expired</span>;

function shortText(line: PageLine): string {
  const { available, day } = line;
  if (day) return available > 0 ? `Only ${available} left for ${dayText(day)}.` : `None left for ${dayText(day)}.`;
  return available > 0 ? `Only ${available} items available in stock.` : "Out of Stock";
}

export function HoldStatus({ line }: { line: PageLine }) {
  if (!line.isAvailable) {
    return (
      <p className="flex items-center gap-1.5 text-danger font-medium">
        <Icon name="ban" className="size-4 shrink-0" />
        No longer available
      </p>
    );
  }
  return (
    <div aria-live="polite" className="text-muted text-sm">
      <p className="flex items-center gap-1.5">
        <Icon name="clock" className="size-4 shrink-0" />
        {line.expiresAt ? <Countdown key={line.expiresAt} line={line} expiresAt={line.expiresAt} /> : <Expired />}
      </p>
      {isInsufficient(line) && (
        <p className="flex items-center gap-1.5 text-danger font-medium">
          <Icon name="circle-alert" className="size-4 shrink-0" />
          {shortText(line)}
        </p>
      )}
    </div>
  );
}

type CartLineProps = {
  line: PageLine;
  actions: CartActions;
  problem?: ActionFailure;
  compact?: boolean;
  onRemove: () => void;
};

/** One pack of a sweet in the cart, smaller in the drawer. A form of its own, so that it works without JavaScript. */
export function CartLine({ line, actions, problem, compact = false, onRemove }: CartLineProps) {
  const [posted, formAction] = useActionState(actions.changeLine, null);
  const failure = problem ?? (posted?.ok === false ? posted : undefined);
  const max = Math.max(line.available, line.quantity);
  const minimum = line.minimumQuantity;
  // The owner may have raised it since.
  const isBelow = line.isAvailable && line.quantity < minimum;
  const name = withPack(line.name, line.packLabel);
  const Heading = compact ? "h3" : "h2";

  function changeQuantity(quantity: number) {
    if (quantity === 0) onRemove();
    changeLineQuantity(actions, line, quantity);
  }

  // The value of the pressed button is the new quantity.
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const submitter = (event.nativeEvent as SubmitEvent).submitter;
    if (!(submitter instanceof HTMLButtonElement) || submitter.value === "") return;
    changeQuantity(Number(submitter.value));
  }

  return (
    <li
      className={
        compact
          ? "grid grid-cols-[min(4rem,18vw)_1fr] xs:grid-cols-[4.5rem_1fr_auto] gap-x-4 gap-y-2 py-4 border-b border-border items-start"
          : "grid grid-cols-[min(4rem,18vw)_1fr] xs:grid-cols-[5.5rem_1fr_auto] sm:grid-cols-[7rem_1fr_auto] gap-x-4 lg:gap-x-6 gap-y-3 py-5 border-b border-border items-start"
      }
    >
      <div className="photo aspect-square row-span-2">
        <Picture image={line.picture} alt={line.imageAlt ?? line.name} sizes={compact ? "4.5rem" : "7rem"} />
      </div>
      <div className="min-w-0">
        <Heading className={compact ? "text-d5" : "text-d5 lg:text-d4"}>
          {line.isAvailable ? (
            <Link
              href={packHref(line.slug, { id: line.packId, isDefault: line.isDefaultPack })}
              prefetch={false}
              className="inline-block touch:py-3 touch:-my-3 touch:min-w-11 hover:underline underline-offset-4 decoration-accent decoration-2"
            >
              <PackName name={line.name} label={line.packLabel} />
            </Link>
          ) : (
            <PackName name={line.name} label={line.packLabel} />
          )}
        </Heading>
        {(!compact || packNamed(line.packLabel)) && <p className="text-muted num">{formatRupees(line.price)} each</p>}
        {line.isAvailable && line.priceBefore !== null && (
          <p className="text-warning font-medium num">
            Price was {formatRupees(line.priceBefore)}, now {formatRupees(line.price)}
          </p>
        )}
        {minimum > 1 && (
          <p className={`num ${isBelow ? "text-danger font-medium" : "text-muted"}`}>{`Minimum ${minimum}`}</p>
        )}
        <HoldStatus line={line} />
      </div>
      <p className={`num font-bold text-lg leading-6 ${line.isAvailable ? "" : "text-muted line-through"}`}>
        {formatRupees(lineTotal(line))}
      </p>
      <form action={formAction} onSubmit={onSubmit} noValidate className="col-span-2 flex flex-wrap items-center gap-1">
        <MadeFor />
        <input type="hidden" name="productId" value={line.productId} />
        <input type="hidden" name="packId" value={line.packId} />
        {line.isAvailable && (
          <>
            <Stepper
              label={`Quantity of ${name}`}
              name="quantity"
              value={line.quantity}
              // With a minimum of one pack, one less is none.
              min={minimum > 1 ? minimum : 0}
              max={max}
              onChange={changeQuantity}
            />
            <button type="submit" className="btn btn-ghost" data-for="neutral">
              Update
            </button>
          </>
        )}
        {((isInsufficient(line) && line.available > 0) || (isBelow && line.available >= minimum)) && (
          <button type="submit" name="quantity" value={isBelow ? minimum : line.available} className="btn btn-ghost">
            Take {isBelow ? minimum : line.available}
          </button>
        )}
        {line.isAvailable && line.held < line.quantity && !isInsufficient(line) && (
          <button type="submit" name="quantity" value={line.quantity} className="btn btn-ghost">
            Hold again
          </button>
        )}
        <button
          type="submit"
          name="quantity"
          value={0}
          className="btn btn-danger-ghost btn-icon"
          aria-label={`Remove ${name}`}
        >
          <Icon name="trash-2" />
        </button>
        {failure && (
          <div role="alert" className="w-full">
            <FieldError>{failure.message}</FieldError>
            <HoldLinks failure={failure} />
          </div>
        )}
      </form>
    </li>
  );
}
