import { adminGet } from "@/app/admin/admin-response";
import { recordView } from "@/lib/audit/commands";
import { type CsvColumns, csvLines, csvResponse, momentCell } from "@/lib/csv";
import { gstSummary } from "@/lib/invoices/gst-queries";
import { gstQuery } from "@/lib/invoices/schema";

const kinds = { tax_invoice: "Tax invoices", bill_of_supply: "Bills of supply" } as const;
const columns: CsvColumns<Awaited<ReturnType<typeof gstSummary>>[number]> = [
  ["Month", ({ month }) => momentCell(month)],
  ["Documents (less credit notes)", ({ kind }) => kinds[kind]],
  ["HSN", ({ hsn }) => hsn],
  ["Rate (%)", ({ rate }) => rate],
  ["Supply", ({ interState }) => (interState ? "Inter-state" : "Within the state")],
  ["Quantity", ({ quantity }) => quantity],
  ["Taxable value (rupees)", ({ taxable }) => taxable],
  ["CGST (rupees)", ({ cgst }) => cgst],
  ["SGST (rupees)", ({ sgst }) => sgst],
  ["IGST (rupees)", ({ igst }) => igst],
  ["Total (rupees)", ({ total }) => total],
];

export const GET = adminGet(["invoices:read"], gstQuery, async (admin, months) => {
  await recordView(admin, { noun: "invoices", nounId: null, text: "exported the GST summary" });
  const rows = await gstSummary(admin, months);
  const name = months.from === months.to ? months.from : `${months.from}-to-${months.to}`;
  return csvResponse(`gst-${name}.csv`, csvLines(columns, rows));
});
