import { headers } from "next/headers";
import { cache } from "react";
import { noteRequest } from "@/lib/request-facts";
import { actorName, type User, type Visitor } from "./actor";
import { type Caller, callerOf } from "./session";

/** The caller of this page or action, looked up once a request. A bearer token is ignored: pages know cookies only. */
export const currentCaller = cache(async (): Promise<Caller> => {
  const requestHeaders = new Headers(await headers());
  requestHeaders.delete("authorization");
  const caller = await callerOf(requestHeaders);
  noteRequest({ actor: actorName(caller.actor) });
  return caller;
});

/** Who looks at this page: never a key, which comes as a bearer token. */
export const currentActor = async () => (await currentCaller()).actor as Visitor | User;
