import type { Metadata, Route } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { FormPage } from "@/components/account/form-page";
import { ShopUnavailable } from "@/components/account/page-instead";
import { LoginCodeForm } from "@/components/account/sign-in-forms";
import { cookieCheck, safeNext } from "@/lib/auth/next-path";
import { nullIfUnavailable } from "@/lib/errors";
import { withNext } from "@/lib/links";
import { isAskedForCode } from "@/lib/people/request";
import { loginWithCode } from "../../actions";

export const metadata: Metadata = { title: "Your code", robots: { index: false } };

export default async function LoginCodePage({ searchParams }: PageProps<"/login/code">) {
  const { next: nextParam, cookies } = await searchParams;
  const next = safeNext(nextParam);
  const login = withNext("/login", next);
  const isAsked = await nullIfUnavailable(isAskedForCode);
  if (isAsked === null) return <ShopUnavailable path="/login" />;
  if (!isAsked) redirect(cookies === undefined ? login : (`/login?${cookieCheck(next)}` as Route));
  return (
    <FormPage id="code-title" title="Your code" lead="Your account has a second factor. Please enter its code.">
      <LoginCodeForm action={loginWithCode} next={next} />
      <p className="mt-5">
        <Link href={login} className="link inline-flex items-center min-h-11">
          Back to login
        </Link>
      </p>
    </FormPage>
  );
}
