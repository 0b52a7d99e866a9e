"use client";

import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { Check, FieldError, TextField } from "@/components/ui/field";
import { PasswordField } from "@/components/ui/password-field";
import type { FormAction } from "@/lib/http/action-state";
import { AccountForm, useCommonPassword } from "./account-form";

const loadNameForm = () => import("@/lib/people/schema").then(({ nameForm }) => nameForm);
const loadPasswordForm = () => import("@/lib/people/schema").then(({ passwordForm }) => passwordForm);
const loadDeleteForm = () => import("@/lib/people/schema").then(({ deleteAccountForm }) => deleteAccountForm);

export function NameForm({ name, action }: { name: string; action: FormAction }) {
  const form = useActionForm(action, {
    failureText: "Your name could not be changed. Please try again.",
    values: { name },
    loadSchema: loadNameForm,
  });
  return (
    <AccountForm form={form} kind="outline" button="Save name" className="mt-4">
      <TextField label="Full Name" autoComplete="name" {...form.field("name")} />
    </AccountForm>
  );
}

export function PasswordForm({ action }: { action: FormAction }) {
  const form = useActionForm(action, {
    failureText: "Your password could not be changed. Please try again.",
    values: { currentPassword: "", password: "", confirmPassword: "" },
    loadSchema: loadPasswordForm,
  });
  const commonPassword = useCommonPassword();
  return (
    <AccountForm form={form} kind="outline" button="Change password" className="mt-4">
      <PasswordField label="Current password" autoComplete="current-password" {...form.field("currentPassword")} />
      <PasswordField label="New password" autoComplete="new-password" {...form.field("password")} {...commonPassword} />
      <PasswordField label="Confirm new password" autoComplete="new-password" {...form.field("confirmPassword")} />
    </AccountForm>
  );
}

type SessionRow = { id: number; title: string; note: string; current: boolean };

function EndSessionButton({ session, action }: { session: SessionRow; action: FormAction }) {
  const { formProps, message, pending } = useActionForm(action, {
    failureText: "The session could not be ended. Please try again.",
  });
  return (
    <form {...formProps}>
      <MadeFor />
      <input type="hidden" name="sessionId" value={session.id} />
      <Button type="submit" kind="danger-ghost" pending={pending} aria-label={`End session: ${session.title}`}>
        End session
      </Button>
      {message && (
        <p role="alert" className="text-danger">
          {message}
        </p>
      )}
    </form>
  );
}

export function SessionList({ sessions, action }: { sessions: SessionRow[]; action: FormAction }) {
  return (
    <ul className="mt-3 border-t border-border">
      {sessions.map((session) => (
        <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 border-b border-border">
          <span className="flex-1 min-w-[min(12rem,100%)]">
            <b className="font-semibold">{session.title}</b>
            <span className="block text-muted text-sm num">{session.note}</span>
          </span>
          {session.current ? (
            <span className="badge badge-success">This session</span>
          ) : (
            <EndSessionButton session={session} action={action} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Deletes the account. It asks for the password and a tick, so that nobody deletes an account by accident. */
export function DeleteForm({ action }: { action: FormAction }) {
  const form = useActionForm(action, {
    failureText: "Your account could not be deleted. Please try again.",
    values: { password: "", confirm: "" },
    loadSchema: loadDeleteForm,
  });
  const { error: confirmError, name: confirmName } = form.field("confirm");
  return (
    <AccountForm form={form} kind="danger" button="Delete account" className="mt-4" data-logout="">
      <PasswordField label="Your password" autoComplete="current-password" {...form.field("password")} />
      <div>
        <Check
          value="yes"
          name={confirmName}
          aria-invalid={confirmError ? true : undefined}
          aria-describedby={confirmError ? "confirm-error" : undefined}
        >
          <span>Yes, delete my account. I understand that this cannot be undone.</span>
        </Check>
        {confirmError && <FieldError id="confirm-error">{confirmError}</FieldError>}
      </div>
    </AccountForm>
  );
}
