import type { ComponentProps } from "react";
import { MadeFor } from "@/components/forms/made-for";
import type { useActionForm } from "@/components/forms/use-action-form";
import { Button, type ButtonKind } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

type AccountFormProps = ComponentProps<"form"> & {
  form: Pick<ReturnType<typeof useActionForm>, "formProps" | "message" | "pending">;
  kind?: ButtonKind;
  button: string;
};

/** A form on the page of the account: its fields, what is wrong, and its button. */
export function AccountForm({ form, kind, button, className = "", children, ...rest }: AccountFormProps) {
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
