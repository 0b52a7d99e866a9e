"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import Link from "next/link";
import type { SubmitEvent } from "react";
import { lazy, Suspense, useRef, useState } from "react";
import { type FormAction, failureText, useAction } from "@/components/account/use-action";
import { setCartCount, useViewer } from "@/components/layout/viewer-store";
import { Icon } from "@/components/ui/icon";
import { Stepper } from "@/components/ui/stepper";
import { SubmitButton } from "@/components/ui/submit-button";
import { toast } from "@/components/ui/toast";
import { useShowPending } from "@/components/ui/use-show-pending";
import { refreshStock, setStock, useStock } from "./stock-store";

// Only who sees a sold-out sweet and has something in the cart needs it.
const UnitsInCart = lazy(() => import("@/components/cart/units-in-cart"));

/** What holding units gave: what is left for others, and how much is in the whole cart. */
export type Added = { productId: number; available: number; itemsCount: number };

type AddToCartProps = {
  id: number;
  name: string;
  /** What was left when the page was made. */
  quantity: number;
  action: FormAction<Added>;
  /** The product page's: one row on every screen, with an icon. */
  large?: boolean;
};

const ADDED = "Product has been added to your cart.";
const FAILED = "Failed to add to cart.";
const onlySo = (stock: number) => `Only ${stock} items available in stock.`;

/** A key for one click, so that a double click or a repeated request adds once. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");

/** Quantity and 'Add to Cart', or 'Out of Stock'. A form of its own, so that it works before and without JavaScript. */
export function AddToCart({ id, name, quantity, action, large = false }: AddToCartProps) {
  const stock = useStock(id, quantity);
  const { count } = useViewer();
  const { outcome, formAction, send, pending } = useAction(action, FAILED);
  const slow = useShowPending(pending);
  const busy = useRef(false);
  /** The press that is under way asked for more than there is: it was told so, and sends nothing. */
  const refused = useRef(false);
  // Answered without JavaScript: no toast can say it.
  const [alone, setAlone] = useState(true);

  function onExcess(most: number) {
    refused.current = true;
    toast.error(onlySo(most));
  }

  // Comes before the field is left by it.
  const onPress = () => {
    refused.current = false;
  };

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy.current || refused.current) return;
    const form = new FormData(event.currentTarget);
    if (Number(form.get("quantity")) > stock) return onExcess(stock);
    busy.current = true;
    setAlone(false);
    form.set("key", newKey());
    send(form, (result) => {
      busy.current = false;
      if (result.ok) {
        setStock(id, result.data.available);
        setCartCount(result.data.itemsCount);
        toast.success(ADDED, { link: { href: "/cart", text: "View cart" } });
      } else {
        toast.error(failureText(result));
        void refreshStock();
      }
    });
  }

  const soldOut = stock < 1;
  const answered = alone ? outcome : null;
  return (
    <form action={formAction} onSubmit={onSubmit} onPointerDownCapture={onPress} onKeyDownCapture={onPress}>
      <input type="hidden" name="productId" value={id} />
      <div className={large ? "flex flex-wrap gap-3" : "flex flex-col sm:flex-row gap-2"}>
        {!soldOut && <Stepper label={`Quantity of ${name}`} name="quantity" max={stock} onExcess={onExcess} />}
        <SubmitButton
          className={large ? "btn-lg !min-h-11 flex-1 min-w-[min(12rem,100%)] lg:max-w-72" : "flex-1"}
          disabled={soldOut}
          pending={pending}
          working={slow}
          pendingLabel={soldOut ? undefined : "Adding..."}
          aria-describedby={`sweet-${id}`}
        >
          {large && !soldOut && <Icon name="shopping-bag" />}
          {soldOut ? "Out of Stock" : "Add to Cart"}
        </SubmitButton>
      </div>
      {soldOut && count > 0 && (
        <Suspense>
          <UnitsInCart id={id} />
        </Suspense>
      )}
      {answered && (
        <p
          role={answered.ok ? "status" : "alert"}
          className={`mt-2 text-sm font-medium ${answered.ok ? "text-success" : "text-danger"}`}
        >
          {answered.ok ? ADDED : failureText(answered)}
        </p>
      )}
      {answered?.ok && (
        <Link href="/cart" className="link inline-flex items-center min-h-11" prefetch={false}>
          View cart
        </Link>
      )}
    </form>
  );
}
