"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { ordersText } from "@/components/admin/orders/batch";
import { tabUrl, urlWithQuery } from "@/components/admin/urls";
import { toast } from "@/components/ui/toast";

/** Milliseconds between two requests. */
const INTERVAL_MS = 10_000;
/** Requests that may fail before the page says so: one failure is a moment without a connection. */
const FAILURES_SHOWN = 2;

type KitchenRefreshProps = { asked: string | undefined; etag: string; all: number };

/**
 * Asks while the page is visible whether the day has changed, by the ETag of what is shown, and refreshes the page then. It says
 * that orders have come, that the session has ended, and that the shop cannot be reached.
 */
export function KitchenRefresh({ asked, etag, all }: KitchenRefreshProps) {
  const router = useRouter();
  const [trouble, setTrouble] = useState<"none" | "lost" | "signed out">("none");
  const shown = useRef({ etag, all });

  useEffect(() => {
    shown.current = { etag, all };
  }, [etag, all]);

  useEffect(() => {
    let failures = 0;
    const controller = new AbortController();

    async function poll() {
      if (controller.signal.aborted || document.visibilityState !== "visible") return;
      try {
        const response = await fetch(urlWithQuery("/api/admin/kitchen", { date: asked }), {
          headers: { "if-none-match": shown.current.etag },
          cache: "no-store",
          signal: controller.signal,
        });
        if (response.status === 401 || response.status === 403) {
          controller.abort();
          return setTrouble("signed out");
        }
        if (!response.ok && response.status !== 304) throw new Error(`status ${response.status}`);
        failures = 0;
        setTrouble("none");
        if (response.status === 304) return;
        const now = (await response.json()) as { all: number };
        if (now.all > shown.current.all) toast.info(`${ordersText(now.all - shown.current.all)} more to pack`);
        shown.current = { etag: response.headers.get("etag") ?? "", all: now.all };
        router.refresh();
      } catch {
        failures++;
        if (failures >= FAILURES_SHOWN && !controller.signal.aborted) setTrouble("lost");
      }
    }

    const timer = setInterval(poll, INTERVAL_MS);
    document.addEventListener("visibilitychange", poll);
    return () => {
      controller.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", poll);
    };
  }, [asked, router]);

  if (trouble === "none") return null;
  const next = tabUrl("kitchen", { date: asked });
  return (
    <p role="alert" className="mb-4 bg-warning-soft text-warning px-4 py-3 font-medium print:hidden">
      {trouble === "lost" ? (
        "The shop cannot be reached at the moment. This list may be out of date."
      ) : (
        <>
          You have been signed out. Please sign in again to see what is new.{" "}
          <a className="underline underline-offset-4" href={urlWithQuery("/login", { next })}>
            Sign in
          </a>
        </>
      )}
    </p>
  );
}
