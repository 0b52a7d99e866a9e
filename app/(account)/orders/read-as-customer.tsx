import type { Route } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { NoCart, ShopUnavailable } from "@/components/account/page-instead";
import { EmptyState } from "@/components/ui/empty-state";
import { type Customer, isCustomer } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { AppError, nullIfUnavailable } from "@/lib/errors";
import { pathId } from "@/lib/text";

/** What lib/http/heavy-reads.ts throws. */
const isBusy = ["rate_limited", "service_unavailable"];

/**
 * What a page of the customer's orders shows, or else what it says instead: to visitors, to admins, and while the database is unavailable.
 * What is not found is the not-found page.
 */
export async function readAsCustomer<T>(
  path: string,
  read: (actor: Customer) => Promise<T>,
): Promise<{ found: T } | { found: null; instead: ReactNode }> {
  const instead = (page: ReactNode) => ({ found: null, instead: page });
  const actor = await nullIfUnavailable(currentActor);
  if (!actor) return instead(<ShopUnavailable path={path} />);
  if (actor.kind === "visitor")
    return instead(
      <EmptyState
        level="h1"
        title="Please login to view your orders."
        link={{ href: `/login?next=${path}` as Route, text: "Login" }}
      />,
    );
  if (!isCustomer(actor)) return instead(<NoCart />);
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
  below: "" | "/receipt" | "/invoice",
  read: (actor: Customer, id: number) => Promise<T>,
) {
  const wanted = pathId.safeParse(id);
  if (!wanted.success) notFound();
  return readAsCustomer(`/orders/${id}${below}`, (actor) => read(actor, wanted.data));
}
