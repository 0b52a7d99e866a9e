import { findOrderOrNotFound } from "@/app/admin/find-or-not-found";
import { adminMetadataFor, requireStaff } from "@/app/admin/guard";
import { OrderPaper, Receipt } from "@/components/admin/orders/papers";
import { Permitted } from "@/components/admin/permissions";
import { AdminLink } from "@/components/admin/ui/admin-link";
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
  const next = (
    <Permitted to="orders:write">
      <AdminLink kind="outline" href="/admin/orders/new">
        Next customer
      </AdminLink>
    </Permitted>
  );
  return (
    <OrderPaper id={order.id} title={paperTitle(order.payment)} actions={next}>
      <Receipt order={order} invoice={invoice} facts={facts} />
    </OrderPaper>
  );
}
