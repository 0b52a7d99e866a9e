import type { Metadata, Route } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { methodTexts } from "@/components/checkout/payment";
import { OrderPlacedMessage, OwnDocument } from "@/components/orders/opened-order";
import { OrderButton } from "@/components/orders/order-actions";
import { OnlineTry } from "@/components/payments/payment-section";
import { isToPay } from "@/components/payments/payment-texts";
import { Button } from "@/components/ui/button";
import { PageError } from "@/components/ui/page-error";
import { formOf, runAction } from "@/lib/http/action";
import { formatRupees } from "@/lib/money";
import * as operations from "@/lib/orders/payment-operations";
import { findOwnOrder } from "@/lib/orders/queries";
import { offersOnline } from "@/lib/payments/current-gateway";
import { codRefusal } from "@/lib/payments/rules";
import { settingsForPage } from "@/lib/settings/queries";
import { idParams } from "@/lib/text";
import { payOnDelivery } from "../../actions";
import { readOrder } from "../../read-as-shopper";

export const metadata: Metadata = { title: "Pay online" };

/** To open it asks the gateway, so it is never fetched beforehand. */
export default async function PayPage({ params, searchParams }: PageProps<"/orders/[id]/pay">) {
  const [{ id }, { placed, again }] = await Promise.all([params, searchParams]);
  const read = await readOrder(id, "/pay", findOwnOrder);
  if (!read.found) return read.instead;
  const order = read.found;
  const { method, state, due } = order.payment;
  const page = `/orders/${order.id}` as Route;
  const { payments } = (await settingsForPage()).values;
  if (!isToPay(order) || !offersOnline(payments, method)) redirect(page);
  const asked = { form: idParams, failed: "That did not work. Please try again.", opened: true };
  const opened = await runAction(operations.openCheckout, formOf({ id: order.id }), asked);
  // It was paid or cancelled meanwhile.
  if (!opened.ok && opened.code === "conflict") redirect(page);
  const amount = formatRupees(opened.ok ? opened.data.amount : due);
  return (
    <div className="shop py-9 lg:py-14">
      <OwnDocument />
      <article className="lid p-[min(1.5rem,6vw)] lg:p-8 max-w-[30rem] mx-auto grid gap-5 num" aria-labelledby="pay">
        <OrderPlacedMessage placed={placed === "1"} again={again === "1"} path={`${page}/pay`} />
        <h1 id="pay" className="text-d3">{`Pay order #${order.id}`}</h1>
        <p className="flex justify-between items-baseline border-t border-brass pt-4 text-lg">
          To pay <b className="text-[1.75rem] leading-none">{amount}</b>
        </p>
        <OnlineTry order={order} />
        {opened.ok ? (
          <form method="post" action={opened.data.url} className="grid gap-2">
            {Object.entries(opened.data.fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <Button type="submit" size="lg">{`Pay ${amount}`}</Button>
            <p className="text-muted">{methodTexts.online.details}</p>
          </form>
        ) : (
          <PageError retry={`${page}/pay`}>{opened.message}</PageError>
        )}
        {method !== "cod" && state === "unpaid" && codRefusal(order.total, payments.cod) === null && (
          <OrderButton orderId={order.id} action={payOnDelivery}>
            Pay on delivery instead
          </OrderButton>
        )}
        <Link href={page} prefetch={false} className="btn btn-ghost">{`Order #${order.id}`}</Link>
      </article>
    </div>
  );
}
