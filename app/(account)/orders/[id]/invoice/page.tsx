import type { Metadata } from "next";
import Link from "next/link";
import { OrderDocuments } from "@/components/invoices/order-documents";
import { PrintButton } from "@/components/ui/print-button";
import { allPrinted } from "@/lib/invoices/print";
import { findInvoice } from "@/lib/invoices/queries";
import { readOrder } from "../../read-as-shopper";

export const metadata: Metadata = { title: "Invoice" };

export default async function InvoicePage({ params }: PageProps<"/orders/[id]/invoice">) {
  const { id } = await params;
  const read = await readOrder(id, "/invoice", findInvoice);
  if (!read.found) return read.instead;
  return (
    <div className="shop py-9 lg:py-14 print:py-0">
      <p className="flex flex-wrap gap-3 mb-6 print:hidden">
        <Link href="/orders" className="btn btn-ghost">
          My Orders
        </Link>
        <PrintButton kind="outline" />
      </p>
      <OrderDocuments documents={allPrinted(read.found)} pdf={`/orders/${id}/invoice.pdf`} />
    </div>
  );
}
