import { noLocks } from "@/db/write-slots";
import { noKey, noLimit, operation } from "@/lib/http/operation";
import * as commands from "./commands";
import { customOrderRequest } from "./request-schema";
import { contactInput, markForm } from "./schema";

const writing = {
  by: "anyone",
  limit: { name: "contact", counts: "valid" },
  locks: noLocks,
  once: noKey,
} as const;

export const sendContact = operation({
  ...writing,
  body: contactInput,
  run: ({ actor, input, write }) => write((db) => commands.sendContact(actor, input, db)),
});

export const requestCustomOrder = operation({
  ...writing,
  body: customOrderRequest,
  run: ({ actor, input, write }) => write((db) => commands.sendCustomOrder(actor, input, db)),
});

export const markEnquiry = operation({
  by: "messages:write",
  limit: noLimit,
  locks: noLocks,
  once: noKey,
  body: markForm,
  run: ({ actor, input: { id, done }, write }) => write((db) => commands.markEnquiry(actor, id, done, db)),
});
