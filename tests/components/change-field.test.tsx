// 'Change' beside something of an order. What may be changed, and until when: tests/domain/change-order.test.ts; without JavaScript:
// tests/e2e/orders.spec.ts.
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ChangeField } from "@/components/orders/change-field";
import type { FormAction } from "@/lib/http/action-state";

const choices = [{ date: "2026-11-26", from: "10:00", to: "13:00", left: 3 }];
const show = (action: FormAction, name: "notes" | "slot" = "notes") =>
  render(
    <ChangeField {...{ orderId: 12, name, choices, action }} term="Notes" value={name === "slot" ? "" : "Ring"} />,
  );
const failed = (message: string, fields = {}) => ({
  ok: false as const,
  code: "too_late" as const,
  message,
  fields,
  values: {},
});
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));

test("it sends its field alone, stays open with what was typed, and says why the change was refused", async () => {
  const action = vi.fn(async (_: unknown, _form: FormData) =>
    failed("We have begun to prepare this order. Please call us."),
  );
  show(action as never);
  fireEvent.click(screen.getByText("Change", { exact: false }));
  fireEvent.change(screen.getByLabelText("Notes"), { target: { value: "Ring twice" } });
  save();
  expect(await screen.findByRole("alert")).toHaveTextContent("We have begun to prepare this order. Please call us.");
  expect(screen.getByLabelText("Notes")).toHaveValue("Ring twice");
  expect(screen.getByRole("group")).toHaveAttribute("open");
  const sent = Object.fromEntries(action.mock.calls[0]![1]);
  expect(sent).toMatchObject({ orderId: "12", notes: "Ring twice" });
  expect(Object.keys(sent)).not.toContain("recipientName");
});

test("a window is chosen of those that are offered, and its refusal stands at the field", async () => {
  const action = vi.fn(async (_: unknown, _form: FormData) =>
    failed("Please choose another.", { slot: "This window can no longer be booked." }),
  );
  show(action as never, "slot");
  fireEvent.change(screen.getByLabelText("New time"), { target: { value: "2026-11-26 10:00" } });
  save();
  expect(await screen.findByText("This window can no longer be booked.")).toBeVisible();
  expect(action.mock.calls[0]![1].get("slot")).toBe("2026-11-26 10:00");
});
