"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { readViewer } from "@/components/layout/viewer-store";
import { Button, buttonClass } from "@/components/ui/button";
import { focusFirstField } from "@/components/ui/dialog-focus";
import { Drawer } from "@/components/ui/drawer";
import { EmptyState } from "@/components/ui/empty-state";
import { PageError } from "@/components/ui/page-error";
import { formatPaise, formatRupees, GIFT_WRAP_PAISE } from "@/lib/money";
import { CartLine } from "./cart-line";
import { type CartActions, flushCart, readCart, refreshCart, resetCart, useCartSnapshot } from "./cart-store";

/** The cart at the right edge of any page, from the same store as the cart page. */
export default function CartDrawer({ actions, onClose }: { actions: CartActions; onClose: () => void }) {
  const { cart, problems, clockAhead } = useCartSnapshot();
  const [isFailed, setIsFailed] = useState(false);
  const list = useRef<HTMLUListElement>(null);

  async function load() {
    setIsFailed(false);
    setIsFailed(!(await refreshCart()));
  }

  useEffect(() => {
    // The stored cart may belong to somebody who used this tab before.
    const stored = readCart().cart;
    if (stored && stored.signedIn !== (readViewer().role === "customer")) resetCart();
    void load();
  }, []);

  // The lines may arrive after the drawer has opened. The focus then moves from the close button to the first field, unless the
  // shopper has moved it already.
  const isLoaded = cart !== null;
  useEffect(() => {
    const dialog = list.current?.closest("[role=dialog]");
    if (isLoaded && dialog?.querySelector("button") === document.activeElement) focusFirstField(dialog);
  }, [isLoaded]);

  // The cart page, also in a new tab, must show what was clicked last.
  const sendChanges = () => void flushCart();

  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title="Your Cart">
      {!cart ? (
        isFailed ? (
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
              onClick={sendChanges}
              onAuxClick={sendChanges}
              onNavigate={onClose}
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
