import { dayText, formatShortDate } from "@/lib/dates";
import { toPaise } from "@/lib/money";
import { isTillSale } from "@/lib/payments/rules";
import { stateOfGstin } from "@/lib/settings/gstin";
import { markSample } from "@/lib/settings/samples";
import { stateName } from "@/lib/settings/states";
import { amounts } from "./rules";
import type { CreditNote, Invoice, IssuedInvoice } from "./serializers";
import { amountInWords } from "./words";

/* What a printed document says, for its page and its PDF. */

const amount = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** Rupees as documents write them: 1,23,456.50 */
const money = (rupees: number) => amount.format(rupees);

const isCreditNote = (document: IssuedInvoice | CreditNote): document is CreditNote => "reason" in document;

const titles = { tax_invoice: "Tax invoice", bill_of_supply: "Bill of supply" } as const;
const methods = { delivery: "Delivery", courier: "Courier", pickup: "Pickup at the shop" } as const;
const wayOf = ({ channel, method }: Invoice["order"]) => {
  if (isTillSale({ channel, fulfilment: { method } })) return "Sold over the counter";
  return method === null ? "Delivery" : methods[method];
};

/** Whom a document bills, and where the goods of a company went. */
function buyerLines({ company, buyer }: IssuedInvoice | CreditNote, { channel }: Invoice["order"]): string[] {
  const address = buyer.address ? [buyer.address] : [];
  if (!company) return [buyer.name ?? (channel === "counter" ? "Customer at the counter" : "Customer"), ...address];
  const state = stateOfGstin(company.gstin);
  const person = buyer.name !== null && buyer.name !== company.name ? [buyer.name] : [];
  const receiver = [...person, ...address];
  return [
    company.name,
    `GSTIN ${company.gstin}`,
    `State: ${stateName(state)} (${state})`,
    ...(company.deliveredTo === "others" && receiver.length > 0 ? ["Delivered to:"] : []),
    ...receiver,
  ];
}

/** A document as it is printed; a credit note takes seller, order and place from its invoice. Amounts are written out. */
export function printed(invoice: IssuedInvoice, document: IssuedInvoice | CreditNote = invoice) {
  const { seller, order, placeOfSupply, interState } = invoice;
  const isTax = invoice.kind === "tax_invoice";
  const { totals } = document;
  const place = placeOfSupply && `${placeOfSupply.name} (${placeOfSupply.code})`;
  const facts: [name: string, value: string][] = [
    ["Number", document.number],
    ["Date", formatShortDate(document.date)],
    ["Order", `#${order.id} of ${formatShortDate(order.date)}`],
    ["Supplied by", wayOf(order)],
  ];
  if (order.day)
    facts.push(
      order.method === "courier" ? ["Day", `Leaves our kitchen on ${dayText(order.day)}`] : ["Day", dayText(order.day)],
    );
  if (place) facts.push(["Place of supply", place]);
  if (isTax) facts.push(["Reverse charge", "No"]);
  const shared = {
    number: document.number,
    issuedAt: document.issuedAt,
    isTax,
    interState,
    seller: {
      legalName: seller.legalName,
      lines: [
        seller.address,
        ...(seller.state ? [`State: ${seller.state.name} (${seller.state.code})`] : []),
        ...(seller.gstin ? [`GSTIN ${seller.gstin}`] : []),
        `FSSAI licence ${markSample(seller.fssai, seller.sampleFssai === true)}`,
        `${markSample(seller.phone, seller.samplePhone === true)} · ${seller.email}`,
      ],
    },
    buyer: buyerLines(document, order),
    lines: document.lines.map((line, at) => ({
      position: at + 1,
      name: line.name,
      hsn: line.hsn,
      quantity: line.quantity === null ? "–" : String(line.quantity),
      rate: `${line.rate} %`,
      half: `${line.rate / 2} %`,
      ...amounts((name) => money(line[name])),
    })),
    totals: amounts((name) => money(totals[name])),
    words: amountInWords(toPaise(totals.total)),
  };
  if (!isCreditNote(document)) return { ...shared, title: titles[invoice.kind] as string, facts, notes: [] };
  return {
    ...shared,
    title: "Credit note",
    facts: [
      ...facts,
      ["Against", `${titles[invoice.kind]} ${invoice.number} of ${formatShortDate(invoice.date)}`] satisfies [
        string,
        string,
      ],
    ],
    notes: document.reason ? [`Reason: ${document.reason}`] : [],
  };
}
export type Printed = ReturnType<typeof printed>;

/** Every document of an order: the latest invoice and its credit notes, then the earlier ones. */
export const allPrinted = ({ earlier, ...invoice }: Invoice): Printed[] =>
  [invoice, ...earlier].flatMap((one) => [printed(one), ...one.creditNotes.map((note) => printed(one, note))]);
