import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { parseTab, tabsFor } from "@/components/admin/tab-list";
import { AdminTabs } from "@/components/admin/tabs";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { singleValues, urlWithQuery } from "@/components/admin/urls";
import { Notice } from "@/components/ui/notice";
import { isStaffMember, may } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { requireStaffMember } from "./guard";
import { DashboardTab } from "./tabs/dashboard";
import { KitchenTab } from "./tabs/kitchen";
import { OrdersTab } from "./tabs/orders";
import { PlansTab } from "./tabs/plans";
import { ProductsTab } from "./tabs/products";
import { ReportsTab } from "./tabs/reports";
import { SettingsTab } from "./tabs/settings";

export async function generateMetadata({ searchParams }: PageProps<"/admin">): Promise<Metadata> {
  const actor = await currentActor();
  const tab = isStaffMember(actor) && parseTab(singleValues(await searchParams).tab, actor);
  return tab ? { title: `${tab.text} · Admin Panel` } : {};
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

export default async function TabsPage({ searchParams }: PageProps<"/admin">) {
  const search = singleValues(await searchParams);
  const admin = await requireStaffMember(urlWithQuery("/admin", search));
  const tab = parseTab(search.tab, admin);
  if (!tab) redirect(urlWithQuery("/admin", { denied: 1 }));
  const { name } = tab;
  const TabContent = tabContents[name];
  return (
    <>
      <h1 className="text-d3 pt-6 lg:pt-8">Welcome back, {admin.name}</h1>
      {search.denied && (
        <Notice
          tone="danger"
          className="mt-4"
          title="Your account may not open that page. An owner of the shop can change what it may do."
        />
      )}
      <AdminTabs tabs={tabsFor(admin)} current={name} />
      {!may(admin, "reports:read") && may(admin, "messages:read") && (
        <p className="flex gap-6 mt-3">
          <AdminLink href="/admin/enquiries">Enquiries</AdminLink>
          <AdminLink href="/admin/messages">Messages</AdminLink>
        </p>
      )}
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${name}`} className="pt-6 lg:pt-8">
        <TabContent search={search} />
      </div>
    </>
  );
}
