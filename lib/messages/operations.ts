import { noLocks } from "@/db/write-slots";
import { noKey, noLimit, operation } from "@/lib/http/operation";
import * as commands from "./admin-commands";
import { messageForm } from "./schema";

export const markHandled = operation({
  by: "admin",
  limit: noLimit,
  locks: noLocks,
  once: noKey,
  body: messageForm,
  run: ({ actor, input, write }) => write((db) => commands.markHandled(actor, input.id, db)),
});

export const sendAgain = operation({
  by: "admin",
  limit: noLimit,
  locks: noLocks,
  once: noKey,
  body: messageForm,
  run: ({ actor, input, write }) => write((db) => commands.sendAgain(actor, input.id, db)),
});
