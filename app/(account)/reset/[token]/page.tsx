import type { Metadata, Route } from "next";
import { FormPage } from "@/components/account/form-page";
import { ShopUnavailable } from "@/components/account/page-instead";
import { ResetForm } from "@/components/account/sign-in-forms";
import { EmptyState } from "@/components/ui/empty-state";
import { nullIfUnavailable } from "@/lib/errors";
import { withNext } from "@/lib/links";
import { readReturning } from "@/lib/people/request";
import { isResetLive } from "@/lib/people/reset-commands";
import { reset } from "../../actions";

// The URL contains a secret, so it must not be sent to other sites as a referrer.
export const metadata: Metadata = { title: "New password", referrer: "same-origin" };

export default async function ResetPage({ params }: PageProps<"/reset/[token]">) {
  const { token } = await params;
  const isLive = await nullIfUnavailable(() => isResetLive(token));
  if (isLive === null) return <ShopUnavailable path={`/reset/${encodeURIComponent(token)}`} />;
  if (!isLive) {
    const next = (await readReturning())?.next ?? null;
    return (
      <EmptyState
        level="h1"
        title="This link is no longer valid"
        link={{ href: withNext("/forgot-password", next) as Route, text: "Get a new link" }}
      >
        Each link works once, within one hour. Please ask us for a new one.
      </EmptyState>
    );
  }
  return (
    <FormPage id="reset-title" title="New password" lead="Choose a new password. You will be signed out everywhere.">
      <ResetForm token={token} action={reset} />
    </FormPage>
  );
}
