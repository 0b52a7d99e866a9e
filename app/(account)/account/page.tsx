import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { DeleteForm, NameForm, PasswordForm, SessionList } from "@/components/account/account-forms";
import { SecondFactor } from "@/components/account/second-factor";
import { ShopUnavailable } from "@/components/account/shop-unavailable";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { isStaffMember } from "@/lib/auth/actor";
import { currentActor } from "@/lib/auth/request";
import { formatDateTime } from "@/lib/dates";
import { nullIfUnavailable } from "@/lib/errors";
import { SOMEBODY_ELSE } from "@/lib/forms/made-for";
import { listSessions } from "@/lib/people/account-queries";
import { deviceName } from "@/lib/people/device";
import { recoveryCodesLeft } from "@/lib/people/second-factor-commands";
import {
  beginFactor,
  changeName,
  changePassword,
  confirmFactor,
  deleteAccount,
  endSession,
  switchFactorOff,
} from "./actions";

export const metadata: Metadata = { title: "Your account" };

/** Name, password and sessions, and for customers their data and the deletion of the account. */
export default async function AccountPage({ searchParams }: PageProps<"/account">) {
  const { somebody } = await searchParams;
  const actor = await nullIfUnavailable(currentActor);
  if (!actor) return <ShopUnavailable path="/account" />;
  if (actor.kind === "visitor") redirect("/login?next=/account");
  // From a form that was sent without JavaScript.
  const alert = somebody === undefined ? null : SOMEBODY_ELSE;
  const { lacksFactor = false } = actor;
  const found = await nullIfUnavailable(() =>
    Promise.all([lacksFactor ? [] : listSessions(actor), recoveryCodesLeft(actor.id)]),
  );
  if (!found) return <ShopUnavailable path="/account" />;
  const [sessions, codesLeft] = found;
  const factor = isStaffMember(actor) && (
    <section aria-labelledby="factor-title" className="lg:col-span-2">
      <h2 id="factor-title" className="text-d4">
        Second factor
      </h2>
      <SecondFactor
        codesLeft={codesLeft}
        isRequired={lacksFactor}
        begin={beginFactor}
        confirm={confirmFactor}
        switchOff={switchFactorOff}
      />
    </section>
  );
  // Whoever must set up a second factor first sees nothing else here.
  if (lacksFactor)
    return (
      <AccountFrame email={actor.email} alert={alert}>
        {factor}
      </AccountFrame>
    );
  return (
    <AccountFrame email={actor.email} alert={alert}>
      <section aria-labelledby="name-title">
        <h2 id="name-title" className="text-d4">
          Name
        </h2>
        <NameForm key={actor.name} name={actor.name} action={changeName} />
      </section>
      <section aria-labelledby="password-title">
        <h2 id="password-title" className="text-d4">
          Password
        </h2>
        <p className="text-muted mt-1">A new password signs you out on your other devices.</p>
        <PasswordForm action={changePassword} />
      </section>
      {factor}
      <section aria-labelledby="sessions-title" className="lg:col-span-2">
        <h2 id="sessions-title" className="text-d4">
          Where you are signed in
        </h2>
        <SessionList
          action={endSession}
          sessions={sessions.map(({ id, kind, userAgent, createdAt, lastSeenAt, current }) => ({
            id,
            title: kind === "api" ? "API token" : deviceName(userAgent),
            note: `Signed in ${formatDateTime(createdAt)}, last used ${formatDateTime(lastSeenAt)}`,
            current,
          }))}
        />
      </section>
      {!isStaffMember(actor) && (
        <>
          <section aria-labelledby="data-title">
            <h2 id="data-title" className="text-d4">
              Your data
            </h2>
            <p className="text-muted mt-1">
              A copy of all your data (JSON): account, orders, payments, cart, messages and sessions
            </p>
            <p className="mt-4">
              <a href="/account/data" download="mithaas-my-data.json" className="btn btn-outline">
                <Icon name="scroll-text" />
                Download your data
              </a>
            </p>
          </section>
          <section aria-labelledby="delete-title">
            <h2 id="delete-title" className="text-d4">
              Delete your account
            </h2>
            <p className="text-muted mt-1">
              We erase your name, addresses and messages. Your orders stay in our books without them. Messages that you
              sent without signing in are not tied to you: ask us to delete those.
            </p>
            <DeleteForm action={deleteAccount} />
          </section>
        </>
      )}
    </AccountFrame>
  );
}

/** The title of the page, and its sections side by side. */
const AccountFrame = ({ email, alert, children }: { email: string; alert: string | null; children: ReactNode }) => (
  <div className="shop py-9 lg:py-14">
    <h1 className="text-d2">Your account</h1>
    <p className="text-muted mt-2 text-lg [overflow-wrap:anywhere]">{email}</p>
    {alert && <Notice tone="danger" className="mt-4" title={alert} />}
    <div className="grid grid-cols-1 lg:grid-cols-2 gap-x-16 gap-y-12 mt-8 items-start">{children}</div>
  </div>
);
