import type { Route } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { NoCart, ShopUnavailable } from "@/components/account/page-instead";
import { EmptyState } from "@/components/ui/empty-state";
import { isShopper, type Shopper } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { AppError, nullIfUnavailable } from "@/lib/errors";
import { hasOrders } from "@/lib/orders/browser-orders";
import { pathId } from "@/lib/text";

/** What lib/http/heavy-reads.ts throws. */
const isBusy = ["rate_limited", "service_unavailable"];

/**
 * Reads what a page of the shopper's orders shows. `instead` is for visitors without orders in this browser, for admins, and while the database
 * is unavailable. An order that is not found is the not-found page.
 */
export async function readAsShopper<T>(
  path: string,
  read: (actor: Shopper) => Promise<T>,
): Promise<{ found: T } | { found: null; instead: ReactNode }> {
  const instead = (page: ReactNode) => ({ found: null, instead: page });
  const actor = await nullIfUnavailable(currentActor);
  if (!actor) return instead(<ShopUnavailable path={path} />);
  if (!isShopper(actor)) return instead(<NoCart />);
  const isOrderer = await nullIfUnavailable(() => hasOrders(actor));
  if (isOrderer === null) return instead(<ShopUnavailable path={path} />);
  if (!isOrderer)
    return instead(
      <EmptyState
        level="h1"
        title="Please login to view your orders."
        link={{ href: `/login?next=${path}` as Route, text: "Login" }}
      />,
    );
  const found = await nullIfUnavailable(() =>
    read(actor).catch((error) => {
      if (error instanceof AppError && error.code === "not_found") notFound();
      if (error instanceof AppError && isBusy.includes(error.code)) return null;
      throw error;
    }),
  );
  return found === null ? instead(<ShopUnavailable path={path} />) : { found };
}

/** The same for a page of the order whose id the address has; `below` is the rest of the address. */
export async function readOrder<T>(
  id: string,
  below: "" | "/pay" | "/receipt" | "/invoice",
  read: (actor: Shopper, id: number) => Promise<T>,
) {
  const wanted = pathId.safeParse(id);
  if (!wanted.success) notFound();
  return readAsShopper(`/orders/${id}${below}`, (actor) => read(actor, wanted.data));
}
