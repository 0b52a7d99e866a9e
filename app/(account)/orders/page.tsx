import type { Metadata } from "next";
import { deliveryShop } from "@/app/delivery-shop";
import { ForgetOrders, OfferedOrders } from "@/components/orders/browser-orders";
import { OrderPlacedMessage } from "@/components/orders/opened-order";
import { FoldedOrder, OrderCard } from "@/components/orders/order-card";
import { OrdersRefresh } from "@/components/orders/orders-refresh";
import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/pagination";
import type { Shopper } from "@/lib/auth/actor";
import { currentCaller } from "@/lib/auth/request";
import { listingHref } from "@/lib/catalogue/constants";
import { heavyRead } from "@/lib/http/heavy-reads";
import { scopeOf } from "@/lib/http/idempotency";
import { trackingUrl } from "@/lib/messages/links";
import { ordersOfBrowser } from "@/lib/orders/browser-orders";
import { countOrders, findOwnOrder, listOwnRows, OWN_PAGE_SIZE } from "@/lib/orders/queries";
import { clampPage, pageCount } from "@/lib/pagination";
import { pageNumber, pathId } from "@/lib/text";
import { addToAccount, cancel, erase, forget, reorder } from "./actions";
import { readAsShopper } from "./read-as-shopper";

export const metadata: Metadata = { title: "My Orders" };

/** A page of the shopper's orders, and whole the one of them that is opened: the newest of all, unless another one is. */
async function readOrders(actor: Shopper, pageParam: unknown, opened: number | undefined) {
  const [total, position] = await Promise.all([countOrders(actor), opened ? countOrders(actor, opened) : null]);
  const totalPages = pageCount(total, OWN_PAGE_SIZE);
  const wanted = position === null ? pageNumber.parse(pageParam) : pageCount(position, OWN_PAGE_SIZE);
  const page = clampPage(Math.max(1, wanted), totalPages);
  const rows = await listOwnRows(actor, page);
  const newest = page === 1 ? rows[0]?.id : undefined;
  const open = rows.some(({ id }) => id === opened) ? opened : newest;
  return {
    page,
    totalPages,
    rows,
    newest,
    order: open === undefined ? null : await findOwnOrder(actor, open),
    shop: await deliveryShop(),
    isVisitor: actor.kind === "visitor",
    offered: actor.kind === "visitor" ? [] : await ordersOfBrowser((await currentCaller()).cartToken),
  };
}

export default async function OrdersPage({ searchParams }: PageProps<"/orders">) {
  const { page: pageParam, order: orderParam, placed, again } = await searchParams;
  const opened = pathId.safeParse(orderParam ?? placed).data;
  const read = await readAsShopper("/orders", (actor) =>
    heavyRead("orders", `${scopeOf(actor)}`, () => readOrders(actor, pageParam, opened)),
  );
  if (!read.found) return read.instead;
  const { page, totalPages, rows, newest, order, shop, isVisitor, offered } = read.found;
  // The order just placed is the newest, unless another one came meanwhile or it had been placed before.
  const address = order && order.id !== newest ? `/orders?order=${order.id}` : "/orders";
  return (
    <div className="shop py-9 lg:py-14">
      <h1 className="text-d2">My Orders</h1>
      <OrdersRefresh
        orders={rows.map(({ id, status, payment: { state, paid } }) => ({ id, status, payment: { state, paid } }))}
        opened={order?.id}
        query={`?page=${page}`}
      />
      <OfferedOrders ids={offered} actions={{ addToAccount, forget }} />
      {rows.length === 0 ? (
        <EmptyState title="No orders found" link={{ href: listingHref(), text: "Start Shopping" }} />
      ) : (
        <>
          <p className="text-muted mt-2 text-lg">Status updates by itself.</p>
          <OrderPlacedMessage placed={again === "1"} again path={address} />
          <div className="mt-7">
            {rows.map((row) =>
              row.id === order?.id ? (
                <OrderCard
                  key={row.id}
                  order={order}
                  newest={row.id === newest}
                  placed={placed === String(row.id)}
                  address={address}
                  shopAddress={shop.address}
                  trackingHref={trackingUrl(order.id)}
                  actions={{ cancel, reorder, erase: isVisitor ? erase : undefined }}
                />
              ) : (
                <FoldedOrder key={row.id} order={row} />
              ),
            )}
          </div>
          <Pagination page={page} totalPages={totalPages} hrefFor={(to) => `/orders?page=${to}`} />
          {isVisitor && <ForgetOrders action={forget} />}
        </>
      )}
    </div>
  );
}
