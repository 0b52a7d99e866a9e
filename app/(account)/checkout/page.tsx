import type { Metadata } from "next";
import Link from "next/link";
import { NoCart } from "@/components/account/no-cart";
import { ShopUnavailable } from "@/components/account/shop-unavailable";
import { CheckoutPage } from "@/components/checkout/checkout-page";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { isAdmin } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { readCartState } from "@/lib/cart/queries";
import { nullIfUnavailable } from "@/lib/errors";
import { deliveryOffer } from "@/lib/orders/queries";
import { renderedDelivery } from "../rendered-delivery";
import { placeOrder } from "./actions";

export const metadata: Metadata = { title: "Delivery Details" };

/** The checkout as a page, for browsers without JavaScript. With JavaScript, /cart opens the same form as a dialog. */
export default async function Checkout({ searchParams }: PageProps<"/checkout">) {
  const { blank } = await searchParams;
  const actor = await nullIfUnavailable(currentActor);
  if (actor && isAdmin(actor)) return <NoCart />;
  const cart = actor && (await nullIfUnavailable(() => readCartState(actor)));
  if (!cart) return <ShopUnavailable path="/checkout">Your cart is safe.</ShopUnavailable>;
  if (!cart.signedIn) {
    return (
      <EmptyState
        level="h1"
        title="Please sign in"
        action={
          <Link href="/login?next=/checkout" className={buttonClass()}>
            Sign in
          </Link>
        }
      >
        Sign in to place your order. Your cart stays as it is.
      </EmptyState>
    );
  }
  // Without JavaScript, 'Clear' is a link to the page with empty fields.
  const [offer, { delivery, payments, pause }] = await Promise.all([
    blank === "1" ? null : nullIfUnavailable(() => deliveryOffer(actor)),
    renderedDelivery(cart),
  ]);
  return (
    <div className="shop py-9 lg:py-14">
      <div className="max-w-[35rem] mx-auto">
        <h1 className="text-d2">Delivery Details</h1>
        <div className="mt-6">
          <CheckoutPage
            rendered={cart}
            actions={{ placeOrder }}
            offer={offer}
            delivery={delivery}
            payments={payments}
            pause={pause}
          />
        </div>
      </div>
    </div>
  );
}
