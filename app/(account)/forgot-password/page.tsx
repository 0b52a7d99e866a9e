import type { Metadata } from "next";
import Link from "next/link";
import { FormPage } from "@/components/account/form-page";
import { ForgotForm } from "@/components/account/sign-in-forms";
import { safeNext } from "@/lib/auth/next-path";
import { env } from "@/lib/env";
import { withNext } from "@/lib/links";
import { factsForPage } from "@/lib/settings/queries";
import { forgot } from "../actions";

export const metadata: Metadata = {
  title: "Forgot your password?",
  alternates: { canonical: "/forgot-password" },
  robots: { index: false },
};

/**
 * Where a new password is asked for. A shop that sends no mail explains how an admin makes the link; which of both it is, only the
 * running shop knows.
 */
export default async function ForgotPasswordPage({ searchParams }: PageProps<"/forgot-password">) {
  const next = safeNext((await searchParams).next);
  const login = withNext("/login", next);
  const { emails, callUs, hours } = await factsForPage();
  if (env.SMTP_URL) {
    return (
      <FormPage id="forgot-title" title="Forgot your password?" lead="We send you a link, and you choose a new one.">
        <ForgotForm action={forgot} next={next} />
        <p className="text-muted mt-6">
          The link works once, within one hour. No mail? Look into the spam folder, or call us on{" "}
          <a className="link num" href={callUs.href}>
            {callUs.text}
          </a>
          .
        </p>
        <p className="mt-5">
          <Link href={login} className="link inline-flex items-center min-h-11">
            Back to login
          </Link>
        </p>
      </FormPage>
    );
  }
  const open = new Intl.ListFormat("en-IN").format(hours.map(({ text }) => text));
  return (
    <div className="shop py-9 lg:py-14 max-w-[46rem]">
      <h1 className="text-d2">Forgot your password?</h1>
      <p className="text-muted text-lg mt-2">No problem. We send you a link, and you choose a new one.</p>
      <div className="policy">
        <ol>
          <li>
            Write to <a href={`mailto:${emails.support}?subject=New%20password`}>{emails.support}</a> from the e-mail
            address of your account, or call <a href={callUs.href}>{callUs.text}</a> and give us that address.
          </li>
          <li>
            We check that the account is yours and send a link to that address, and to no other. Please never send us
            your old password: we do not need it.
          </li>
          <li>
            Open the link within one hour and choose a new password. The link works once. If it has expired, just ask
            for another.
          </li>
        </ol>
        <p className="mt-5">
          We make these links while the shop is open{open && `: ${open}`}. The new password signs you out on every
          device; your orders stay as they are.
        </p>
      </div>
      <p className="mt-7">
        <Link href={login} className="btn btn-outline">
          Back to login
        </Link>
      </p>
    </div>
  );
}
