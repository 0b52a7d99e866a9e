import type { Metadata } from "next";
import { CheckoutForm } from "@/components/checkout/checkout-form";
import { WaysToOrder } from "@/components/checkout/ways-to-order";
import { EmptyState } from "@/components/ui/empty-state";
import { readCheckout } from "../read-checkout";
import { placeOrder } from "./actions";

export const metadata: Metadata = { title: "Delivery Details" };

/** The checkout as a page, for browsers without JavaScript. With JavaScript, /cart opens the same form as a dialog. */
export default async function Checkout({ searchParams }: PageProps<"/checkout">) {
  const { blank, guest } = await searchParams;
  const read = await readCheckout("/checkout");
  if (!read.cart) return read.instead;
  const ways = (
    <div className="flex flex-wrap justify-center gap-2">
      <WaysToOrder next="/checkout" />
    </div>
  );
  if (!read.cart.signedIn && guest !== "1") {
    return (
      <EmptyState level="h1" title="Please sign in" action={ways}>
        Sign in to place your order, or order without an account. Your cart stays as it is.
      </EmptyState>
    );
  }
  // Without JavaScript, 'Clear' is a link to the page with empty fields.
  const filled = blank === "1" ? { offer: null, delivery: { ...read.delivery, pincode: "" } } : {};
  return (
    <div className="shop py-9 lg:py-14">
      <div className="max-w-[35rem] mx-auto">
        <h1 className="text-d2">Delivery Details</h1>
        <div className="mt-6">
          <CheckoutForm {...read} {...filled} actions={{ placeOrder }} />
        </div>
      </div>
    </div>
  );
}
