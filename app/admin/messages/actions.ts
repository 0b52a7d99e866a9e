"use server";

import { refresh } from "next/cache";
import type { MessageAction } from "@/lib/http/action-state";
import { submit } from "@/lib/http/submit";
import { markHandled, sendAgain } from "@/lib/messages/admin-commands";
import { messageForm } from "@/lib/messages/schema";

/** Marks a message as passed on by hand. */
export const markMessageDone: MessageAction = async (_previous, form) =>
  submit(
    messageForm,
    form,
    async ({ input: { id }, actor, write }) => {
      await write((db) => markHandled(actor, id, db));
      refresh();
      return { message: "Message marked as done" };
    },
    "An error occurred",
    { by: "admin" },
  );

/** Lets a message that has failed, or may not have arrived, be sent again. */
export const sendMessageAgain: MessageAction = async (_previous, form) =>
  submit(
    messageForm,
    form,
    async ({ input: { id }, actor, write }) => {
      await write((db) => sendAgain(actor, id, db));
      refresh();
      return { message: "Message will be sent again" };
    },
    "An error occurred",
    { by: "admin" },
  );
