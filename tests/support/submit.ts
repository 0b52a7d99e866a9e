import type { z } from "zod";
import type { Shopper } from "@/lib/auth/actor";
import type { InputOf, Operation } from "@/lib/http/operation";
import { keyOfForm, runRequest } from "@/lib/http/pipeline";

/** Does an operation as a form with a key does it, for a customer and with an input that was parsed. */
export async function submitAs<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, Result>(
  actor: Shopper,
  operation: Operation<"customer" | "orderer", P, Q, B, never, Result>,
  input: InputOf<P, Q, B> & { key: string },
): Promise<Result> {
  const { answer } = await runRequest<Result>(operation as unknown as Operation, {
    session: "browser",
    headers: new Headers({ "sec-fetch-site": "same-origin" }),
    identify: async () => ({ actor, cartToken: null, byCookie: true }),
    parse: async (caller) => ({
      input,
      image: null,
      key: keyOfForm(operation as unknown as Operation, input, input.key),
      caller,
    }),
    answer: (result) => result as Result,
    store: (result) => ({ status: 201, json: JSON.stringify(result) }),
    restore: ({ json }) => JSON.parse(json),
  });
  return answer;
}
