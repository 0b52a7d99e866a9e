import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { CookiesBlocked } from "@/components/account/cookies-blocked";
import { DeniedNotice } from "@/components/account/denied-notice";
import { OrderWithoutAccount } from "@/components/account/order-without-account";
import { LoginForm } from "@/components/account/sign-in-forms";
import { Star } from "@/components/layout/logo";
import { landingOf, safeNext } from "@/lib/auth/next-path";
import { currentViewer } from "@/lib/cart/request";
import { hasNoCookies } from "@/lib/http/request";
import { readReturning } from "@/lib/people/request";
import { login } from "../actions";

export const metadata: Metadata = {
  title: "Login",
  description: "Sign in to Mithaas to order sweets, follow your boxes and see what you ordered before.",
  alternates: { canonical: "/login" },
};

function SweetBox() {
  return (
    <div className="on-band relative bg-band overflow-hidden max-lg:hidden" aria-hidden="true">
      <div className="jaali" />
      <div className="absolute inset-0 grid place-items-center p-16">
        <div className="w-full max-w-[30rem] grid grid-cols-3 gap-2 p-3 bg-band-deep border border-band-accent/70">
          {["katli", "jalebi", "peda", "jamun", "star", "barfi", "laddoo", "modak", "nuts"].map((name) =>
            name === "star" ? (
              <div
                key={name}
                className="aspect-square bg-band-accent grid place-items-center text-(--oxblood) [--accent:var(--on-oxblood)]"
              >
                <Star className="w-2/3" />
              </div>
            ) : (
              <div key={name} className="photo aspect-square">
                <img src={`/art/sweet-${name}.svg`} alt="" width={240} height={240} fetchPriority="low" />
              </div>
            ),
          )}
        </div>
      </div>
    </div>
  );
}

export default async function LoginPage({ searchParams }: PageProps<"/login">) {
  const { next: nextParam, denied, cookies } = await searchParams;
  const next = safeNext(nextParam);
  const viewer = await currentViewer();
  // A customer who was redirected from /admin stays here to read why, and may sign in as somebody else.
  if (viewer?.role === "admin" || (viewer?.role === "customer" && denied === undefined))
    redirect(landingOf(viewer.role, nextParam) as Route);
  return (
    <div className="grid grid-cols-1 lg:grid-cols-2 lg:min-h-[46rem]">
      <SweetBox />
      <div className="grid place-items-center content-center px-gutter py-12 lg:py-20">
        {denied !== undefined && <DeniedNotice />}
        {cookies !== undefined && (await hasNoCookies()) && <CookiesBlocked />}
        <LoginForm action={login} next={next} email={(await readReturning())?.email} />
        <OrderWithoutAccount next={next} />
      </div>
    </div>
  );
}
