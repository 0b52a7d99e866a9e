import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { singleValues } from "@/components/admin/urls";
import { isStaffMember, may } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { OrdersTab } from "../tabs/orders";

export async function generateMetadata(): Promise<Metadata> {
  return { title: may(await currentActor(), "orders:read") ? "Admin orders" : "Access denied" };
}

/** Admin orders, a page of its own. Other than the rest of the admin area it says 'Access denied' instead of redirecting. */
export default async function AdminOrdersPage({ searchParams }: PageProps<"/admin/orders">) {
  const actor = await currentActor();
  if (isStaffMember(actor) && actor.lacksFactor) redirect("/account");
  if (!isStaffMember(actor) || !may(actor, "orders:read"))
    return <h1 className="shop text-d3 py-section text-center">Access denied</h1>;
  return <OrdersTab search={singleValues(await searchParams)} screen="page" />;
}
