import { PackName } from "@/components/catalogue/pack-name";
import { Logo } from "@/components/layout/logo";
import { receiptText } from "@/components/payments/payment-texts";
import { TableHead } from "@/components/ui/table";
import { formatDateTime, formatShortDate } from "@/lib/dates";
import { formatPaise, formatRupees, GIFT_WRAP_PAISE, toPaise, toRupees } from "@/lib/money";
import type { OwnOrder } from "@/lib/orders/serializers";
import { isTillSale } from "@/lib/payments/rules";
import type { ShopFacts } from "@/lib/settings/facts";
import { DeliveryFee, deliveryTerm } from "./delivery-fee";
import { Delivery } from "./order-card";

/** An order's receipt, laid out for printing. */
export function Receipt({ order, facts }: { order: OwnOrder; facts: ShopFacts }) {
  return (
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
      <h1 className="text-d3 mt-8 num">Receipt for order #{order.id}</h1>
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
          {order.giftWrap && (
            <tr>
              <td>Gift Wrapping</td>
              <td colSpan={2} className="max-sm:hidden" />
              <td className="r">{formatPaise(GIFT_WRAP_PAISE)}</td>
            </tr>
          )}
          {!isTillSale(order) && (
            <tr>
              <td>{deliveryTerm(order.fulfilment)}</td>
              <td colSpan={2} className="max-sm:hidden" />
              <td className="r">
                <DeliveryFee fulfilment={order.fulfilment} />
              </td>
            </tr>
          )}
        </tbody>
        <tfoot className="num">
          <tr className="font-bold text-lg">
            <td>Total</td>
            <td colSpan={2} className="max-sm:hidden" />
            <td className="r">{formatRupees(order.total)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="text-muted mt-2 mb-8 num">{receiptText(order)}</p>
      <Delivery order={order} shopAddress={facts.addressLine} />
    </article>
  );
}
