import type { Metadata, Route } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { NoCart } from "@/components/account/no-cart";
import { ShopUnavailable } from "@/components/account/shop-unavailable";
import { PrintButton } from "@/components/orders/print-button";
import { Receipt } from "@/components/orders/receipt";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { isAdmin } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { AppError, nullIfUnavailable } from "@/lib/errors";
import { isInvoiced } from "@/lib/invoices/constants";
import { findOwnOrder } from "@/lib/orders/queries";
import { factsForPage } from "@/lib/settings/queries";
import { pathId } from "@/lib/text";

export const metadata: Metadata = { title: "Receipt" };

export default async function ReceiptPage({ params }: PageProps<"/orders/[id]/receipt">) {
  const { id } = await params;
  const wanted = pathId.safeParse(id);
  if (!wanted.success) notFound();
  const actor = await nullIfUnavailable(currentActor);
  if (!actor) return <ShopUnavailable path={`/orders/${wanted.data}/receipt`} />;
  if (isAdmin(actor)) return <NoCart />;
  if (actor.kind === "visitor") {
    return (
      <EmptyState
        level="h1"
        title="Please login to view your orders."
        action={
          <Link href={`/login?next=/orders/${wanted.data}/receipt`} className={buttonClass()}>
            Login
          </Link>
        }
      />
    );
  }
  const order = await nullIfUnavailable(() =>
    findOwnOrder(actor, wanted.data).catch((error) => {
      if (error instanceof AppError && error.code === "not_found") notFound();
      throw error;
    }),
  );
  if (!order) return <ShopUnavailable path={`/orders/${wanted.data}/receipt`} />;
  return (
    <div className="shop py-9 lg:py-14 print:py-0">
      <p className="flex flex-wrap gap-3 mb-6 print:hidden">
        <Link href="/orders" className="btn btn-ghost">
          My Orders
        </Link>
        <Link href={`/orders/${order.id}` as Route} prefetch={false} className="btn btn-ghost">
          Order #{order.id}
        </Link>
        <PrintButton />
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
