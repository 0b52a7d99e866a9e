import type { Metadata } from "next";
import { FormPage } from "@/components/account/form-page";
import { ShopUnavailable } from "@/components/account/page-instead";
import { ResetForm } from "@/components/account/sign-in-forms";
import { EmptyState } from "@/components/ui/empty-state";
import { nullIfUnavailable } from "@/lib/errors";
import { findInvitation } from "@/lib/people/staff-queries";
import { acceptInvitation } from "../../actions";

// The URL contains a secret, so it must not be sent to other sites as a referrer.
export const metadata: Metadata = {
  title: "Invitation",
  referrer: "same-origin",
  robots: { index: false, follow: false },
};

export default async function InvitationPage({ params }: PageProps<"/invitation/[token]">) {
  const { token } = await params;
  const found = await nullIfUnavailable(async () => ({ invited: await findInvitation(token) }));
  if (found === null) return <ShopUnavailable path={`/invitation/${encodeURIComponent(token)}`} />;
  if (!found.invited)
    return (
      <EmptyState level="h1" title="This link is no longer valid" link={{ href: "/login", text: "Sign in" }}>
        Each link works once, within three days. Please ask for a new one.
      </EmptyState>
    );
  const { name, email } = found.invited;
  return (
    <FormPage id="reset-title" title={`Welcome, ${name}`} lead={`Choose a password for ${email}.`}>
      <ResetForm token={token} action={acceptInvitation} button="Open my account" signsIn />
    </FormPage>
  );
}
