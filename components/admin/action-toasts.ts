import { toast } from "@/components/ui/toast";
import type { ActionFailure } from "@/lib/http/action-state";
import { toastFailure } from "./ui/toast-failure";

/** Options of useActionForm for a form whose outcome is shown as a toast. `afterSuccess` runs after the toast of a success. */
export const actionToasts = (
  failureText: string | ((form: FormData) => string),
  afterSuccess?: (form: HTMLFormElement | null) => void,
) => ({
  failureText,
  onSuccess: ({ message }: { message: string }, form: HTMLFormElement | null) => {
    toast.success(message);
    afterSuccess?.(form);
  },
  toastFailure: (failure: ActionFailure, form: FormData) =>
    toastFailure(typeof failureText === "string" ? failureText : failureText(form), failure),
});
