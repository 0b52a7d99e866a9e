import { withPack } from "@/lib/catalogue/packs";
import { contentOf } from "@/lib/invoices/content";
import { creditLinesOf, invoiceLinesOf, type Line } from "@/lib/invoices/lines";
import { documentNumber, financialYear, rateOf } from "@/lib/invoices/rules";
import { GIFT_WRAP_PAISE } from "@/lib/money";
import { BILL_PREFIX, CREDIT_PREFIX } from "@/lib/settings/constants";
import type { SettingValues } from "@/lib/settings/schema";
import type { SoldLine, Sweet } from "./stock";
import { dayAt, dayText, type OrderDemand } from "./stream";
import { type Tables, timeOf } from "./tables";

export type Bill = { id: number; lines: Line[] };
type Billed = OrderDemand<Sweet> & {
  id: number;
  by: { name: string; address: string } | null;
  sold: SoldLine[];
  fee: number;
  bill: Bill | null;
};

/** Invoices and credit notes by the rules of lib/invoices, numbered in the order in which they are issued. */
export class SampleDocuments {
  constructor(
    private readonly world: {
      tables: Tables;
      settings: SettingValues;
      ids: { history: number; invoices: number };
      series: Map<string, number>;
    },
  ) {}

  /** The invoice of an order that is shipped, completed or sold at the till; nothing when it has one. */
  invoice(order: Billed, at: number) {
    if (order.bill) return;
    const { tax } = this.world.settings;
    const date = dayText(dayAt(at));
    const sweets = order.sold.map(({ sweet, pack, quantity }) => ({
      ...{ name: withPack(sweet.name, pack.label), hsn: sweet.hsn, quantity, price: pack.price },
      rate: tax.gstin === null ? 0 : (rateOf(tax.rates, sweet.hsn, date) ?? 0),
    }));
    const invoiced = { sweets, delivery: order.fee, giftWrap: order.giftWrap ? GIFT_WRAP_PAISE : 0 };
    const { interState } = contentOf(this.facts(order), this.world.settings);
    const lines = invoiceLinesOf(invoiced, interState);
    order.bill = {
      id: this.issue(
        order,
        at,
        lines.map((line, i) => ({ ...line, position: i + 1 })),
        null,
      ),
      lines,
    };
  }

  private facts({ id, at, channel, method, pincode, day }: Billed) {
    return {
      id,
      createdAt: timeOf(at),
      channel,
      method,
      pincode: method && pincode,
      day: day === null ? null : dayText(day),
      statusChange: this.world.ids.history,
    };
  }

  /** Adds a document with the next number of its series; with a reason it credits the order's bill. Returns its id. */
  private issue(order: Billed, at: number, lines: (Line & { position: number })[], reason: string | null): number {
    const { tables, series, settings, ids } = this.world;
    const date = dayText(dayAt(at));
    const year = financialYear(date);
    const isBill = settings.tax.gstin === null;
    const prefix = reason !== null ? CREDIT_PREFIX : isBill ? BILL_PREFIX : settings.tax.prefix;
    const kind = reason !== null ? "credit_note" : isBill ? "bill_of_supply" : "tax_invoice";
    const sequence = (series.get(`${prefix} ${year}`) ?? 0) + 1;
    series.set(`${prefix} ${year}`, sequence);
    const id = ++ids.invoices;
    const content = JSON.stringify(contentOf(this.facts(order), settings));
    const total = lines.reduce((sum, line) => sum + line.total, 0);
    tables.invoices.add(
      ...[id, kind, prefix, year, sequence, documentNumber(prefix, year, sequence), order.id, order.bill?.id ?? null],
      ...[date, timeOf(at), content, order.by?.name ?? null, order.by?.address ?? null, reason, total],
    );
    for (const { position, name, hsn, quantity, rate, taxable, cgst, sgst, igst, total: all } of lines)
      tables.invoice_lines.add(id, position, name, hsn, quantity, rate, taxable, cgst, sgst, igst, all);
    return id;
  }

  /** A credit note over a part of what was invoiced. */
  credit(order: Billed, at: number, amount: number, reason: string) {
    if (order.bill) this.issue(order, at, creditLinesOf(order.bill.lines, amount), reason);
  }
}

/** As payment_state() of db/functions/payments.sql. */
export function paymentState(total: number, received: number, refunded: number, claimed: number): string {
  if (refunded > 0) return refunded === received ? "refunded" : "part_refunded";
  if (received >= total) return "paid";
  return claimed > 0 ? "claimed" : received > 0 ? "part_paid" : "unpaid";
}
