import type { ActionFailure } from "@/lib/http/action-state";

/** The message of a failure; for a rate limit with the time to wait: "Too many attempts. Please try again in 14 minutes." */
export function describeFailure({ message, retryAfter, code }: ActionFailure): string {
  if (code !== "rate_limited" || !retryAfter) return message;
  const minutes = Math.ceil(retryAfter / 60);
  const wait = retryAfter < 90 ? `${retryAfter} ${retryAfter === 1 ? "second" : "seconds"}` : `${minutes} minutes`;
  return `Too many attempts. Please try again in ${wait}.`;
}
