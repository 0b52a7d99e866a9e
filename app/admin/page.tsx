import type { Metadata } from "next";
import { AdminTabs } from "@/components/admin/tabs";
import { parseTab, singleValues, urlWithQuery } from "@/components/admin/urls";
import { isAdmin } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { requireAdmin } from "./guard";
import { DashboardTab } from "./tabs/dashboard";
import { KitchenTab } from "./tabs/kitchen";
import { OrdersTab } from "./tabs/orders";
import { PlansTab } from "./tabs/plans";
import { ProductsTab } from "./tabs/products";
import { ReportsTab } from "./tabs/reports";
import { SettingsTab } from "./tabs/settings";

export async function generateMetadata({ searchParams }: PageProps<"/admin">): Promise<Metadata> {
  if (!isAdmin(await currentActor())) return {};
  return { title: `${parseTab(singleValues(await searchParams).tab).text} · Admin Panel` };
}

const tabContents = {
  dashboard: DashboardTab,
  products: ProductsTab,
  orders: OrdersTab,
  plans: PlansTab,
  kitchen: KitchenTab,
  reports: ReportsTab,
  settings: SettingsTab,
};

/** A greeting, the tabs, and the content of the tab in the URL. */
export default async function AdminPage({ searchParams }: PageProps<"/admin">) {
  const search = singleValues(await searchParams);
  const admin = await requireAdmin(urlWithQuery("/admin", search));
  const { name } = parseTab(search.tab);
  const TabContent = tabContents[name];
  return (
    <>
      <h1 className="text-d3 pt-6 lg:pt-8">Welcome back, {admin.name}</h1>
      <AdminTabs current={name} />
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${name}`} className="pt-6 lg:pt-8">
        <TabContent admin={admin} search={search} />
      </div>
    </>
  );
}
