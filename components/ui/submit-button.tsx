"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import type { ComponentProps } from "react";
import { useFormStatus } from "react-dom";
import { Button } from "./button";

/** A submit button that is pending while the action of its form runs. */
export function SubmitButton({ pending: alsoPending = false, ...props }: ComponentProps<typeof Button>) {
  const { pending } = useFormStatus();
  return <Button type="submit" pending={pending || alsoPending} {...props} />;
}
