import { adminResponse } from "@/app/admin/admin-response";
import { privateFile } from "@/app/private-file";
import { recordView } from "@/lib/auth/audit-log";
import { invoicesPdf } from "@/lib/invoices/pdf";
import { idsQuery } from "@/lib/orders/schema";

export const GET = (request: Request) =>
  adminResponse(request, ["invoices:read"], async (admin) => {
    const ids = idsQuery.parse(new URL(request.url).searchParams.getAll("ids").join());
    await recordView(admin, { noun: "invoices", nounId: null, text: `exported the invoices of ${ids.length} orders` });
    const { bytes, filename } = await invoicesPdf(admin, ids);
    return privateFile(bytes, "application/pdf", `inline; filename="${filename}"`);
  });
