import { noLocks } from "@/db/write-slots";
import { noKey, noLimit, operation, read } from "@/lib/http/operation";
import * as commands from "./commands";
import * as queries from "./queries";
import { kitchenQuery, packedInput } from "./schema";

export const readKitchen = read({
  by: "kitchen:read",
  query: kitchenQuery,
  run: ({ actor, input }) => queries.readKitchen(actor, input),
});

export const setPacked = operation({
  by: "kitchen:write",
  limit: noLimit,
  locks: noLocks,
  once: noKey,
  body: packedInput,
  run: ({ actor, input, write }) => write((db) => commands.setPacked(actor, input, db)),
});
