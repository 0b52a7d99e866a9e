import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { canMove } from "@/components/admin/orders/fulfilment";
import { type MoveActions, MoveForm } from "@/components/admin/orders/move-form";
import { toasts } from "@/components/ui/toast";
import type { ActionFailure } from "@/lib/http/action-state";
import type { AdminOrder } from "@/lib/orders/serializers";
import type { MoveOptions } from "@/lib/orders/window-queries";

const move = vi.fn<MoveActions["move"]>();
const windows = vi.fn<MoveActions["windows"]>();
afterEach(() => vi.resetAllMocks());

const order = {
  id: 12,
  channel: "web",
  status: "Pending",
  fulfilment: {
    method: "delivery",
    area: null,
    pincode: "400028",
    fee: 0,
    slot: { date: "2026-11-24", from: "10:00", to: "13:00" },
  },
} as AdminOrder;

const optionsOf = (date: string): MoveOptions => ({
  date,
  windows: [
    { date, from: "10:00", to: "13:00", capacity: 30, taken: 12 },
    { date, from: "13:00", to: "16:00", capacity: 30, taken: 30 },
    { date, from: "16:00", to: "20:00", capacity: 30, taken: 0 },
  ],
});
const full: ActionFailure = {
  ok: false,
  code: "slot_full",
  message: "This window is full (30 of 30).",
  alternatives: [{ date: "2026-11-24", from: "16:00", to: "20:00" }],
  fields: {},
  values: { slot: "2026-11-24 13:00" },
};
const moved = (from: string, to: string) => ({
  ok: true as const,
  data: { ...order, fulfilment: { ...order.fulfilment, slot: { date: "2026-11-24", from, to } } },
});

const open = (props: Partial<Parameters<typeof MoveForm>[0]> = {}) =>
  render(<MoveForm order={order} move={move} windows={windows} options={optionsOf("2026-11-24")} open {...props} />);
const choose = (name: RegExp) => userEvent.click(screen.getByRole("radio", { name }));
const submitMove = () => userEvent.click(screen.getByRole("button", { name: "Move order" }));
const sent = (call: number) => Object.fromEntries(move.mock.calls[call]?.[1] ?? new FormData());

test("the windows of a day show the places that are taken; the order's own cannot be chosen", () => {
  open();
  const day = within(screen.getByRole("group", { name: "Tue 24 Nov 2026" }));
  expect(day.getByRole("radio", { name: "10 am – 1 pm 12 of 30 taken · this order’s window" })).toBeDisabled();
  expect(day.getByRole("radio", { name: "1 pm – 4 pm Full, 30 of 30 taken" })).toBeEnabled();
  expect(day.getByRole("radio", { name: "4 pm – 8 pm 0 of 30 taken" })).toBeEnabled();
});

test("a window with a place is taken at once, and the places are counted again", async () => {
  move.mockResolvedValue(moved("16:00", "20:00"));
  windows.mockResolvedValue({ ok: true, data: optionsOf("2026-11-24") });
  const onSaved = vi.fn();
  open({ onSaved });
  await choose(/^4 pm/);
  await submitMove();
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent(0)).toEqual({ id: "12", slot: "2026-11-24 16:00" });
  expect(toasts.list().at(-1)).toMatchObject({ message: "Order moved to Tue 24 Nov 2026, 4 pm – 8 pm" });
  expect(windows).toHaveBeenCalledWith(12, "2026-11-24");
});

test("a full window asks first, and is overbooked only for the window that was asked about", async () => {
  move.mockImplementation(async () => ({ ...full }));
  open();
  await choose(/^1 pm/);
  await submitMove();
  const question = await screen.findByRole("alert");
  expect(question).toHaveTextContent("This window is full (30 of 30). Move the order all the same?");
  expect(question).toHaveTextContent("Next with a place: Tue 24 Nov 2026, 4 pm – 8 pm");
  await choose(/^4 pm/);
  expect(screen.queryByRole("alert")).toBeNull();
  await choose(/^1 pm/);
  await submitMove();
  move.mockResolvedValue(moved("13:00", "16:00"));
  windows.mockResolvedValue({ ok: true, data: optionsOf("2026-11-24") });
  await userEvent.click(await screen.findByRole("button", { name: "Move all the same" }));
  await waitFor(() => expect(move).toHaveBeenCalledTimes(3));
  expect(sent(1)).toEqual({ id: "12", slot: "2026-11-24 13:00" });
  expect(sent(2)).toEqual({ id: "12", slot: "2026-11-24 13:00", overbook: "2026-11-24 13:00" });
});

test("in a dialog the windows are loaded when the form is opened; a failure says so and can be tried again", async () => {
  windows.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  open({ options: null });
  await userEvent.click(screen.getByText("Move to another window"));
  // jsdom opens <details>, but a form that is open at first has not been toggled.
  if (windows.mock.calls.length === 0) await userEvent.click(screen.getByText("Move to another window"));
  expect(await screen.findByRole("alert")).toHaveTextContent("The windows could not be loaded. Please try again.");
  windows.mockResolvedValue({ ok: true, data: { date: "2026-11-29", windows: [] } });
  await userEvent.type(screen.getByLabelText("Day"), "2026-11-29");
  await userEvent.click(screen.getByRole("button", { name: "Show windows" }));
  expect(await screen.findByText("There are no windows on this day.")).toBeVisible();
  expect(windows).toHaveBeenLastCalledWith(12, "2026-11-29");
});

test("orders by courier, sales at the till and those that are completed are not moved", () => {
  expect(canMove(order)).toBe(true);
  expect(canMove({ ...order, fulfilment: { ...order.fulfilment, method: null } })).toBe(true);
  expect(canMove({ ...order, status: "Cancelled" })).toBe(true);
  expect(canMove({ ...order, status: "Completed" })).toBe(false);
  expect(canMove({ ...order, channel: "counter", fulfilment: { ...order.fulfilment, method: null } })).toBe(false);
  expect(canMove({ ...order, channel: "counter", fulfilment: { ...order.fulfilment, method: "pickup" } })).toBe(true);
  expect(canMove({ ...order, fulfilment: { ...order.fulfilment, method: "courier", slot: null } })).toBe(false);
});
