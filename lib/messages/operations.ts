import { noLocks } from "@/db/write-slots";
import { noKey, noLimit, operation } from "@/lib/http/operation";
import { idParams } from "@/lib/text";
import * as commands from "./admin-commands";

const message = { by: "messages:write", limit: noLimit, locks: noLocks, once: noKey, body: idParams } as const;

export const markHandled = operation({
  ...message,
  run: ({ actor, input, write }) => write((db) => commands.markHandled(actor, input.id, db)),
});

export const sendAgain = operation({
  ...message,
  run: ({ actor, input, write }) => write((db) => commands.sendAgain(actor, input.id, db)),
});
