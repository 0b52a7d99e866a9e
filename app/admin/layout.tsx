import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { logout } from "@/app/(account)/actions";
import { MadeForCaller } from "@/app/made-for-caller";
import { SyncViewerHint } from "@/components/account/sync-viewer-hint";
import { OrderAlertsButton, OrderNews } from "@/components/admin/order-news";
import { PermissionsProvider } from "@/components/admin/permissions";
import { PersonMenu } from "@/components/admin/person-menu";
import { PageFrame } from "@/components/layout/page-frame";
import { LogoutForm } from "@/components/layout/site-header";
import { Notice } from "@/components/ui/notice";
import { isStaffMember, may, permissionsOfActor } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { currentViewer } from "@/lib/cart/request";
import { newOrders } from "@/lib/orders/admin-queries";
import { kindTexts } from "@/lib/people/staff-texts";
import { bannersForPage, factsForPage } from "@/lib/settings/queries";
import "../private.css";
import "./print.css";

export const metadata: Metadata = { robots: { index: false, follow: false } };

/** The frame of the admin area for admins. Anybody else gets the frame of the shop, without a trace of the admin area. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const viewer = await currentViewer();
  const [facts, banners] = await Promise.all([factsForPage(), bannersForPage()]);
  const shared = { logoutAction: logout, viewer, banners };
  if (viewer?.role === "admin") {
    const actor = await currentActor();
    const reader = isStaffMember(actor) && (may(actor, "orders:read") || may(actor, "kitchen:read")) ? actor : null;
    const news = reader && (await newOrders(reader));
    const item = "flex items-center min-h-11 w-full px-4 border-t border-border font-semibold hover:bg-row-hover";
    const tools = isStaffMember(actor) && (
      <PersonMenu name={actor.name} kind={kindTexts[actor.staff].name}>
        <Link href="/account" className={item} prefetch={false}>
          Your account
        </Link>
        {reader && <OrderAlertsButton className={item} />}
        <LogoutForm action={logout} className={item} />
      </PersonMenu>
    );
    return (
      <PageFrame {...shared} tools={tools} wide>
        <PermissionsProvider permissions={permissionsOfActor(actor)}>
          {/* The first of the two is shown where no script runs (app/styles/header.css). */}
          <div data-for="neutral" className="mt-8">
            <Notice tone="warning" role="alert" title="The admin area needs JavaScript.">
              Please switch it on in this browser, and load the page again. The shop itself works without it.
            </Notice>
          </div>
          <div data-scripted="" className="contents">
            {news && <OrderNews newest={news.newest} tab={may(actor, "orders:read") ? "orders" : "kitchen"} />}
            <MadeForCaller>{children}</MadeForCaller>
          </div>
        </PermissionsProvider>
        <SyncViewerHint viewer={viewer} />
      </PageFrame>
    );
  }
  return (
    <PageFrame {...shared} facts={facts} islands={viewer && <SyncViewerHint viewer={viewer} />}>
      {children}
    </PageFrame>
  );
}
