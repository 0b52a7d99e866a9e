"use client";

import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormError } from "./form-error";
import { type FormAction, useAction } from "./use-action";
import { useCheckedForm } from "./use-checked-form";

const loadResolver = () => import("./check-account").then(({ nameResolver }) => ({ resolver: nameResolver }));

/** The name that the shop greets by. */
export function NameForm({ name, action }: { name: string; action: FormAction<null> }) {
  const { outcome, formAction, send, pending } = useAction(action, "Your name could not be changed. Please try again.");
  const failure = outcome?.ok === false ? outcome : null;
  const { formProps, field, whole } = useCheckedForm<{ name: string }>({
    loadResolver,
    values: { name: failure?.values.name ?? name },
    failure,
    send,
  });
  return (
    <form action={formAction} {...formProps} className="grid gap-4 mt-4">
      <TextField label="Full Name" autoComplete="name" {...field("name")} />
      {whole && <FormError>{whole}</FormError>}
      <p>
        <Button type="submit" kind="outline" pending={pending}>
          Save name
        </Button>
      </p>
    </form>
  );
}
