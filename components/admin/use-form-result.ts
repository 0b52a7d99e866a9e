import { useEffect, useRef } from "react";
import { toast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/action";

/** A server action as forms of the admin area take it: it works as a plain post too. */
export type FormAction<T = { message: string }> = (
  previous: ActionResult<T> | null,
  form: FormData,
) => Promise<ActionResult<T>>;

/** The toast of a failure: what could not be done, and the reason when there is a better one than that. */
export function toastFailure(failed: string, message: string): void {
  if (message === failed) toast.error(failed);
  else toast.error(message, { title: failed });
}

/** Says once what became of a form: its message, or what could not be done. */
export function useFormResult<T extends { message: string }>(
  result: ActionResult<T> | null,
  failed: string,
  onDone?: () => void,
): void {
  const seen = useRef(result);
  useEffect(() => {
    if (!result || result === seen.current) return;
    seen.current = result;
    if (result.ok) {
      toast.success(result.data.message);
      onDone?.();
    } else toastFailure(failed, result.message);
  });
}
