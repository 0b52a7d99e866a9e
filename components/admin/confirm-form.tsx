"use client";

import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { useActionForm } from "@/components/forms/use-action-form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { MessageAction } from "@/lib/http/action-state";
import { actionToasts } from "./action-toasts";

type ConfirmFormProps = {
  title: string;
  /** What happens on confirmation. */
  children: ReactNode;
  action: MessageAction;
  fields: Record<string, string | number>;
  button: string;
  danger?: boolean;
  /** The title of the toast when it fails. */
  failed: string;
  back: { href: string; text: string };
};

/** A confirmation on a page of its own, before an action that cannot be undone. The action redirects. */
export function ConfirmForm({
  title,
  children,
  action,
  fields,
  button,
  danger = true,
  failed,
  back,
}: ConfirmFormProps) {
  const { message, pending, formProps } = useActionForm(action, actionToasts(failed));
  return (
    <>
      <h1 className="text-d3 mt-2">{title}</h1>
      <div className="mt-3 wrap-anywhere">{children}</div>
      {message && (
        <p role="alert" className="field-error">
          {message}
        </p>
      )}
      <form {...formProps} className="flex flex-wrap gap-3 mt-6">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Link className="btn btn-outline" href={back.href as Route} prefetch={false}>
          {back.text}
        </Link>
        <SubmitButton kind={danger ? "danger" : "primary"} pending={pending}>
          {button}
        </SubmitButton>
      </form>
    </>
  );
}
