import { AsyncLocalStorage } from "node:async_hooks";
import { onePerProcess } from "./one-per-process";

/** What is learned of a request while it is answered, for its line of the log. */
export type RequestFacts = {
  requestId: string;
  /** Such as customer:12; see `actorName` of lib/auth/actor.ts. */
  actor?: string;
  /** `done`, or the code of the problem for which the operation was not done. */
  outcome?: string;
  /** Why the database was unavailable, for instance. */
  cause?: string;
};

/** The request in whose work we are. The server, which writes the line, and Next.js, whose pages know the actor, are two bundles. */
export const requestFacts = onePerProcess("request facts", () => new AsyncLocalStorage<RequestFacts>());

/** Notes something for the line of the current request, if it will have one. */
export function noteRequest(facts: Partial<RequestFacts>): void {
  Object.assign(requestFacts.getStore() ?? {}, facts);
}
