import type { Metadata } from "next";
import { EmptyState } from "@/components/ui/empty-state";

export const metadata: Metadata = { title: "You are offline", robots: { index: false } };

/** The page that the service worker (public/sw.js) shows without a network. */
export default function OfflinePage() {
  return (
    <div className="shop">
      <EmptyState
        level="h1"
        title="You are offline"
        action={
          // A plain link, because the router would fetch the page's data first.
          <a className="btn btn-lg btn-primary" href="/home">
            Try again
          </a>
        }
      >
        Please check your connection and try again. The sweets will still be here.
      </EmptyState>
    </div>
  );
}
