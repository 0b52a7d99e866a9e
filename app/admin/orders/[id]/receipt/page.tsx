import Link from "next/link";
import { findOrderOrNotFound } from "@/app/admin/find-or-not-found";
import { adminMetadataFor, requireStaff } from "@/app/admin/guard";
import { Receipt } from "@/components/admin/orders/receipt";
import { May } from "@/components/admin/permissions";
import { PrintButton } from "@/components/ui/print-button";
import { findInvoices } from "@/lib/invoices/queries";
import { paperTitle } from "@/lib/payments/rules";
import { factsForPage } from "@/lib/settings/queries";

export const generateMetadata = adminMetadataFor(["orders:read"], async (admin, { id }: { id: string }) => {
  const order = await findOrderOrNotFound(admin, id);
  return `${paperTitle(order.payment)} #${order.id}`;
});

/** An order's receipt, or its summary while it is not paid, for the printer at the till. */
export default async function ReceiptPage({ params }: PageProps<"/admin/orders/[id]/receipt">) {
  const { id } = await params;
  const member = await requireStaff(`/admin/orders/${id}/receipt`, "orders:read", "invoices:read");
  const order = await findOrderOrNotFound(member, id);
  const [[invoice], facts] = await Promise.all([findInvoices(member, [order.id]), factsForPage()]);
  return (
    <>
      <div className="no-print flex flex-wrap gap-3 pt-6 mb-6">
        <PrintButton />
        <May to="orders:write">
          <Link className="btn btn-outline" href="/admin/orders/new" prefetch={false}>
            Next customer
          </Link>
        </May>
        <Link className="btn btn-outline" href={`/admin/orders/${order.id}`} prefetch={false}>
          Back to the order
        </Link>
      </div>
      <Receipt order={order} invoice={invoice} facts={facts} />
    </>
  );
}
