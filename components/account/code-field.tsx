import type { ComponentProps } from "react";
import { TextField } from "@/components/ui/field";
import { MAX_CODE } from "@/lib/people/constants";

/** The field for a code of a second factor. */
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
