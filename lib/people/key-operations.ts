import { noLocks } from "@/db/write-slots";
import { noKey, noLimit, operation, read } from "@/lib/http/operation";
import { idParams } from "@/lib/text";
import * as commands from "./key-commands";
import { listKeys as list } from "./key-queries";
import { keyInput } from "./key-schema";

export const listKeys = read({ by: "keys:read", run: ({ actor }) => list(actor) });

const writing = { by: "keys:write", limit: noLimit, locks: noLocks, once: noKey } as const;

export const createKey = operation({
  ...writing,
  body: keyInput,
  run: ({ actor, input, write }) => write((db) => commands.createKey(actor, input, db)),
});

export const revokeKey = operation({
  ...writing,
  params: idParams,
  run: ({ actor, input, write }) => write((db) => commands.revokeKey(actor, input.id, db)),
});
