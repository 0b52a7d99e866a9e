"use client";

import Link from "next/link";
import { type ComponentProps, type FormEvent, type ReactNode, useState } from "react";
import { needsCookies } from "@/components/forms/cookies";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { Check, TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { PasswordField } from "@/components/ui/password-field";
import type { FormAction, MessageAction } from "@/lib/http/action-state";
import { withNext } from "@/lib/links";
import { CodeField, type FormProps, useCommonPassword } from "./account-form";

const loadLogin = () => import("@/lib/people/schema").then(({ loginForm }) => loginForm);
const loadCode = () => import("@/lib/people/schema").then(({ loginCodeForm }) => loginCodeForm);
const loadRegister = () => import("@/lib/people/schema").then(({ registerForm }) => registerForm);
const loadForgot = () => import("@/lib/people/schema").then(({ forgotInput }) => forgotInput);
const loadReset = () => import("@/lib/people/schema").then(({ resetForm }) => resetForm);

type EntryProps = {
  action: FormAction;
  /** The path on this site to go to afterwards. */
  next: string | null;
};

type EntryFormProps = FormProps & {
  of: "login" | "code" | "register" | "forgot" | "reset";
  next?: string | null;
  pendingLabel?: string;
  /** A link after the error message. */
  errorLink?: ReactNode;
};

/** The address that was typed at the login: who has forgotten the password goes on with it. In the memory of this tab alone. */
let typedEmail = "";
const rememberEmail = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
  typedEmail = currentTarget.value;
};
const forgetEmail = () => {
  typedEmail = "";
};

const EmailField = (props: Omit<ComponentProps<typeof TextField>, "label">) => (
  <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...props} />
);

/** The only form of its page: the fields, the error message and the button. The heading of the page has the id `{of}-title`. */
function EntryForm({ form, of, next, button, pendingLabel, errorLink, className = "mt-7", children }: EntryFormProps) {
  return (
    <form {...form.formProps} className={`grid gap-5 ${className}`} aria-labelledby={`${of}-title`}>
      {next && <input type="hidden" name="next" value={next} />}
      {children}
      {form.message && (
        <Notice
          tone="danger"
          title={
            <>
              {form.message} {errorLink}
            </>
          }
        />
      )}
      <Button type="submit" size="lg" className="w-full mt-1" pending={form.pending} pendingLabel={pendingLabel}>
        {button}
      </Button>
    </form>
  );
}

/** Signs in with e-mail and password. `email`: whose password has just been changed or asked for. */
export function LoginForm({ action, next, email = "" }: EntryProps & { email?: string }) {
  const form = useActionForm(action, {
    failureText: "Login failed. Please check your credentials.",
    values: { email: useState(() => typedEmail || email)[0], password: "" },
    loadSchema: loadLogin,
    prepare: needsCookies,
    onRedirect: forgetEmail,
  });
  return (
    <div className="w-full max-w-[26rem]">
      <h1 id="login-title" className="text-d2">
        Welcome back
      </h1>
      <p className="text-muted text-lg mt-2">Sign in to order and to follow your orders.</p>
      <EntryForm {...{ form, next }} of="login" button="Sign In" pendingLabel="Signing in..." className="mt-8">
        <EmailField {...form.field("email")} onInput={rememberEmail} />
        <PasswordField label="Password" autoComplete="current-password" {...form.field("password")} />
        <Link
          className="link justify-self-end inline-flex items-center min-h-11 -my-3"
          href={withNext("/forgot-password", next)}
        >
          Forgot your password?
        </Link>
      </EntryForm>
      <p className="mt-7 text-center">
        New to Mithaas?{" "}
        <Link className="link inline-flex items-center min-h-11" href={withNext("/register", next)}>
          Create an account
        </Link>
      </p>
    </div>
  );
}

export function LoginCodeForm({ action, next }: EntryProps) {
  const form = useActionForm(action, {
    failureText: "Login failed. Please try again.",
    values: { code: "" },
    loadSchema: loadCode,
    prepare: needsCookies,
  });
  return (
    <EntryForm {...{ form, next }} of="code" button="Sign In" pendingLabel="Signing in...">
      <CodeField autoFocus {...form.field("code")} />
      <Check name="trust" value="yes">
        <span>Trust this browser for 30 days</span>
      </Check>
    </EntryForm>
  );
}

export function RegisterForm({ action, next }: EntryProps) {
  const form = useActionForm(action, {
    failureText: "Registration failed. Please try again.",
    values: { name: "", email: "", password: "", confirmPassword: "" },
    loadSchema: loadRegister,
    prepare: needsCookies,
  });
  const signIn = form.failure?.code === "email_taken" && (
    <Link className="link" href={withNext("/login", next)}>
      Sign in
    </Link>
  );
  const commonPassword = useCommonPassword();
  return (
    <EntryForm
      {...{ form, next }}
      of="register"
      button="Create Account"
      pendingLabel="Creating Account..."
      errorLink={signIn}
    >
      <TextField label="Full Name" autoComplete="name" {...form.field("name")} />
      <EmailField {...form.field("email")} />
      <PasswordField label="Password" autoComplete="new-password" {...form.field("password")} {...commonPassword} />
      <PasswordField label="Confirm Password" autoComplete="new-password" {...form.field("confirmPassword")} />
    </EntryForm>
  );
}

/** Asks for a link to a new password. The answer says nothing of whether the address has an account. */
export function ForgotForm({ action, next }: { action: MessageAction; next: string | null }) {
  const form = useActionForm(action, {
    failureText: "The link could not be asked for. Please try again.",
    values: { email: useState(() => typedEmail)[0] },
    loadSchema: loadForgot,
  });
  return (
    <EntryForm {...{ form, next }} of="forgot" button="Send me a link" pendingLabel="Sending...">
      <div role="status" className="empty:hidden">
        {form.state?.ok && <Notice tone="success" role="none" title={form.state.data.message} />}
      </div>
      <EmailField {...form.field("email")} onInput={rememberEmail} />
    </EntryForm>
  );
}

type ResetFormProps = { token: string; action: FormAction; button?: string; signsIn?: boolean };

export function ResetForm({ token, action, button = "Change password", signsIn = false }: ResetFormProps) {
  const form = useActionForm(action, {
    failureText: "Your password could not be changed. Please try again.",
    values: { password: "", confirmPassword: "" },
    loadSchema: loadReset,
    prepare: signsIn ? needsCookies : undefined,
  });
  const commonPassword = useCommonPassword();
  return (
    <EntryForm form={form} of="reset" button={button}>
      <input type="hidden" name="token" value={token} />
      <PasswordField label="New password" autoComplete="new-password" {...form.field("password")} {...commonPassword} />
      <PasswordField label="Confirm new password" autoComplete="new-password" {...form.field("confirmPassword")} />
    </EntryForm>
  );
}
