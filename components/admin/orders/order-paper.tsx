import Link from "next/link";
import type { ReactNode } from "react";
import { AdminPage } from "@/components/admin/ui/page";
import { PrintButton } from "@/components/ui/print-button";

type OrderPaperProps = {
  title: string;
  /** The order, when it is of one. */
  id?: number;
  /** Whether there is nothing to print. */
  isEmpty?: boolean;
  actions?: ReactNode;
  children: ReactNode;
};

/** A page of what can be printed of orders. */
export function OrderPaper({ title, id, isEmpty, actions, children }: OrderPaperProps) {
  const orders = { text: "Orders", href: "/admin?tab=orders" } as const;
  const order = id && ({ text: `Order #${id}`, href: `/admin/orders/${id}` } as const);
  return (
    <AdminPage
      paper
      title={title}
      parents={order ? [orders, order] : [orders]}
      actions={
        <>
          {!isEmpty && <PrintButton />}
          {actions}
          <Link className="btn btn-outline" href={(order || orders).href} prefetch={false}>
            Back to the {order ? "order" : "orders"}
          </Link>
        </>
      }
    >
      {children}
    </AdminPage>
  );
}
