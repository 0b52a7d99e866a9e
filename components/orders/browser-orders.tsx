import type { Route } from "next";
import { A } from "@/components/ui/a";
import { Notice } from "@/components/ui/notice";
import type { FormAction } from "@/lib/http/action-state";
import { withNext } from "@/lib/links";
import { OrderButton } from "./order-actions";

type OfferedOrdersProps = {
  ids: readonly number[];
  actions: { addToAccount: FormAction; forget: FormAction };
};

/** Orders that this browser has placed without an account, offered to whoever signs in. */
export function OfferedOrders({ ids, actions }: OfferedOrdersProps) {
  return ids.map((id) => (
    <Notice
      key={id}
      tone="info"
      className="mt-4"
      title={`Order #${id} was placed in this browser. Add it to your account?`}
    >
      <div className="flex flex-wrap gap-2 mt-3">
        <OrderButton orderId={id} action={actions.addToAccount} kind="primary">
          Add
        </OrderButton>
        <OrderButton orderId={id} action={actions.forget}>
          Not mine
        </OrderButton>
      </div>
    </Notice>
  ));
}

/** Ends the access of this browser to the orders that it has placed without an account. */
export function ForgetOrders({ action }: { action: FormAction }) {
  return (
    <div className="mt-8 grid justify-items-start gap-2">
      <p className="text-muted">
        Only this browser shows these orders here.{" "}
        <A href={withNext("/login", "/orders") as Route} className="link whitespace-nowrap">
          Sign in
        </A>{" "}
        to keep them in your account.
      </p>
      <details>
        <summary className="btn btn-ghost -ml-4">Forget these orders on this device</summary>
        <div className="grid justify-items-start gap-3 mt-2">
          <p>The orders stay placed. Their tracking links go on working.</p>
          <OrderButton action={action} kind="danger">
            Forget these orders on this device
          </OrderButton>
        </div>
      </details>
    </div>
  );
}
