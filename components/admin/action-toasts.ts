import { describeFailure } from "@/components/forms/describe-failure";
import { toast } from "@/components/ui/toast";
import type { ActionFailure } from "@/lib/http/action-state";

/** The failure text of actions without one of their own. It is shown under the title 'Error'. */
export const GENERIC_FAILURE = "An error occurred";

/** Shows a failure: what could not be done as the title, and below it the reason if the server gave another one. */
export function toastFailure(failureText: string, failure: ActionFailure): void {
  const reason = describeFailure(failure);
  const reload = failure.code === "outdated";
  if (failureText === GENERIC_FAILURE) toast.error(reason, { title: "Error", reload });
  else if (reason === failureText) toast.error(failureText);
  else toast.error(reason, { title: failureText, reload });
}

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
