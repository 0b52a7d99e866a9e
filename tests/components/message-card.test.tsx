// What the owner reads of a message that waits for a limit, and of one that another mail says.
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { MessageCard } from "@/components/admin/messages/message-card";
import type { ShownMessage } from "@/lib/messages/admin-queries";

const at = "2026-11-24T09:18:00.000Z";
const next = "2026-11-24T10:17:00.000Z";
const message = {
  id: 1,
  state: "waiting",
  lastError: null,
  createdAt: at,
  at,
  nextAttemptAt: next,
  attempts: 0,
  postponed: true,
  isToOwner: false,
  name: "Order received",
  says: 0,
  isMerged: false,
  mergedInto: null,
  letter: { to: "asha@example.com", subject: "We have your order #7", text: "Text", mailto: "mailto:", whatsapp: null },
  note: null,
  askedBy: null,
} satisfies ShownMessage;
type Change = Partial<Pick<ShownMessage, "state" | "says" | "isToOwner" | "isMerged" | "mergedInto">>;
const show = (change: Change) =>
  render(
    <ul>
      <MessageCard message={{ ...message, ...change }} mails done={vi.fn()} again={vi.fn()} />
    </ul>,
  );

test("a message that waits for the limit of its address says why, and until when", () => {
  show({ says: 2 });
  expect(
    screen.getByText(
      "Waits at least until 24 Nov 2026, 3:47 pm: one address gets at most 12 mails in an hour and 40 in a day.",
    ),
  ).toBeVisible();
  expect(screen.getByText(/^Order received, with 2 others · asha@example\.com/)).toBeVisible();
});

test("one to the owner names the mail of the minute", () => {
  show({ isToOwner: true });
  expect(screen.getByText(/^Waits until 24 Nov 2026, 3:47 pm: more than 30 came to you within a minute/)).toBeVisible();
});

test.each([
  ["waiting", "one mail says it with others, and waits until 24 Nov 2026, 3:47 pm."],
  ["sent", "one mail says it with others, sent 24 Nov 2026, 2:48 pm."],
  ["failed", "one mail says it with others, and has failed."],
] as const)("a merged message is neither sent nor done, and is not passed on alone: its mail is %s", (state, text) => {
  show({ state: "handled", isMerged: true, mergedInto: { state, at, nextAttemptAt: next } });
  expect(screen.getByText("Merged")).toBeVisible();
  expect(screen.getByText(`Not sent by itself: ${text}`)).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("link")).toBeNull();
});
