import Link from "next/link";
import { findOrderOrNotFound } from "@/app/admin/find-or-not-found";
import { adminMetadataFor, requireStaff } from "@/app/admin/guard";
import { PackingSlip } from "@/components/admin/orders/packing-slip";
import { PrintButton } from "@/components/ui/print-button";
import { factsForPage } from "@/lib/settings/queries";

export const generateMetadata = adminMetadataFor(
  ["orders:read"],
  async (admin, { id }: { id: string }) => `Packing slip #${(await findOrderOrNotFound(admin, id)).id}`,
);

export default async function SlipPage({ params }: PageProps<"/admin/orders/[id]/slip">) {
  const { id } = await params;
  const order = await findOrderOrNotFound(await requireStaff(`/admin/orders/${id}/slip`, "orders:read"), id);
  return (
    <>
      <div className="no-print flex flex-wrap gap-3 pt-6 mb-6">
        <PrintButton />
        <Link className="btn btn-outline" href={`/admin/orders/${order.id}`} prefetch={false}>
          Back to the order
        </Link>
      </div>
      <PackingSlip order={order} facts={await factsForPage()} />
    </>
  );
}
