import { findOrderOrNotFound } from "@/app/admin/find-or-not-found";
import { adminMetadataFor, requireStaff } from "@/app/admin/guard";
import { OrderPaper } from "@/components/admin/orders/papers";
import { OrderDocuments } from "@/components/invoices/order-documents";
import { EmptyState } from "@/components/ui/empty-state";
import { allPrinted } from "@/lib/invoices/print";
import { findInvoices } from "@/lib/invoices/queries";

export const generateMetadata = adminMetadataFor(
  ["invoices:read", "orders:read"],
  async (admin, { id }: { id: string }) => `Invoice of order #${(await findOrderOrNotFound(admin, id)).id}`,
);

export default async function InvoicePage({ params }: PageProps<"/admin/orders/[id]/invoice">) {
  const { id } = await params;
  const admin = await requireStaff(`/admin/orders/${id}/invoice`, "invoices:read", "orders:read");
  const order = await findOrderOrNotFound(admin, id);
  const [invoice] = await findInvoices(admin, [order.id]);
  return (
    <OrderPaper id={order.id} title="Invoice" isEmpty={!invoice}>
      {invoice ? (
        <OrderDocuments documents={allPrinted(invoice)} pdf={`/api/admin/orders/${order.id}/invoice.pdf`} level="h2" />
      ) : (
        <EmptyState title="No invoice yet">It is issued when the order is shipped or completed.</EmptyState>
      )}
    </OrderPaper>
  );
}
