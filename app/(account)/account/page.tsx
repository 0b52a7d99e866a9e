import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { DeleteForm, NameForm, PasswordForm, SessionList } from "@/components/account/account-forms";
import { ShopUnavailable } from "@/components/account/page-instead";
import { SecondFactor } from "@/components/account/second-factor";
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

export default async function AccountPage({ searchParams }: PageProps<"/account">) {
  const { somebody } = await searchParams;
  const actor = await nullIfUnavailable(currentActor);
  if (!actor) return <ShopUnavailable path="/account" />;
  if (actor.kind === "visitor") redirect("/login?next=/account");
  const { lacksFactor = false } = actor;
  const found = await nullIfUnavailable(() =>
    Promise.all([lacksFactor ? [] : listSessions(actor), recoveryCodesLeft(actor.id)]),
  );
  if (!found) return <ShopUnavailable path="/account" />;
  const [sessions, codesLeft] = found;
  const factor = isStaffMember(actor) && (
    <Section id="factor" title="Second factor" className="lg:col-span-2">
      <SecondFactor
        codesLeft={codesLeft}
        isRequired={lacksFactor}
        begin={beginFactor}
        confirm={confirmFactor}
        switchOff={switchFactorOff}
      />
    </Section>
  );
  return (
    <div className="shop py-9 lg:py-14">
      <h1 className="text-d2">Your account</h1>
      <p className="text-muted mt-2 text-lg wrap-anywhere">{actor.email}</p>
      {/* From a form that was sent without JavaScript. */}
      {somebody !== undefined && <Notice tone="danger" className="mt-4" title={SOMEBODY_ELSE} />}
      <div className="grid grid-cols-1 lg:grid-cols-2 gap-x-16 gap-y-12 mt-8 items-start">
        {/* Whoever must set up a second factor first sees nothing else here. */}
        {!lacksFactor && (
          <>
            <Section id="name" title="Name">
              <NameForm key={actor.name} name={actor.name} action={changeName} />
            </Section>
            <Section id="password" title="Password" lead="A new password signs you out on your other devices.">
              <PasswordForm action={changePassword} />
            </Section>
          </>
        )}
        {factor}
        {!lacksFactor && (
          <Section id="sessions" title="Where you are signed in" className="lg:col-span-2">
            <SessionList
              action={endSession}
              sessions={sessions.map(({ id, kind, userAgent, createdAt, lastSeenAt, current }) => ({
                id,
                title: kind === "api" ? "API token" : deviceName(userAgent),
                note: `Signed in ${formatDateTime(createdAt)}, last used ${formatDateTime(lastSeenAt)}`,
                current,
              }))}
            />
          </Section>
        )}
        {!isStaffMember(actor) && (
          <>
            <Section
              id="data"
              title="Your data"
              lead="A copy of all your data (JSON): account, orders, payments, cart, messages and sessions"
            >
              <p className="mt-4">
                <a href="/account/data" download="mithaas-my-data.json" className="btn btn-outline">
                  <Icon name="scroll-text" />
                  Download your data
                </a>
              </p>
            </Section>
            <Section
              id="delete"
              title="Delete your account"
              lead="We erase your name, addresses and messages. Your orders stay in our books without them. Messages that you sent without signing in are not tied to you: ask us to delete those."
            >
              <DeleteForm action={deleteAccount} />
            </Section>
          </>
        )}
      </div>
    </div>
  );
}

type SectionProps = { id: string; title: string; lead?: string; className?: string; children: ReactNode };

function Section({ id, title, lead, className, children }: SectionProps) {
  return (
    <section aria-labelledby={`${id}-title`} className={className}>
      <h2 id={`${id}-title`} className="text-d4">
        {title}
      </h2>
      {lead && <p className="text-muted mt-1">{lead}</p>}
      {children}
    </section>
  );
}
