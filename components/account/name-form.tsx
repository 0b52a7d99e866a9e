"use client";

import { FormError } from "@/components/forms/form-error";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import type { FormAction } from "@/lib/http/action-state";

const loadSchema = () => import("@/lib/accounts/schema").then(({ nameForm }) => nameForm);

/** Changes the name that the header greets with. */
export function NameForm({ name, action }: { name: string; action: FormAction }) {
  const { formProps, field, message, pending } = useActionForm(action, {
    failureText: "Your name could not be changed. Please try again.",
    values: { name },
    loadSchema,
  });
  return (
    <form {...formProps} className="grid gap-4 mt-4">
      <TextField label="Full Name" autoComplete="name" {...field("name")} />
      {message && <FormError>{message}</FormError>}
      <p>
        <Button type="submit" kind="outline" pending={pending}>
          Save name
        </Button>
      </p>
    </form>
  );
}
