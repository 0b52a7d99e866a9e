import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import { gstFile, seriesColumns } from "@/lib/invoices/gst-csv";
import { documentSeriesRow } from "@/lib/invoices/gst-responses";
import * as invoices from "@/lib/invoices/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/reports/gst/documents", {
  GET: endpoint(invoices.readDocumentSeries, {
    id: "listDocumentSeries",
    summary: "The documents that were issued, by series",
    description: "The first and the last number of each series in the months, bills of supply too.",
    csv: gstFile("gst-documents", seriesColumns),
    answer: z.array(documentSeriesRow),
  }),
});
