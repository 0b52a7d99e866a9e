import { lineTotal } from "@/lib/cart/rules";
import { withPack } from "@/lib/catalogue/packs";
import { formatShortDateTime } from "@/lib/dates";
import { printed } from "@/lib/invoices/print";
import type { Invoice } from "@/lib/invoices/serializers";
import { formatPaise, formatRupees, GIFT_WRAP_PAISE, toPaise, toRupees } from "@/lib/money";
import type { AdminOrder } from "@/lib/orders/serializers";
import { methodNames } from "@/lib/payments/constants";
import { paperTitle } from "@/lib/payments/rules";
import type { ShopFacts } from "@/lib/settings/facts";

type Row = [name: string, amount: string, details?: string];

const each = (quantity: number, price: number) => `${quantity} × ${formatRupees(price)}`;

/** What an order costs that has no bill yet. */
const orderRows = ({ items, giftWrap, fulfilment: { fee } }: AdminOrder): Row[] => [
  ...items.map(
    (item): Row => [
      withPack(item.product.name, item.packLabel),
      formatRupees(lineTotal(item)),
      each(item.quantity, item.price),
    ],
  ),
  ...(giftWrap ? [["Gift wrap", formatPaise(GIFT_WRAP_PAISE)] as Row] : []),
  ...(fee > 0 ? [["Delivery", formatRupees(fee)] as Row] : []),
];

/** The lines of a bill, each with its code and, of a tax invoice, its rate. */
const billRows = ({ lines, kind }: Invoice): Row[] =>
  lines.map(({ name, hsn, quantity, rate, total }) => [
    name,
    formatRupees(total),
    [
      quantity !== null && each(quantity, toRupees(Math.round(toPaise(total) / quantity))),
      `HSN ${hsn}`,
      kind === "tax_invoice" && `${rate} %`,
    ]
      .filter(Boolean)
      .join(" · "),
  ]);

const taxRows = ({ kind, totals, interState }: Invoice): Row[] =>
  kind !== "tax_invoice"
    ? []
    : (["taxable", ...(interState ? (["igst"] as const) : (["cgst", "sgst"] as const))] as const).map((name) => [
        name === "taxable" ? "Taxable value" : name.toUpperCase(),
        formatRupees(totals[name]),
      ]);

/** An order on paper of 80 mm: its bill or tax invoice, or what was ordered while there is none. */
export function Receipt({ order, invoice, facts }: { order: AdminOrder; invoice?: Invoice; facts: ShopFacts }) {
  const bill = invoice && printed(invoice);
  const buyer = order.customer?.name ?? order.recipientName;
  const { due, paid } = order.payment;
  const methods = new Set(order.payments.filter(({ state }) => state === "received").map(({ method }) => method));
  const sums: Row[] = [
    ...(invoice ? taxRows(invoice) : []),
    ["Total", formatRupees(order.total)],
    ...(paid > 0
      ? [[`Paid: ${[...methods].map((one) => methodNames[one]).join(", ")}`, formatRupees(paid)] as Row]
      : []),
    ...(due > 0 ? [["To be paid", formatRupees(due)] as Row] : []),
  ];
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
        {buyer && <span className="block">{buyer}</span>}
      </p>
      <ul>{(invoice ? billRows(invoice) : orderRows(order)).map(row)}</ul>
      <ul>{sums.map(row)}</ul>
      <p className="text-center">Thank you!</p>
    </article>
  );
}
