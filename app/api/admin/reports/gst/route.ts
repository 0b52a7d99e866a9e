import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import { gstFile, summaryColumns } from "@/lib/invoices/gst-csv";
import { gstRow } from "@/lib/invoices/gst-responses";
import * as invoices from "@/lib/invoices/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/reports/gst", {
  GET: endpoint(invoices.readGstSummary, {
    id: "getGstSummary",
    summary: "The GST summary, as the return asks for it",
    description:
      "What the tax invoices and credit notes of the months come to, for each month, kind of document, kind of buyer, place of supply, HSN code, unit and rate. Delivery and gift wrap are in the rows of the sweets that they go with. Bills of supply are in none. Months from one to another; the one that is named alone, else this month.",
    csv: gstFile("gst", summaryColumns),
    answer: z.array(gstRow),
  }),
});
