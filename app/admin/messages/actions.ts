"use server";

import { action } from "@/lib/http/action";
import * as messages from "@/lib/messages/operations";

export const markMessageDone = action(messages.markHandled, {
  failed: "An error occurred",
  refresh: true,
  after: () => ({ message: "Message marked as done" }),
});

export const sendMessageAgain = action(messages.sendAgain, {
  failed: "An error occurred",
  refresh: true,
  after: () => ({ message: "Message will be sent again" }),
});
