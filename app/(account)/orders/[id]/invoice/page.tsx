import type { Metadata, Route } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { NoCart } from "@/components/account/no-cart";
import { ShopUnavailable } from "@/components/account/shop-unavailable";
import { OrderDocuments } from "@/components/invoices/order-documents";
import { PrintButton } from "@/components/orders/print-button";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { isAdmin } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { AppError, nullIfUnavailable } from "@/lib/errors";
import { allPrinted } from "@/lib/invoices/print";
import { findInvoice } from "@/lib/invoices/queries";
import { pathId } from "@/lib/text";

export const metadata: Metadata = { title: "Invoice" };

/** The customer's invoice with its credit notes. */
export default async function InvoicePage({ params }: PageProps<"/orders/[id]/invoice">) {
  const { id } = await params;
  const wanted = pathId.safeParse(id);
  if (!wanted.success) notFound();
  const path = `/orders/${wanted.data}/invoice`;
  const actor = await nullIfUnavailable(currentActor);
  if (!actor) return <ShopUnavailable path={path} />;
  if (isAdmin(actor)) return <NoCart />;
  if (actor.kind === "visitor") {
    return (
      <EmptyState
        level="h1"
        title="Please login to view your orders."
        action={
          <Link href={`/login?next=${path}` as Route} className={buttonClass()}>
            Login
          </Link>
        }
      />
    );
  }
  const invoice = await nullIfUnavailable(() =>
    findInvoice(actor, wanted.data).catch((error) => {
      if (error instanceof AppError && error.code === "not_found") notFound();
      throw error;
    }),
  );
  if (!invoice) return <ShopUnavailable path={path} />;
  return (
    <div className="shop py-9 lg:py-14 print:py-0">
      <p className="flex flex-wrap gap-3 mb-6 print:hidden">
        <Link href="/orders" className="btn btn-ghost">
          My Orders
        </Link>
        <PrintButton />
      </p>
      <OrderDocuments documents={allPrinted(invoice)} pdf={`/api/orders/${wanted.data}/invoice.pdf`} />
    </div>
  );
}
