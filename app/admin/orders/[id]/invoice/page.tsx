import Link from "next/link";
import { findOrderOrNotFound } from "@/app/admin/find-or-not-found";
import { adminMetadataFor, requireStaff } from "@/app/admin/guard";
import { OrderDocuments } from "@/components/invoices/order-documents";
import { EmptyState } from "@/components/ui/empty-state";
import { PrintButton } from "@/components/ui/print-button";
import { allPrinted } from "@/lib/invoices/print";
import { findInvoices } from "@/lib/invoices/queries";

export const generateMetadata = adminMetadataFor(
  ["invoices:read", "orders:read"],
  async (admin, { id }: { id: string }) => `Invoice of order #${(await findOrderOrNotFound(admin, id)).id}`,
);

/** The invoice of an order with its credit notes. */
export default async function InvoicePage({ params }: PageProps<"/admin/orders/[id]/invoice">) {
  const { id } = await params;
  const admin = await requireStaff(`/admin/orders/${id}/invoice`, "invoices:read", "orders:read");
  const order = await findOrderOrNotFound(admin, id);
  const [invoice] = await findInvoices(admin, [order.id]);
  return (
    <>
      <div className="no-print flex flex-wrap gap-3 pt-6 mb-6">
        {invoice && <PrintButton />}
        <Link className="btn btn-outline" href={`/admin/orders/${order.id}`} prefetch={false}>
          Back to the order
        </Link>
      </div>
      {invoice ? (
        <OrderDocuments documents={allPrinted(invoice)} pdf={`/api/admin/orders/${order.id}/invoice.pdf`} />
      ) : (
        <EmptyState level="h1" title="No invoice yet">
          It is issued when the order is shipped or completed.
        </EmptyState>
      )}
    </>
  );
}
