import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { LRUCache } from "lru-cache";
import type { May } from "@/lib/auth/actor";
import { notFound } from "@/lib/errors";
import { scopeOf } from "@/lib/http/idempotency";
import { onePerProcess } from "@/lib/one-per-process";
import { pdfTask } from "./pdf-document";
import { drawPdf } from "./pdf-queue";
import { allPrinted, type Printed } from "./print";
import { findInvoice, findInvoices, type InvoiceReader, invoiceOf } from "./queries";

export type PdfFile = { filename: string; bytes: Buffer<ArrayBuffer> };

/** Documents in one file at most: drawing fifty takes a few seconds. */
export const MAX_IN_ONE_FILE = 50;

const state = onePerProcess("PDF files", () => ({
  // Whoever has opened a document often opens it again: from My orders, the mail, the print dialog.
  drawn: new LRUCache<string, Promise<Buffer<ArrayBuffer>>>({ max: 50 }),
  logo: undefined as string | undefined,
}));

const readLogo = async () => {
  const bytes = await readFile(path.join(process.cwd(), "app", "og", "assets", "logo.png"));
  return `data:image/png;base64,${bytes.toString("base64")}`;
};

/** @param who whom the file is for, whose own files it waits behind */
async function fileOf(documents: readonly Printed[], filename: string, who: string): Promise<PdfFile> {
  const { drawn } = state;
  // The logo is kept, not the reading of it: one that failed, such as for want of free file handles, is tried again.
  state.logo ??= await readLogo();
  const task = pdfTask(documents, state.logo);
  const key = hash("sha1", JSON.stringify(task));
  let bytes = drawn.get(key);
  if (!bytes) {
    bytes = drawPdf(task, who);
    drawn.set(key, bytes);
    bytes.catch(() => drawn.delete(key));
  }
  return { filename, bytes: await bytes };
}

const nameOf = ({ title, number }: Printed) => `${title.replaceAll(" ", "-")}-${number.replaceAll("/", "-")}.pdf`;

/** One document of an order: its latest invoice, or the one with a number. */
function single(documents: readonly Printed[], number: string | undefined, who: string): Promise<PdfFile> {
  const [document] = number === undefined ? documents : documents.filter((one) => one.number === number);
  if (!document) throw notFound("There is no such document for this order.");
  return fileOf([document], nameOf(document), who);
}

/** The PDF of an order's invoice, for its mail; null before it is issued. The caller has authorised. */
export async function renderInvoicePdf(orderId: number): Promise<PdfFile | null> {
  const invoice = await invoiceOf(orderId);
  return invoice && single(allPrinted(invoice), undefined, "mail");
}

/**
 * The PDF of the invoice of the shopper's own order, for admins of any, or of the document of it with this number; `not_found` when there
 * is none, and `rate_limited` while many files of this person are being drawn.
 */
export const invoicePdf = async (actor: InvoiceReader, orderId: number, number?: string): Promise<PdfFile> =>
  single(allPrinted(await findInvoice(actor, orderId)), number, String(scopeOf(actor)));

/** The invoices and credit notes of several orders in one file. Throws `not_found` when none of them has any. */
export async function invoicesPdf(actor: May<"invoices:read">, orderIds: number[]): Promise<PdfFile> {
  const invoices = await findInvoices(actor, orderIds.slice(0, MAX_IN_ONE_FILE));
  const documents = invoices.flatMap(allPrinted);
  if (documents.length === 0) throw notFound("None of these orders has an invoice yet.");
  return fileOf(documents, `Invoices-${documents.length}.pdf`, String(actor.id));
}
