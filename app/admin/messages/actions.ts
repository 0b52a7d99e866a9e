"use server";

import { action } from "@/lib/http/action";
import * as messages from "@/lib/messages/operations";

/** Marks a message as passed on by hand. */
export const markMessageDone = action(messages.markHandled, {
  failed: "An error occurred",
  refresh: true,
  after: () => ({ message: "Message marked as done" }),
});

/** Lets a message that has failed, or may not have arrived, be sent again. */
export const sendMessageAgain = action(messages.sendAgain, {
  failed: "An error occurred",
  refresh: true,
  after: () => ({ message: "Message will be sent again" }),
});
