import { type CsvColumns, momentCell } from "@/lib/csv";
import type { CompanyDocument, DocumentSeries, GstRow } from "./gst-queries";
import type { GstMonths } from "./schema";

const documents = { invoice: "Invoice", credit_note: "Credit note" } as const;
const taxes: CsvColumns<Pick<GstRow, "taxable" | "cgst" | "sgst" | "igst">> = [
  ["Taxable value (rupees)", ({ taxable }) => taxable],
  ["CGST (rupees)", ({ cgst }) => cgst],
  ["SGST (rupees)", ({ sgst }) => sgst],
  ["IGST (rupees)", ({ igst }) => igst],
];

export const summaryColumns: CsvColumns<GstRow> = [
  ["Month", ({ month }) => momentCell(month)],
  ["Document", ({ document }) => documents[document]],
  ["Buyer", ({ buyer }) => buyer],
  ["Place of supply", ({ placeOfSupply }) => placeOfSupply],
  ["HSN", ({ hsn }) => hsn],
  ["Unit", ({ unit }) => unit],
  ["Quantity", ({ quantity }) => quantity],
  ["Rate (%)", ({ rate }) => rate],
  ...taxes,
  ["Total (rupees)", ({ total }) => total],
];

export const seriesColumns: CsvColumns<DocumentSeries> = [
  ["Series", ({ series }) => series],
  ["From", ({ from }) => from],
  ["To", ({ to }) => to],
  ["Issued", ({ issued }) => issued],
  ["Cancelled", ({ cancelled }) => cancelled],
];

export const companyColumns: CsvColumns<CompanyDocument> = [
  ["GSTIN", ({ gstin }) => gstin],
  ["Name", ({ name }) => name],
  ["Document", ({ document }) => documents[document]],
  ["Number", ({ number }) => number],
  ["Date", ({ date }) => momentCell(date)],
  ["Value (rupees)", ({ value }) => value],
  ...taxes,
];

/** A file about some months, such as "gst-2026-10-to-2026-11.csv". */
export const gstFile = <Row>(name: string, columns: CsvColumns<Row>) => ({
  columns,
  filename: ({ from, to }: GstMonths) => `${name}-${from === to ? from : `${from}-to-${to}`}.csv`,
});
