import type { ActionState } from "@/lib/http/action-state";

/** The refusals of more of a sweet than one shopper may keep from the others. */
export const holdLimitTexts = {
  visitor: "Please sign in to hold more of this sweet.",
  account: "This is as much of this sweet as one account can hold.",
};

/** The outcome of adding packs as pages say it: with how many more would do. */
export function withRoom<T>(outcome: ActionState<T>): ActionState<T> {
  if (outcome.ok || outcome.code !== "hold_limit") return outcome;
  const room = outcome.available ? `You can add ${outcome.available} more.` : "No more can be added.";
  return { ...outcome, message: `${outcome.message} ${room}` };
}
