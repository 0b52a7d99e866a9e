import type { ReactNode } from "react";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { AdminPage } from "@/components/admin/ui/page";
import { Logo } from "@/components/layout/logo";
import { PrintButton } from "@/components/ui/print-button";
import { TableHead } from "@/components/ui/table";
import { lineTotal } from "@/lib/cart/rules";
import { withPack } from "@/lib/catalogue/packs";
import { dayText, formatShortDate, formatShortDateTime } from "@/lib/dates";
import { printed } from "@/lib/invoices/print";
import type { Invoice } from "@/lib/invoices/serializers";
import { formatPaise, formatRupees, GIFT_WRAP_PAISE, toPaise, toRupees } from "@/lib/money";
import type { AdminOrder } from "@/lib/orders/serializers";
import { methodNames } from "@/lib/payments/constants";
import { isTillSale, paperTitle } from "@/lib/payments/rules";
import type { ShopFacts } from "@/lib/settings/facts";
import { wayText, whenText } from "./texts";

type OrderPaperProps = {
  title: string;
  id?: number;
  isEmpty?: boolean;
  actions?: ReactNode;
  children: ReactNode;
};

export function OrderPaper({ title, id, isEmpty, actions, children }: OrderPaperProps) {
  const orders = { text: "Orders", href: "/admin?tab=orders" } as const;
  const order = id && ({ text: `Order #${id}`, href: `/admin/orders/${id}` } as const);
  return (
    <AdminPage
      paper
      title={title}
      parents={order ? [orders, order] : [orders]}
      actions={
        <>
          {!isEmpty && <PrintButton />}
          {actions}
          <AdminLink kind="outline" href={(order || orders).href}>
            Back to the {order ? "order" : "orders"}
          </AdminLink>
        </>
      }
    >
      {children}
    </AdminPage>
  );
}

/**
 * What whoever hands an order over has to collect. Null for a sale at the till, which was paid there. A claim that nobody has
 * checked is neither paid nor to be collected.
 */
function collectText(order: AdminOrder): string | null {
  const { status, payment, fulfilment } = order;
  if (isTillSale(order)) return null;
  if (status === "Cancelled") return "Cancelled: do not deliver";
  const { method, due, paid, state } = payment;
  if (due === 0) return method === "online" ? "Paid online" : "Paid";
  if (method === "online" && state === "unpaid")
    return `${formatRupees(due)} not paid online yet: ask before you deliver`;
  if (state === "claimed") return `UPI payment of ${formatRupees(due)} not checked yet: ask before you collect`;
  const where = fulfilment.method === "pickup" ? "at the shop" : "at the door";
  return `Collect ${formatRupees(due)} ${where} (cash or UPI)${paid > 0 ? `, ${formatRupees(paid)} is paid` : ""}`;
}

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

type Row = [name: string, amount: string, details?: string];

const each = (quantity: number, price: number) => `${quantity} × ${formatRupees(price)}`;

/** What an order costs that has no bill yet. */
function orderRows({ items, giftWrap, fulfilment: { fee } }: AdminOrder): Row[] {
  const rows = items.map((item): Row => {
    const name = withPack(item.product.name, item.packLabel);
    return [name, formatRupees(lineTotal(item)), each(item.quantity, item.price)];
  });
  if (giftWrap) rows.push(["Gift wrap", formatPaise(GIFT_WRAP_PAISE)]);
  if (fee > 0) rows.push(["Delivery", formatRupees(fee)]);
  return rows;
}

const billRows = ({ lines, kind }: Invoice): Row[] =>
  lines.map(({ name, hsn, quantity, rate, total }) => {
    const price = quantity !== null && each(quantity, toRupees(Math.round(toPaise(total) / quantity)));
    const details = [price, `HSN ${hsn}`, kind === "tax_invoice" && `${rate} %`];
    return [name, formatRupees(total), details.filter(Boolean).join(" · ")];
  });

/** An order on paper of 80 mm: its bill or tax invoice, or what was ordered while there is none. */
export function Receipt({ order, invoice, facts }: { order: AdminOrder; invoice?: Invoice; facts: ShopFacts }) {
  const bill = invoice && printed(invoice);
  const buyer = invoice?.company && bill ? bill.buyer : [order.customer?.name ?? order.recipientName].filter(Boolean);
  const { due, paid } = order.payment;
  const methods = new Set(order.payments.filter(({ state }) => state === "received").map(({ method }) => method));
  const sums: Row[] = [];
  if (invoice?.kind === "tax_invoice") {
    const { totals, interState } = invoice;
    sums.push(["Taxable value", formatRupees(totals.taxable)]);
    if (interState) sums.push(["IGST", formatRupees(totals.igst)]);
    else sums.push(["CGST", formatRupees(totals.cgst)], ["SGST", formatRupees(totals.sgst)]);
  }
  sums.push(["Total", formatRupees(order.total)]);
  if (paid > 0) sums.push([`Paid: ${[...methods].map((one) => methodNames[one]).join(", ")}`, formatRupees(paid)]);
  if (due > 0) sums.push(["To be paid", formatRupees(due)]);
  const row = ([name, amount, details]: Row) => (
    <li key={`${name} ${details}`} className={name === "Total" ? "font-bold text-lg" : undefined}>
      <span>
        {name}
        {details && <small>{details}</small>}
      </span>
      <span>{amount}</span>
    </li>
  );
  return (
    <article className="receipt num" aria-label={`${paperTitle(order.payment)} for order #${order.id}`}>
      <header className="text-center">
        <b className="block text-lg leading-tight">{facts.legalName}</b>
        {(bill?.seller.lines ?? [facts.addressLine, `FSSAI licence ${facts.fssai}`, facts.phone.text]).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </header>
      <h2 className="font-bold font-sans text-[length:inherit]">
        {bill ? `${bill.title} ${bill.number}` : "Order, not a bill"}
      </h2>
      <p className="-mt-2">
        Order #{order.id} · {formatShortDateTime(order.createdAt)}
        {buyer.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </p>
      <ul>{(invoice ? billRows(invoice) : orderRows(order)).map(row)}</ul>
      <ul>{sums.map(row)}</ul>
      <p className="text-center">Thank you!</p>
    </article>
  );
}
