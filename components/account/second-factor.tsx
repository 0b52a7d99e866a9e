"use client";

import { useActionForm } from "@/components/forms/use-action-form";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { PasswordField } from "@/components/ui/password-field";
import { PrintButton } from "@/components/ui/print-button";
import { QrCode } from "@/components/ui/qr-code";
import type { FormAction } from "@/lib/http/action-state";
import { AccountForm, CodeField } from "./account-form";

const loadFactor = () => import("@/lib/people/schema").then(({ factorInput }) => factorInput);
const loadCode = () => import("@/lib/people/schema").then(({ factorCodeInput }) => factorCodeInput);
const loadOff = () => import("@/lib/people/schema").then(({ factorOffInput }) => factorOffInput);

type NewFactor = { secret: string; uri: string; qr: { size: number; path: string } };

type SecondFactorProps = {
  /** Recovery codes; null while the second factor is off. */
  codesLeft: number | null;
  isRequired: boolean;
  begin: FormAction<NewFactor>;
  confirm: FormAction<{ recoveryCodes: string[] }>;
  switchOff: FormAction;
};

/**
 * The second factor of a member of staff: set up by password and a first code, after which the recovery codes are shown once, and switched
 * off. The forms' states are all here, so that the page shows the outcome of a form whose place another one has taken, without JavaScript too.
 */
export function SecondFactor({ codesLeft, isRequired, begin, confirm, switchOff }: SecondFactorProps) {
  const setup = useActionForm(begin, {
    failureText: "The second factor could not be set up. Please try again.",
    values: { password: "" },
    loadSchema: loadFactor,
  });
  const confirmed = useActionForm(confirm, {
    failureText: "The second factor could not be switched on. Please try again.",
    values: { code: "" },
    loadSchema: loadCode,
  });
  if (confirmed.state?.ok) return <RecoveryCodes codes={confirmed.state.data.recoveryCodes} />;
  if (codesLeft !== null) return <SwitchOffForm action={switchOff} codesLeft={codesLeft} />;
  const factor = setup.state?.ok ? setup.state.data : null;
  const isCodeAsked = factor || confirmed.failure;
  return (
    <div className="grid gap-5 mt-1 max-w-[34rem]">
      {isRequired && (
        <Notice
          tone="warning"
          role="status"
          className="mt-2"
          title="The shop asks everybody who works for it for a second factor. Please set yours up to go on."
        />
      )}
      <p className="text-muted">
        {factor
          ? "Scan this with your authenticator app, then enter the code that it shows."
          : isCodeAsked
            ? "Please enter the code that your app shows, or begin again with your password."
            : "Off. With a second factor, a login asks for a code of an app on your phone too."}
      </p>
      {factor && <Secret {...factor} />}
      {isCodeAsked && (
        <AccountForm form={confirmed} button="Switch on">
          <CodeField hint="6 digits from your app" autoFocus {...confirmed.field("code")} />
        </AccountForm>
      )}
      {!factor && (
        <AccountForm form={setup} kind="outline" button="Set up">
          <PasswordField label="Your password" autoComplete="current-password" {...setup.field("password")} />
        </AccountForm>
      )}
    </div>
  );
}

const Secret = ({ secret, uri, qr }: NewFactor) => (
  <div className="grid gap-4 justify-items-start">
    <QrCode qr={qr} label="QR code for your authenticator app" />
    <a href={uri} className="btn btn-outline hidden touch:inline-flex">
      Open the app on this phone
    </a>
    <p>
      Or type this key into the app:{" "}
      <code className="font-semibold select-all [overflow-wrap:anywhere]">{secret.replace(/.{4}(?=.)/g, "$& ")}</code>
    </p>
  </div>
);

const RecoveryCodes = ({ codes }: { codes: string[] }) => (
  <div role="status" className="grid gap-4 mt-1 max-w-[40rem]">
    <p>
      <b className="font-semibold">Your second factor is on.</b> Keep these recovery codes where your phone is not: each
      signs you in once when you cannot use the app. They are shown only now.
    </p>
    <ul className="grid md:grid-cols-2 gap-x-6 gap-y-1 num font-semibold whitespace-nowrap bg-surface border border-border p-4">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <p className="flex flex-wrap gap-3 print:hidden">
      <CopyButton text={codes.join("\n")} copied="Recovery codes copied" failed="Please select and copy the codes">
        Copy codes
      </CopyButton>
      <PrintButton kind="outline" />
      <a href="/account" className="btn btn-primary">
        I have kept them
      </a>
    </p>
  </div>
);

function SwitchOffForm({ action, codesLeft }: { action: FormAction; codesLeft: number }) {
  const form = useActionForm(action, {
    failureText: "The second factor could not be switched off. Please try again.",
    values: { password: "", code: "" },
    loadSchema: loadOff,
  });
  return (
    <AccountForm form={form} kind="danger" button="Switch off" className="mt-1 max-w-[34rem]">
      <p className="text-muted">
        On. A login asks for a code of your app. {codesLeft} of 10 recovery codes are left; switch it off and on again
        for new ones.
      </p>
      <PasswordField label="Your password" autoComplete="current-password" {...form.field("password")} />
      <CodeField {...form.field("code")} />
    </AccountForm>
  );
}
