import type { Metadata } from "next";
import { deliveryShop } from "@/app/delivery-shop";
import { OrderCard } from "@/components/orders/order-card";
import { OrderPlacedMessage } from "@/components/orders/order-placed-message";
import { OrdersRefresh } from "@/components/orders/orders-refresh";
import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/pagination";
import { listingHref } from "@/lib/catalogue/constants";
import { countOrders, listOrders } from "@/lib/orders/queries";
import { clampPage, pageCount } from "@/lib/pagination";
import { cancel, reorder } from "./actions";
import { readAsCustomer } from "./read-as-customer";

export const metadata: Metadata = { title: "My Orders" };

const PAGE_SIZE = 20;

export default async function OrdersPage({ searchParams }: PageProps<"/orders">) {
  const { page: pageParam, placed, again } = await searchParams;
  const read = await readAsCustomer("/orders", async (actor) => {
    const totalPages = pageCount(await countOrders(actor), PAGE_SIZE);
    const page = clampPage(Math.max(1, Math.trunc(Number(pageParam)) || 1), totalPages);
    return { page, totalPages, orders: await listOrders(actor, page, PAGE_SIZE), shop: await deliveryShop() };
  });
  if (!read.found) return read.instead;
  const { page, totalPages, orders, shop } = read.found;
  return (
    <div className="shop py-9 lg:py-14">
      <h1 className="text-d2">My Orders</h1>
      <OrdersRefresh
        orders={orders.map(({ id, status, payment: { state, paid } }) => ({ id, status, payment: { state, paid } }))}
      />
      {orders.length === 0 ? (
        <EmptyState title="No orders found" link={{ href: listingHref(), text: "Start Shopping" }} />
      ) : (
        <>
          <p className="text-muted mt-2 text-lg">Status updates by itself.</p>
          <OrderPlacedMessage placed={again === "1"} again />
          <div className="grid gap-5 lg:gap-7 mt-7">
            {orders.map((order, index) => (
              <OrderCard
                key={order.id}
                order={order}
                newest={page === 1 && index === 0}
                placed={placed === String(order.id)}
                shopAddress={shop.address}
                actions={{ cancel, reorder }}
              />
            ))}
          </div>
          <Pagination page={page} totalPages={totalPages} hrefFor={(to) => `/orders?page=${to}`} />
        </>
      )}
    </div>
  );
}
