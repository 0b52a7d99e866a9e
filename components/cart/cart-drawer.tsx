"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { type MouseEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { readViewer } from "@/components/layout/viewer-store";
import { Button, buttonClass } from "@/components/ui/button";
import { focusFirstField } from "@/components/ui/dialog-focus";
import { Drawer } from "@/components/ui/drawer";
import { EmptyState } from "@/components/ui/empty-state";
import { PageError } from "@/components/ui/page-error";
import { formatPaise, formatRupees, GIFT_WRAP_PAISE } from "@/lib/money";
import { CartLine } from "./cart-line";
import { type CartActions, cartStore, flushCart, refreshCart, resetCart } from "./cart-store";

/** The cart at the right edge of any page: the same state as on /cart. */
export default function CartDrawer({ actions, onClose }: { actions: CartActions; onClose: () => void }) {
  const { cart, problems, clockAhead } = useSyncExternalStore(
    cartStore.subscribe,
    cartStore.snapshot,
    cartStore.snapshot,
  );
  const [isLost, setIsLost] = useState(false);
  const router = useRouter();
  const list = useRef<HTMLUListElement>(null);

  async function load() {
    setIsLost(false);
    setIsLost(!(await refreshCart()));
  }

  useEffect(() => {
    // What is known may be somebody else's who was here before.
    const known = cartStore.snapshot().cart;
    if (known && known.signedIn !== (readViewer().role === "customer")) resetCart();
    void load();
  }, []);

  // The lines may arrive after the drawer has opened: until somebody has gone further, the focus goes to the first field.
  const isKnown = cart !== null;
  useEffect(() => {
    const dialog = list.current?.closest("[role=dialog]");
    if (isKnown && dialog?.querySelector("button") === document.activeElement) focusFirstField(dialog);
  }, [isKnown]);

  /** The page must show what was clicked last; a new tab or window opens as it does for any link. */
  async function toCart(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return void flushCart();
    event.preventDefault();
    await flushCart();
    onClose();
    router.push("/cart");
  }

  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title="Your Cart">
      {!cart ? (
        isLost ? (
          <div className="p-6">
            <PageError
              action={
                <Button kind="outline" onClick={load}>
                  Try again
                </Button>
              }
            >
              The cart could not be loaded.
            </PageError>
          </div>
        ) : (
          <p className="p-6 text-muted" role="status">
            Loading...
          </p>
        )
      ) : cart.items.length === 0 ? (
        <EmptyState title="Your cart is empty" level="h3">
          Add sweets, and we hold them for you here.
        </EmptyState>
      ) : (
        <>
          <ul
            ref={list}
            tabIndex={-1}
            className="px-[min(1.5rem,5vw)] flex-1 overflow-auto short:flex-none short:overflow-visible outline-none"
            aria-label="Sweets in your cart"
          >
            {cart.items.map((line) => (
              <CartLine
                key={line.productId}
                compact
                line={line}
                actions={actions}
                problem={problems[line.productId]}
                clockAhead={clockAhead}
                onRemove={() => list.current?.focus()}
              />
            ))}
          </ul>
          <footer className="px-[min(1.5rem,5vw)] py-5 border-t border-brass">
            {cart.giftWrap && (
              <p className="flex justify-between mb-1 text-muted num">
                <span>Gift Wrapping</span>
                <span>{formatPaise(GIFT_WRAP_PAISE)}</span>
              </p>
            )}
            <p className="flex justify-between items-baseline mb-4">
              <span className="font-semibold">Total</span>
              <b className="num text-2xl" aria-live="polite">
                {formatRupees(cart.total)}
              </b>
            </p>
            <Link
              href="/cart"
              className={buttonClass({ size: "lg" }, "w-full")}
              onClick={toCart}
              onAuxClick={() => void flushCart()}
              prefetch={false}
            >
              View Cart
            </Link>
          </footer>
        </>
      )}
    </Drawer>
  );
}
