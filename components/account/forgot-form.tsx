"use client";

import Link from "next/link";
import { FormError } from "@/components/forms/form-error";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import type { MessageAction } from "@/lib/http/action-state";

const loadSchema = () => import("@/lib/accounts/schema").then(({ forgotInput }) => forgotInput);

/** Asks for a link to a new password. The answer says nothing of whether the address has an account. */
export function ForgotForm({ action, phone }: { action: MessageAction; phone: { text: string; href: string } }) {
  const { formProps, field, state, message, pending } = useActionForm(action, {
    failureText: "The link could not be asked for. Please try again.",
    values: { email: "" },
    loadSchema,
  });
  return (
    <form
      {...formProps}
      className="lid w-full max-w-[34rem] p-[min(1.75rem,7vw)] lg:p-12"
      aria-labelledby="forgot-title"
    >
      <h1 id="forgot-title" className="text-d2">
        Forgot your password?
      </h1>
      <p className="text-muted text-lg mt-2">We send you a link, and you choose a new one.</p>
      <div className="grid gap-5 mt-7">
        <div role="status" className="empty:hidden">
          {state?.ok && (
            <p className="flex items-start gap-3 bg-success-soft text-success px-5 py-4 font-medium">
              <Icon name="circle-check" className="size-5 shrink-0 mt-1" />
              {state.data.message}
            </p>
          )}
        </div>
        <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...field("email")} />
        {message && <FormError>{message}</FormError>}
        <Button type="submit" size="lg" className="w-full mt-1" pending={pending} pendingLabel="Sending...">
          Send me a link
        </Button>
      </div>
      <p className="text-muted mt-6">
        The link works once, within one hour. No mail? Look into the spam folder, or call us on{" "}
        <a className="link num" href={phone.href}>
          {phone.text}
        </a>
        .
      </p>
      <p className="mt-5">
        <Link href="/login" className="link inline-flex items-center min-h-11">
          Back to login
        </Link>
      </p>
    </form>
  );
}
