import { useContext, useEffect, useId, useRef, useState } from "react";
import { describeFailure } from "@/components/forms/describe-failure";
import { OnlyDays } from "@/components/stock/stock-store";
import { Button } from "@/components/ui/button";
import type { CartState } from "@/lib/cart/queries";
import { dayText } from "@/lib/dates";
import type { ActionFailure } from "@/lib/http/action-state";
import { fetchCart, lost, patchCart } from "./cart-requests";
import { applyServerCart } from "./cart-store";
import { ShortDay } from "./short-day";

/** `day`: the chosen one. Both are empty for today. */
type OtherDayProps = { cartDay: string; day: string; onAdd: (day: string) => void };

const named = (day: string) => (day ? dayText(day) : "today");

/** Asks what is to be done with a sweet that was added for another day than that of the cart. */
export default function OtherDay({ cartDay, day, onAdd }: OtherDayProps) {
  const only = useContext(OnlyDays);
  const [pending, setPending] = useState(false);
  const [short, setShort] = useState<{ failure: ActionFailure; items: CartState["items"] } | null>(null);
  const notice = useRef<HTMLElement>(null);
  const titleId = useId();
  // The button that was pressed may be far away: the bar at the lower edge of a phone's screen.
  useEffect(() => notice.current?.focus(), []);

  async function move(to: string) {
    setPending(true);
    const moved = await patchCart("", { day: to || null }).catch(lost);
    if (moved.ok) {
      applyServerCart(moved.data);
      return onAdd(to);
    }
    const cart = moved.items && (await fetchCart().catch(() => null));
    setShort({ failure: moved, items: cart?.items ?? [] });
    setPending(false);
  }

  return (
    <section
      ref={notice}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="mt-3 p-4 bg-raised border border-border-strong"
    >
      <p id={titleId} className="font-semibold">
        Your cart is for {named(cartDay)}.
      </p>
      {short && (
        <div role="alert" className="mt-2 text-danger">
          <p className="font-medium">{describeFailure(short.failure)}</p>
          <ShortDay {...short} pending={pending} onDay={move} />
        </div>
      )}
      <p className="mt-3 flex flex-wrap gap-2">
        <Button pending={pending} hidden={only?.includes(cartDay) === false} onClick={() => onAdd(cartDay)}>
          Add for {named(cartDay)}
        </Button>
        <Button kind="outline" pending={pending} onClick={() => move(day)}>
          Change the cart to {named(day)}
        </Button>
      </p>
    </section>
  );
}
