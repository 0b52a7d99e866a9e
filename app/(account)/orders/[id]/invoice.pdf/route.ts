import { privateFile } from "@/app/private-file";
import { assertShopper } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { notFound } from "@/lib/errors";
import { responseOrProblem } from "@/lib/http/problem";
import { invoicePdf } from "@/lib/invoices/pdf";
import { documentQuery } from "@/lib/invoices/schema";
import { idParams } from "@/lib/text";

/** The invoice of an order as PDF, for the shop's own pages, also of visitors; other clients use GET /api/orders/{id}/invoice.pdf. */
export const GET = (request: Request, { params }: { params: Promise<unknown> }) =>
  responseOrProblem(request, async () => {
    const actor = await currentActor();
    assertShopper(actor);
    const wanted = idParams.safeParse(await params);
    const asked = documentQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!wanted.success || !asked.success) throw notFound();
    const { bytes, filename } = await invoicePdf(actor, wanted.data.id, asked.data.number);
    return privateFile(new Uint8Array(bytes), "application/pdf", `inline; filename="${filename}"`);
  });
