"use client";

import Link from "next/link";
import { type ComponentProps, type FormEvent, useState } from "react";
import { needsCookies } from "@/components/forms/cookies";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { Check, TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { PasswordField } from "@/components/ui/password-field";
import type { FormAction, MessageAction } from "@/lib/http/action-state";
import { withNext } from "@/lib/links";
import { CodeField } from "./code-field";
import { useCommonPassword } from "./use-common-password";

const loadLogin = () => import("@/lib/people/schema").then(({ loginForm }) => loginForm);
const loadCode = () => import("@/lib/people/schema").then(({ loginCodeForm }) => loginCodeForm);
const loadRegister = () => import("@/lib/people/schema").then(({ registerForm }) => registerForm);
const loadForgot = () => import("@/lib/people/schema").then(({ forgotInput }) => forgotInput);
const loadReset = () => import("@/lib/people/schema").then(({ resetForm }) => resetForm);

type EntryFormProps = {
  action: FormAction;
  /** The path on this site to go to afterwards. */
  next: string | null;
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

/** Signs in with e-mail and password. `email`: whose password has just been changed or asked for. */
export function LoginForm({ action, next, email = "" }: EntryFormProps & { email?: string }) {
  const { formProps, field, message, pending } = useActionForm(action, {
    failureText: "Login failed. Please check your credentials.",
    values: { email: useState(() => typedEmail || email)[0], password: "" },
    loadSchema: loadLogin,
    prepare: needsCookies,
    onRedirect: forgetEmail,
  });

  return (
    <form {...formProps} className="w-full max-w-[26rem]" aria-labelledby="login-title">
      <h1 id="login-title" className="text-d2">
        Welcome back
      </h1>
      <p className="text-muted text-lg mt-2">Sign in to order and to follow your orders.</p>
      <div className="grid gap-5 mt-8">
        {next && <input type="hidden" name="next" value={next} />}
        <EmailField {...field("email")} onInput={rememberEmail} />
        <PasswordField label="Password" autoComplete="current-password" {...field("password")} />
        <Link
          className="link justify-self-end inline-flex items-center min-h-11 -my-3"
          href={withNext("/forgot-password", next)}
        >
          Forgot your password?
        </Link>
        {message && <Notice tone="danger" title={message} />}
        <Button type="submit" size="lg" className="w-full mt-1" pending={pending} pendingLabel="Signing in...">
          Sign In
        </Button>
      </div>
      <p className="mt-7 text-center">
        New to Mithaas?{" "}
        <Link className="link inline-flex items-center min-h-11" href={withNext("/register", next)}>
          Create an account
        </Link>
      </p>
    </form>
  );
}

/** The second step of a login: the code of the second factor. */
export function LoginCodeForm({ action, next }: EntryFormProps) {
  const { formProps, field, message, pending } = useActionForm(action, {
    failureText: "Login failed. Please try again.",
    values: { code: "" },
    loadSchema: loadCode,
    prepare: needsCookies,
  });
  return (
    <form {...formProps} className="grid gap-5 mt-7" aria-labelledby="code-title">
      {next && <input type="hidden" name="next" value={next} />}
      <CodeField autoFocus {...field("code")} />
      <Check name="trust" value="yes">
        <span>Trust this browser for 30 days</span>
      </Check>
      {message && <Notice tone="danger" title={message} />}
      <Button type="submit" size="lg" className="w-full mt-1" pending={pending} pendingLabel="Signing in...">
        Sign In
      </Button>
    </form>
  );
}

/** Creates an account. A common password shows a warning and is accepted. */
export function RegisterForm({ action, next }: EntryFormProps) {
  const { formProps, field, failure, message, pending } = useActionForm(action, {
    failureText: "Registration failed. Please try again.",
    values: { name: "", email: "", password: "", confirmPassword: "" },
    loadSchema: loadRegister,
    prepare: needsCookies,
  });
  const commonPassword = useCommonPassword();
  const login = withNext("/login", next);

  return (
    <form {...formProps} className="grid gap-5 mt-7" aria-labelledby="register-title">
      {next && <input type="hidden" name="next" value={next} />}
      <TextField label="Full Name" autoComplete="name" {...field("name")} />
      <EmailField {...field("email")} />
      <PasswordField label="Password" autoComplete="new-password" {...field("password")} {...commonPassword} />
      <PasswordField label="Confirm Password" autoComplete="new-password" {...field("confirmPassword")} />
      {message && (
        <Notice
          tone="danger"
          title={
            <>
              {message}{" "}
              {failure?.code === "email_taken" && (
                <Link className="link" href={login}>
                  Sign in
                </Link>
              )}
            </>
          }
        />
      )}
      <Button type="submit" size="lg" className="w-full mt-1" pending={pending} pendingLabel="Creating Account...">
        Create Account
      </Button>
    </form>
  );
}

/** Asks for a link to a new password. The answer says nothing of whether the address has an account. */
export function ForgotForm({ action, next }: { action: MessageAction; next: string | null }) {
  const { formProps, field, state, message, pending } = useActionForm(action, {
    failureText: "The link could not be asked for. Please try again.",
    values: { email: useState(() => typedEmail)[0] },
    loadSchema: loadForgot,
  });
  return (
    <form {...formProps} className="grid gap-5 mt-7" aria-labelledby="forgot-title">
      <div role="status" className="empty:hidden">
        {state?.ok && <Notice tone="success" role="none" title={state.data.message} />}
      </div>
      {next && <input type="hidden" name="next" value={next} />}
      <EmailField {...field("email")} onInput={rememberEmail} />
      {message && <Notice tone="danger" title={message} />}
      <Button type="submit" size="lg" className="w-full mt-1" pending={pending} pendingLabel="Sending...">
        Send me a link
      </Button>
    </form>
  );
}

type ResetFormProps = { token: string; action: FormAction; button?: string; signsIn?: boolean };

/** Sets a new password with the token of a one-time link. */
export function ResetForm({ token, action, button = "Change password", signsIn = false }: ResetFormProps) {
  const { formProps, field, message, pending } = useActionForm(action, {
    failureText: "Your password could not be changed. Please try again.",
    values: { password: "", confirmPassword: "" },
    loadSchema: loadReset,
    prepare: signsIn ? needsCookies : undefined,
  });
  const commonPassword = useCommonPassword();
  return (
    <form {...formProps} className="grid gap-5 mt-7" aria-labelledby="reset-title">
      <input type="hidden" name="token" value={token} />
      <PasswordField label="New password" autoComplete="new-password" {...field("password")} {...commonPassword} />
      <PasswordField label="Confirm new password" autoComplete="new-password" {...field("confirmPassword")} />
      {message && <Notice tone="danger" title={message} />}
      <Button type="submit" size="lg" className="w-full mt-1" pending={pending}>
        {button}
      </Button>
    </form>
  );
}
