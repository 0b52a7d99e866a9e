import type { Metadata } from "next";
import type { ReactNode } from "react";
import { logout } from "@/app/(account)/actions";
import { MadeForCaller } from "@/app/made-for-caller";
import { SyncViewerHint } from "@/components/account/sync-viewer-hint";
import { PermissionsProvider } from "@/components/admin/permissions";
import { PageFrame } from "@/components/layout/page-frame";
import { Notice } from "@/components/ui/notice";
import { permissionsOfActor } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { currentViewer } from "@/lib/cart/request";
import { bannersForPage, factsForPage } from "@/lib/settings/queries";
import "../private.css";
import "./print.css";

export const metadata: Metadata = { robots: { index: false, follow: false } };

/** The frame of the admin area for admins. Anybody else gets the frame of the shop, without a trace of the admin area. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const viewer = await currentViewer();
  const [facts, banners] = await Promise.all([factsForPage(), bannersForPage()]);
  const shared = { logoutAction: logout, viewer, banners };
  if (viewer?.role === "admin")
    return (
      <PageFrame {...shared} wide>
        <PermissionsProvider permissions={permissionsOfActor(await currentActor())}>
          {/* The first of the two is shown where no script runs (app/styles/header.css). */}
          <div data-for="neutral" className="mt-8">
            <Notice tone="warning" role="alert" title="The admin area needs JavaScript.">
              Please switch it on in this browser, and load the page again. The shop itself works without it.
            </Notice>
          </div>
          <div data-scripted="" className="contents">
            <MadeForCaller>{children}</MadeForCaller>
          </div>
        </PermissionsProvider>
        <SyncViewerHint viewer={viewer} />
      </PageFrame>
    );
  return (
    <PageFrame {...shared} facts={facts} islands={viewer && <SyncViewerHint viewer={viewer} />}>
      {children}
    </PageFrame>
  );
}
