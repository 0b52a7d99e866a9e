import { adminResponse } from "@/app/admin/admin-response";
import { csvLine, csvResponse } from "@/lib/csv";
import { parseQuery } from "@/lib/http/body";
import { gstSummary } from "@/lib/invoices/gst-queries";
import { gstQuery } from "@/lib/invoices/schema";

const kinds = { tax_invoice: "Tax invoices", bill_of_supply: "Bills of supply" } as const;
const head = [
  "Month",
  "Documents (less credit notes)",
  "HSN",
  "Rate (%)",
  "Supply",
  "Quantity",
  "Taxable value (rupees)",
  "CGST (rupees)",
  "SGST (rupees)",
  "IGST (rupees)",
  "Total (rupees)",
];

/** What was invoiced in some months by HSN code and rate, as CSV. */
export const GET = (request: Request) =>
  adminResponse(request, async (admin) => {
    const months = parseQuery(gstQuery, new URL(request.url).searchParams);
    const rows = await gstSummary(admin, months);
    async function* lines() {
      yield csvLine(head);
      for (const { month, kind, hsn, rate, interState, quantity, taxable, cgst, sgst, igst, total } of rows)
        yield csvLine([
          month,
          kinds[kind],
          hsn,
          rate,
          interState ? "Inter-state" : "Within the state",
          quantity,
          taxable,
          cgst,
          sgst,
          igst,
          total,
        ]);
    }
    const name = months.from === months.to ? months.from : `${months.from}-to-${months.to}`;
    return csvResponse(`gst-${name}.csv`, lines());
  });
