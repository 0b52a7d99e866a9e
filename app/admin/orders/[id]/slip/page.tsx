import { findOrderOrNotFound } from "@/app/admin/find-or-not-found";
import { adminMetadataFor, requireStaff } from "@/app/admin/guard";
import { OrderPaper, PackingSlip } from "@/components/admin/orders/papers";
import { factsForPage } from "@/lib/settings/queries";

export const generateMetadata = adminMetadataFor(
  ["orders:read"],
  async (admin, { id }: { id: string }) => `Packing slip #${(await findOrderOrNotFound(admin, id)).id}`,
);

export default async function SlipPage({ params }: PageProps<"/admin/orders/[id]/slip">) {
  const { id } = await params;
  const order = await findOrderOrNotFound(await requireStaff(`/admin/orders/${id}/slip`, "orders:read"), id);
  return (
    <OrderPaper id={order.id} title="Packing slip">
      <PackingSlip order={order} facts={await factsForPage()} />
    </OrderPaper>
  );
}
