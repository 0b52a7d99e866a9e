import type { Route } from "next";
import { A } from "@/components/ui/a";
import { Button, buttonClass } from "@/components/ui/button";
import { withNext } from "@/lib/links";

type WaysToOrderProps = {
  /** Where a sign-in leads. */
  next: string;
  /** Shows the form; without it, 'Order without an account' is a link to its page. */
  onGuest?: () => void;
};

/** What a visitor can do at the checkout: sign in, register, or order without an account. */
export function WaysToOrder({ next, onGuest }: WaysToOrderProps) {
  const guest = "Order without an account";
  return (
    <>
      {onGuest ? (
        <Button kind="outline" onClick={onGuest}>
          {guest}
        </Button>
      ) : (
        <A href={"/checkout?guest=1" as Route} className={buttonClass({ kind: "outline" })}>
          {guest}
        </A>
      )}
      <A href={withNext("/register", next) as Route} className={buttonClass({ kind: "outline" })}>
        Create an account
      </A>
      <A href={withNext("/login", next) as Route} className={buttonClass()}>
        Sign in
      </A>
    </>
  );
}
