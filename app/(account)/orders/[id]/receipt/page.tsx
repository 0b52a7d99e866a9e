import type { Metadata, Route } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { Receipt } from "@/components/orders/receipt";
import { PrintButton } from "@/components/ui/print-button";
import { isInvoiced } from "@/lib/invoices/constants";
import { findOwnOrder } from "@/lib/orders/queries";
import { factsForPage } from "@/lib/settings/queries";
import { pathId } from "@/lib/text";
import { readAsCustomer } from "../../read-as-customer";

export const metadata: Metadata = { title: "Receipt" };

export default async function ReceiptPage({ params }: PageProps<"/orders/[id]/receipt">) {
  const { id } = await params;
  const wanted = pathId.safeParse(id);
  if (!wanted.success) notFound();
  const read = await readAsCustomer(`/orders/${wanted.data}/receipt`, (actor) => findOwnOrder(actor, wanted.data));
  if (!read.found) return read.instead;
  const order = read.found;
  return (
    <div className="shop py-9 lg:py-14 print:py-0">
      <p className="flex flex-wrap gap-3 mb-6 print:hidden">
        <Link href="/orders" className="btn btn-ghost">
          My Orders
        </Link>
        <Link href={`/orders/${order.id}` as Route} prefetch={false} className="btn btn-ghost">
          Order #{order.id}
        </Link>
        <PrintButton kind="outline" />
        {isInvoiced(order.history.map(({ status }) => status)) && (
          <Link href={`/orders/${order.id}/invoice` as Route} prefetch={false} className="btn btn-ghost">
            Invoice
          </Link>
        )}
      </p>
      <Receipt order={order} facts={await factsForPage()} />
    </div>
  );
}
