import { z } from "zod";
import { endpoint, route } from "@/lib/http/endpoint";
import { companyColumns, gstFile } from "@/lib/invoices/gst-csv";
import { companyDocumentRow } from "@/lib/invoices/gst-responses";
import * as invoices from "@/lib/invoices/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/admin/reports/gst/companies", {
  GET: endpoint(invoices.readCompanyDocuments, {
    id: "listCompanyDocuments",
    summary: "The invoices for companies, with their credit notes",
    description: "In the order in which they were issued.",
    csv: gstFile("gst-companies", companyColumns),
    answer: z.array(companyDocumentRow),
  }),
});
