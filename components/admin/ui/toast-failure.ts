import { describeFailure } from "@/components/forms/describe-failure";
import { RELOAD, toast } from "@/components/ui/toast";
import type { ActionFailure } from "@/lib/http/action-state";

/** The failure text of actions without one of their own. It is shown under the title 'Error'. */
export const GENERIC_FAILURE = "An error occurred";

/** Shows a failure: what could not be done as the title, and below it the reason if the server gave another one. */
export function toastFailure(failureText: string, failure: ActionFailure): void {
  const reason = describeFailure(failure);
  const action = failure.code === "outdated" ? RELOAD : undefined;
  if (failureText === GENERIC_FAILURE) toast.error(reason, { title: "Error", action });
  else if (reason === failureText) toast.error(failureText);
  else toast.error(reason, { title: failureText, action });
}
