import Link from "next/link";
import { holdLimitTexts } from "@/lib/cart/texts";
import type { ActionFailure } from "@/lib/http/action-state";
import { withNext } from "@/lib/links";

/** What can be done at the limit of what may be held: sign in, which leads back to `next`, or ask for a larger order. */
export function HoldLinks({ failure, next = "/cart" }: { failure: ActionFailure; next?: string }) {
  if (failure.code !== "hold_limit") return null;
  return (
    <span className="flex flex-wrap gap-x-5">
      {failure.message.startsWith(holdLimitTexts.visitor) && (
        <Link href={withNext("/login", next)} className="link inline-flex items-center min-h-11">
          Sign in
        </Link>
      )}
      <Link href="/custom-orders" className="link inline-flex items-center min-h-11">
        Ask for a larger order
      </Link>
    </span>
  );
}
