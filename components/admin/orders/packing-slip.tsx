import { collectText } from "@/components/admin/payments/texts";
import { Logo } from "@/components/layout/logo";
import { TableHead } from "@/components/ui/table";
import { withPack } from "@/lib/catalogue/packs";
import { dayText, formatShortDate, formatShortDateTime } from "@/lib/dates";
import type { AdminOrder } from "@/lib/orders/serializers";
import { isTillSale } from "@/lib/payments/rules";
import type { ShopFacts } from "@/lib/settings/facts";
import { wayText, whenText } from "./fulfilment";

/** The slip for packing and delivering an order: recipient, contents, and the amount to collect. */
export function PackingSlip({ order, facts }: { order: AdminOrder; facts: ShopFacts }) {
  const collect = collectText(order);
  return (
    <article className="max-w-160 border border-border-strong bg-surface p-4 xs:p-6 print:border-0 print:p-0">
      <header className="flex flex-wrap justify-between gap-x-6 gap-y-3 border-b border-border-strong pb-4">
        <div className="min-w-0 wrap-anywhere">
          <Logo wordClassName="h-6 w-auto min-w-0" starClassName="size-8 shrink-0" />
          <p className="text-sm text-muted mt-2">
            {facts.addressLine}
            <br />
            <span className="num">{facts.phone.text}</span> · FSSAI <span className="num">{facts.fssai}</span>
          </p>
        </div>
        <div className="min-w-0 xs:text-right">
          <h2 className="text-d4 num">Order #{order.id}</h2>
          <p className="num text-sm text-muted">{formatShortDateTime(order.createdAt)}</p>
        </div>
      </header>
      {!isTillSale(order) && (
        <p className="border-b border-border-strong py-3">
          <b className="block text-2xl leading-tight num">{whenText(order)}</b>
          {wayText(order.fulfilment)}
        </p>
      )}
      <div className="grid sm:grid-cols-2 print:grid-cols-2 gap-6 py-4">
        <div>
          <h3 className="text-d5">{order.fulfilment.method === "pickup" ? "Picked up by" : "Deliver to"}</h3>
          <p className="text-lg break-words">
            <b>{order.recipientName ?? (order.channel === "counter" ? order.user?.name : null) ?? "No details"}</b>
            <br />
            <span className="whitespace-pre-line">{order.deliveryAddress}</span>
            <br />
            <span className="num">{order.phoneNumber}</span>
          </p>
        </div>
        {order.notes && (
          <div>
            <h3 className="text-d5">Notes</h3>
            <p className="whitespace-pre-line break-words">{order.notes}</p>
          </div>
        )}
      </div>
      <table className="table border-y border-border-strong">
        <TableHead columns={[{ head: "Sweet" }, { head: "Packs", column: "r" }]} />
        <tbody>
          {order.items.map((item) => (
            <tr key={item.id}>
              <td>
                {withPack(item.product.name, item.packLabel)}
                {item.day && (
                  <span className="block text-sm text-muted num">From the plan for {dayText(item.day)}</span>
                )}
                {item.bestBefore && (
                  <span className="block text-sm text-muted num">Best before {formatShortDate(item.bestBefore)}</span>
                )}
              </td>
              <td className="r num font-bold text-lg">{item.quantity}</td>
            </tr>
          ))}
          {order.giftWrap && (
            <tr>
              <td className="font-semibold">Gift wrap</td>
              <td className="r">Yes</td>
            </tr>
          )}
        </tbody>
      </table>
      {order.personalMessage && (
        <div className="py-4">
          <h3 className="text-d5">Message for the card</h3>
          <p className="text-lg whitespace-pre-line break-words">“{order.personalMessage}”</p>
        </div>
      )}
      {collect && <p className="num text-xl font-bold border-2 border-foreground p-3 mt-4">{collect}</p>}
    </article>
  );
}
