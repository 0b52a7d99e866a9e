"use client";

import { type ChangeEvent, type ComponentProps, useRef, useState } from "react";
import { MadeFor } from "@/components/forms/made-for";
import type { useActionForm } from "@/components/forms/use-action-form";
import { Button, type ButtonKind } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { MAX_CODE } from "@/lib/people/constants";

export type FormProps = ComponentProps<"form"> & {
  form: Pick<ReturnType<typeof useActionForm>, "formProps" | "message" | "pending">;
  button: string;
};

export function AccountForm(props: FormProps & { kind?: ButtonKind }) {
  const { form, kind, button, className = "", children, ...rest } = props;
  return (
    <form {...form.formProps} className={`grid gap-4 ${className}`} {...rest}>
      <MadeFor />
      {children}
      {form.message && <Notice tone="danger" title={form.message} />}
      <p>
        <Button type="submit" kind={kind} pending={form.pending}>
          {button}
        </Button>
      </p>
    </form>
  );
}

export const CodeField = (props: Omit<ComponentProps<typeof TextField>, "label">) => (
  <TextField
    label="Code"
    hint="6 digits from your app, or a recovery code"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={MAX_CODE}
    {...props}
  />
);

const WARNING = "Many people use this password, so it is easy to guess. You may still use it.";

/** Props for a password field that warn of a common password. Common passwords are accepted all the same. */
export function useCommonPassword() {
  const [isCommon, setIsCommon] = useState(false);
  const latest = useRef("");

  async function onChange(event: ChangeEvent<HTMLInputElement>) {
    const typed = event.target.value.toLowerCase();
    latest.current = typed;
    // Without the list there is no hint.
    const { default: common } = await import("@/lib/people/common-passwords.json").catch(() => ({
      default: [] as string[],
    }));
    // More may have been typed while the list was loading.
    if (latest.current === typed) setIsCommon(common.includes(typed));
  }

  return { onChange, hint: isCommon ? WARNING : undefined };
}
