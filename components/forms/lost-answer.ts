import { unstable_isUnrecognizedActionError } from "next/navigation";
import type { ActionFailure } from "@/lib/http/action-state";

const OUTDATED = "The shop was updated. Please reload the page.";

/**
 * The failure when an action was called and gave no answer: the connection was lost, or the page is of an earlier build, whose actions the
 * server no longer knows. Only a reload helps then.
 */
export function failureOfLost(error: unknown, failureText: string): ActionFailure {
  const lost = { ok: false, fields: {}, values: {} } as const;
  return unstable_isUnrecognizedActionError(error)
    ? { ...lost, code: "outdated", message: OUTDATED }
    : { ...lost, code: "lost", message: failureText };
}
