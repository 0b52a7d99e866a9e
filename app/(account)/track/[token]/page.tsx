import type { Metadata, Route } from "next";
import { notFound } from "next/navigation";
import { ShopUnavailable } from "@/components/account/shop-unavailable";
import { TrackedOrderView } from "@/components/orders/tracked-order";
import { nullIfUnavailable } from "@/lib/errors";
import { findTrackedOrder } from "@/lib/messages/tracking-queries";
import { factsForPage } from "@/lib/settings/queries";

// The address is a secret: it must not be sent to other sites as a referrer. The layout excludes the page from search engines.
export const metadata: Metadata = { title: "Your order", referrer: "same-origin" };

/** What has become of an order, for whoever has the link of a mail. Nobody needs to sign in. */
export default async function TrackPage({ params }: PageProps<"/track/[token]">) {
  const { token } = await params;
  const found = await nullIfUnavailable(async () => ({ order: await findTrackedOrder(token) }));
  if (!found) return <ShopUnavailable path={`/track/${encodeURIComponent(token)}` as Route} />;
  if (!found.order) notFound();
  return (
    <div className="shop py-9 lg:py-14">
      <TrackedOrderView order={found.order} facts={await factsForPage()} />
    </div>
  );
}
