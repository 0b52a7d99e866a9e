import type { Metadata } from "next";
import Link from "next/link";
import { ResetForm } from "@/components/account/reset-form";
import { ShopUnavailable } from "@/components/account/shop-unavailable";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { isResetLive } from "@/lib/accounts/reset-commands";
import { nullIfUnavailable } from "@/lib/errors";
import { reset } from "../../actions";

// The URL contains a secret, so it must not be sent to other sites as a referrer.
export const metadata: Metadata = { title: "New password", referrer: "same-origin" };

export default async function ResetPage({ params }: PageProps<"/reset/[token]">) {
  const { token } = await params;
  const isLive = await nullIfUnavailable(() => isResetLive(token));
  if (isLive === null) return <ShopUnavailable path={`/reset/${encodeURIComponent(token)}`} />;
  if (!isLive) {
    return (
      <EmptyState
        level="h1"
        title="This link is no longer valid"
        action={
          <Link href="/forgot-password" className={buttonClass()}>
            Get a new link
          </Link>
        }
      >
        Each link works once, within one hour. Please ask us for a new one.
      </EmptyState>
    );
  }
  return (
    <div className="grid place-items-center px-gutter py-12 lg:py-16">
      <ResetForm token={token} action={reset} />
    </div>
  );
}
