import type { Metadata, Route } from "next";
import Link from "next/link";
import { cache, type ReactNode } from "react";
import { Logo } from "@/components/layout/logo";
import { DeliveryFee, deliveryTerm, InvoiceLink, OrderDelivery } from "@/components/orders/order-card";
import { receiptText } from "@/components/payments/payment-texts";
import { PackName } from "@/components/stock/pack-name";
import { PrintButton } from "@/components/ui/print-button";
import { TableHead } from "@/components/ui/table";
import { formatDateTime, formatShortDate } from "@/lib/dates";
import { formatPaise, formatRupees, GIFT_WRAP_PAISE, toPaise, toRupees } from "@/lib/money";
import { findOwnOrder } from "@/lib/orders/queries";
import { isTillSale, paperTitle } from "@/lib/payments/rules";
import { factsForPage } from "@/lib/settings/queries";
import { readOrder } from "../../read-as-shopper";

const readOnce = cache((id: string) => readOrder(id, "/receipt", findOwnOrder));

export async function generateMetadata({ params }: PageProps<"/orders/[id]/receipt">): Promise<Metadata> {
  const { found } = await readOnce((await params).id);
  return { title: found ? paperTitle(found.payment) : "Order" };
}

function AmountRow({ text, amount, className }: { text: string; amount: ReactNode; className?: string }) {
  return (
    <tr className={className}>
      <td>{text}</td>
      <td colSpan={2} className="max-sm:hidden" />
      <td className="r">{amount}</td>
    </tr>
  );
}

export default async function ReceiptPage({ params }: PageProps<"/orders/[id]/receipt">) {
  const { id } = await params;
  const read = await readOnce(id);
  if (!read.found) return read.instead;
  const order = read.found;
  const facts = await factsForPage();
  return (
    <div className="shop py-9 lg:py-14 print:py-0">
      <p className="flex flex-wrap gap-3 mb-6 print:hidden">
        <Link href="/orders" className="btn btn-ghost">
          My Orders
        </Link>
        <Link href={`/orders/${order.id}` as Route} prefetch={false} className="btn btn-ghost">
          Order #{order.id}
        </Link>
        <PrintButton kind="outline" />
        <InvoiceLink order={order} />
      </p>
      <article className="lid max-w-[46rem] mx-auto p-5 sm:p-8 lg:p-12 print:border-0 print:shadow-none print:p-0">
        <header className="flex flex-wrap justify-between gap-x-8 gap-y-4">
          <Logo />
          <address className="not-italic text-sm text-muted sm:text-right">
            {facts.legalName}
            <br />
            {facts.addressLine}
            <br />
            {facts.phone.text}
            <br />
            FSSAI licence {facts.fssai}
          </address>
        </header>
        <h1 className="text-d3 mt-8 num">
          {paperTitle(order.payment)} for order #{order.id}
        </h1>
        <p className="text-muted">
          <time dateTime={order.createdAt}>{formatDateTime(order.createdAt)}</time> · {order.status}
        </p>
        {/* On phones, where four columns do not fit, quantity and price are shown under the name. */}
        <table className="table mt-6 max-sm:[&_:is(th,td)]:px-1">
          <TableHead
            columns={[
              { head: "Sweet" },
              { head: "Quantity", column: "r max-sm:hidden" },
              { head: "Price", column: "r max-sm:hidden" },
              { head: "Amount", column: "r" },
            ]}
          />
          <tbody className="num">
            {order.items.map(({ id, name, packLabel, quantity, price, bestBefore }) => (
              <tr key={id}>
                <td className="[overflow-wrap:anywhere]">
                  <PackName name={name} label={packLabel} />
                  <span className="block text-sm text-muted sm:hidden">
                    {quantity} × {formatRupees(price)}
                  </span>
                  {bestBefore && (
                    <span className="block text-sm text-muted">Best before {formatShortDate(bestBefore)}</span>
                  )}
                </td>
                <td className="r max-sm:hidden">{quantity}</td>
                <td className="r max-sm:hidden">{formatRupees(price)}</td>
                <td className="r">{formatRupees(toRupees(toPaise(price) * quantity))}</td>
              </tr>
            ))}
            {order.giftWrap && <AmountRow text="Gift Wrapping" amount={formatPaise(GIFT_WRAP_PAISE)} />}
            {!isTillSale(order) && (
              <AmountRow text={deliveryTerm(order.fulfilment)} amount={<DeliveryFee fulfilment={order.fulfilment} />} />
            )}
          </tbody>
          <tfoot className="num">
            <AmountRow text="Total" amount={formatRupees(order.total)} className="font-bold text-lg" />
          </tfoot>
        </table>
        <p className="text-muted mt-2 mb-8 num">{receiptText(order)}</p>
        <OrderDelivery order={order} shopAddress={facts.addressLine} />
      </article>
    </div>
  );
}
