"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { ordersText } from "@/components/admin/orders/batch";
import { tabUrl, urlWithQuery } from "@/components/admin/urls";
import { usePolling } from "@/components/admin/use-polling";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";

type KitchenRefreshProps = { asked: string | undefined; etag: string; all: number };

/**
 * Asks while the page is visible whether the day has changed, by the ETag of what is shown, and refreshes the page then. It says
 * that orders have come, that the session has ended, and that the shop cannot be reached.
 */
export function KitchenRefresh({ asked, etag, all }: KitchenRefreshProps) {
  const router = useRouter();
  const shown = useRef({ etag, all });

  useEffect(() => {
    shown.current = { etag, all };
  }, [etag, all]);

  const trouble = usePolling(
    (signal) =>
      fetch(urlWithQuery("/api/admin/kitchen", { date: asked }), {
        headers: { "if-none-match": shown.current.etag },
        cache: "no-store",
        signal,
      }),
    async (response) => {
      const now = (await response.json()) as { all: number };
      if (now.all > shown.current.all) toast.info(`${ordersText(now.all - shown.current.all)} more to pack`);
      shown.current = { etag: response.headers.get("etag") ?? "", all: now.all };
      router.refresh();
    },
  );

  if (trouble === "none") return null;
  const signIn = urlWithQuery("/login", { next: tabUrl("kitchen", { date: asked }) });
  const title =
    trouble === "lost" ? (
      "The shop cannot be reached at the moment. This list may be out of date."
    ) : (
      <>
        You have been signed out. Please sign in again to see what is new. <a href={signIn}>Sign in</a>
      </>
    );
  return <Notice tone="warning" role="alert" className="mb-4 [&_a]:underline print:hidden" title={title} />;
}
