import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import type { MessageAction } from "@/lib/http/action-state";
import { ButtonForm } from "./button-form";

type ConfirmFormProps = {
  title: string;
  /** What happens on confirmation. */
  children: ReactNode;
  action: MessageAction;
  fields?: Record<string, string | number>;
  button: string;
  danger?: boolean;
  /** The title of the toast when it fails. */
  failed: string;
  back: { href: string; text: string };
};

/** A confirmation on a page of its own, before an action that cannot be undone. The action redirects. */
export function ConfirmForm(props: ConfirmFormProps) {
  const { title, children, action, fields = {}, button, danger = true, failed, back } = props;
  return (
    <>
      <h1 className="text-d3 mt-2">{title}</h1>
      <div className="mt-3 wrap-anywhere">{children}</div>
      <div className="flex flex-wrap gap-3 mt-6">
        <Link className="btn btn-outline" href={back.href as Route} prefetch={false}>
          {back.text}
        </Link>
        <ButtonForm action={action} fields={fields} kind={danger ? "danger" : "primary"} failed={failed}>
          {button}
        </ButtonForm>
      </div>
    </>
  );
}
