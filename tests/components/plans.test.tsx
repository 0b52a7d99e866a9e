import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { PlanCell, PlanSweet } from "@/components/admin/plans/plan-days";
import { PlanForm } from "@/components/admin/plans/plan-form";
import { PlansScreen } from "@/components/admin/plans/plans-screen";
import { toasts } from "@/components/ui/toast";
import { addDays } from "@/lib/dates";
import type { FormAction } from "@/lib/http/action-state";
import type { SavedDay } from "@/lib/stock/plan-responses";
import type { DayNumber } from "@/lib/stock/plan-schema";
import { button, failure, formSent, lastToast, press, refusing, success, texts } from "./forms";

// A Monday; today is the Tuesday.
const FROM = "2026-11-23";
const day = (at: number) => addDays(FROM, at);
const TODAY = day(1);

const cell = (capacity: number, more: Partial<PlanCell> = {}): PlanCell => ({
  ...{ capacity, own: false, held: 0, ordered: 0, made: null, short: 0 },
  ...more,
});
const week = (units: number) => Array.from({ length: 7 }, () => cell(units));
const sweet = (
  id: number,
  name: string,
  grams: number | null,
  cells = week(40),
  more: Partial<PlanSweet> = {},
): PlanSweet => ({
  ...{ id, name, grams, cells, readOnly: false, orderBy: { days: 1, time: "20:00" } },
  ...{ before: Array(7).fill(40), after: Array(7).fill(40) },
  ...more,
});
const katli = () =>
  sweet(
    1,
    "Kaju Katli",
    250,
    week(40)
      .with(3, cell(40, { held: 4, ordered: 44 }))
      .with(1, cell(40, { made: 36, short: 4 })),
  );
const jalebi = () => sweet(2, "Jalebi", null, week(30));

/** An action that saves whatever it is sent. */
const saves = () =>
  vi.fn<FormAction<SavedDay[]>>(async (_, form) =>
    success(
      (JSON.parse(String(form.get("days"))) as DayNumber[]).map((one) => ({
        ...{ held: 0, ordered: 0, made: null, short: 0, shortOrders: [], own: true },
        ...one,
      })),
    ),
  );
const sent = (action: ReturnType<typeof saves>) => {
  const form = formSent(action);
  return { days: JSON.parse(String(form.get("days"))) as DayNumber[], force: form.get("force") };
};
/** More is promised than the plan is lowered to. */
const belowPromised = (...days: { productId: number; day: string; promised: number }[]) =>
  saves().mockResolvedValueOnce(failure("below_promised", "Failed to save the plan", { days }));

function show(action = saves(), rows = [katli(), jalebi()]) {
  const days = Array.from({ length: 7 }, (_, at) => ({ day: day(at), closed: at === 5 }));
  render(<PlansScreen rows={rows} days={days} today={TODAY} view="week" chosen={undefined} action={action} />);
  return action;
}
const grid = () => screen.getByRole("grid");
const cellAt = (row: number, col: number) => {
  const found = within(within(grid()).getAllByRole("row")[row + 1] as HTMLElement).getAllByRole("gridcell")[col];
  return found as HTMLElement;
};
const editor = () => within(grid()).queryByRole("textbox");
const paste = (target: Element, text: string) => fireEvent.paste(target, { clipboardData: { getData: () => text } });

/** Puts a number in the place of that of a cell, and leaves it by Enter. */
async function enter(row: number, col: number, text: string) {
  await userEvent.click(cellAt(row, col));
  await userEvent.keyboard(`{Control>}a{/Control}${text}{Enter}`);
}

test("shows what is promised of what is planned, by weight or in pieces, and what was made", () => {
  show();
  expect(cellAt(0, 3)).toHaveTextContent("12 of 10 1 in carts");
  expect(cellAt(1, 3)).toHaveTextContent("0 of 30");
  expect(cellAt(0, 1)).toHaveTextContent("Made 9 1 short");
  expect(within(grid()).getByRole("columnheader", { name: /Tue 24 Nov.*Today/ })).toBeVisible();
  expect(within(grid()).getByRole("columnheader", { name: /Sat 28 Nov.*Closed/ })).toBeVisible();
  const sums = within(grid()).getAllByRole("row").at(-1) as HTMLElement;
  expect(within(sums).getAllByRole("cell")[3]).toHaveTextContent("12 kg");
});

test("is moved in and edited by the keyboard, and saved at once", async () => {
  const action = show();
  const user = userEvent.setup();
  // One cell is a stop of Tab: today's.
  expect(
    within(grid())
      .getAllByRole("gridcell")
      .filter(({ tabIndex }) => tabIndex === 0),
  ).toEqual([cellAt(0, 1)]);
  cellAt(0, 1).focus();
  await user.keyboard("{ArrowRight}{ArrowDown}{ArrowUp}");
  expect(cellAt(0, 2)).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(editor()).toHaveValue("10");
  await user.keyboard("12.5{Enter}");
  expect(sent(action)).toEqual({ days: [{ productId: 1, day: day(2), capacity: 50 }], force: "false" });
  expect(cellAt(1, 2)).toHaveFocus();
  await waitFor(() => expect(cellAt(0, 2)).toHaveTextContent("0 of 12.5"));
  // A digit begins with itself; Tab goes on to the right.
  await user.keyboard("4{Tab}");
  expect(sent(action).days).toEqual([{ productId: 2, day: day(2), capacity: 4 }]);
  expect(cellAt(1, 3)).toHaveFocus();
  // Escape leaves it, and the same number is not sent.
  await user.keyboard("{F2}99{Escape}");
  expect(editor()).toBeNull();
  expect(cellAt(1, 3)).toHaveFocus();
  await user.keyboard("{Enter}{Enter}{Home}");
  expect(action).toHaveBeenCalledTimes(2);
  expect(cellAt(1, 0)).toHaveFocus();
});

test("what is over or was made is not edited", async () => {
  const action = show();
  const user = userEvent.setup();
  for (const [row, col] of [
    [0, 1],
    [1, 0],
  ] as const) {
    expect(cellAt(row, col)).toHaveAttribute("aria-readonly", "true");
    await user.click(cellAt(row, col));
    await user.keyboard("{Enter}5");
    expect(editor()).toBeNull();
  }
  expect(action).not.toHaveBeenCalled();
});

test("what is no amount stays in the field, with an error beside it", async () => {
  const action = show();
  const user = userEvent.setup();
  await user.click(cellAt(0, 2));
  await user.keyboard("10.1{Enter}");
  expect(screen.getByRole("alert")).toHaveTextContent("Please enter kilograms in steps of 0.25, at most 25,000");
  expect(editor()).toHaveValue("10.1");
  expect(editor()).toBeInvalid();
  // Somewhere else is clicked: it must still be corrected.
  await user.click(document.body);
  expect(editor()).toHaveValue("10.1");
  await user.click(editor() as HTMLElement);
  await user.keyboard("{Backspace}25{Enter}");
  expect(sent(action).days).toEqual([{ productId: 1, day: day(2), capacity: 41 }]);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("leaving the field saves it once", async () => {
  const action = show();
  const user = userEvent.setup();
  await user.click(cellAt(1, 2));
  await user.keyboard("{Control>}a{/Control}7");
  await user.click(cellAt(1, 4));
  expect(action).toHaveBeenCalledTimes(1);
  expect(sent(action).days).toEqual([{ productId: 2, day: day(2), capacity: 7 }]);
  expect(editor()).toHaveValue("30");
});

test("a failure takes the number back and says so beside the cell and as a toast", async () => {
  show(saves().mockResolvedValue(failure("invalid", "This day is over.")));
  await enter(0, 2, "12");
  expect(await screen.findByRole("alert")).toHaveTextContent("This day is over.");
  expect(cellAt(0, 2)).toHaveTextContent("0 of 10");
  expect(toasts.list()).toMatchObject([{ type: "error", message: "This day is over." }]);
});

test("a failure takes back its own number alone, when another was saved meanwhile", async () => {
  let refuse = () => {};
  show(
    saves().mockReturnValueOnce(
      new Promise((resolve) => {
        refuse = () => resolve(failure("invalid", "Too busy."));
      }),
    ),
  );
  await enter(0, 2, "12");
  await enter(0, 2, "15");
  await act(async () => refuse());
  expect(await screen.findByRole("alert")).toHaveTextContent("Too busy.");
  expect(cellAt(0, 2)).toHaveTextContent("0 of 15");
});

test("a column or a block is pasted from a cell on: one request, all or none", async () => {
  const action = show();
  cellAt(0, 3).focus();
  paste(cellAt(0, 3), "11\t12 kg\r\n21\t\r\n31\t32\r\n");
  expect(action).toHaveBeenCalledTimes(1);
  expect(sent(action).days).toEqual([
    { productId: 1, day: day(3), capacity: 44 },
    { productId: 1, day: day(4), capacity: 48 },
    { productId: 2, day: day(3), capacity: 21 },
  ]);
  // Below the last sweet nothing is.
  expect(toasts.list().map(({ message }) => message)).toContain("2 pasted numbers were left out");
  await waitFor(() => expect(cellAt(1, 3)).toHaveTextContent("0 of 21"));
  paste(cellAt(0, 3), "5\nmany");
  expect(action).toHaveBeenCalledTimes(1);
  expect(screen.getByRole("alert")).toHaveTextContent("Please enter whole pieces");
  expect(lastToast()?.message).toBe("“many” was not understood, so nothing was saved");
});

test("below what is promised is asked, and done with force", async () => {
  const action = show(belowPromised({ productId: 1, day: day(3), promised: 48 }));
  await enter(0, 3, "10");
  // The same number is no change.
  expect(action).not.toHaveBeenCalled();
  await enter(0, 3, "8");
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog).toHaveAccessibleName("Kaju Katli, Thu 26 Nov: 12 kg are promised. Lower it to 8 kg all the same?");
  expect(cellAtHidden(0, 3)).toHaveTextContent("12 of 10");
  await press("Lower all the same");
  expect(sent(action)).toEqual({ days: [{ productId: 1, day: day(3), capacity: 32 }], force: "true" });
  await waitFor(() => expect(cellAt(0, 3)).toHaveTextContent("of 8"));
});
/** A cell while a dialog hides the page from the accessibility tree. */
const cellAtHidden = (row: number, col: number) =>
  document.querySelectorAll("tbody tr")[row]?.querySelectorAll("td")[col] as HTMLElement;

test("a day is closed for all sweets; several days are asked together", async () => {
  const action = show(
    belowPromised({ productId: 1, day: day(3), promised: 48 }, { productId: 2, day: day(3), promised: 1 }),
  );
  await press("Close Thu 26 Nov: plan nothing");
  expect(sent(action).days).toEqual([1, 2].map((productId) => ({ productId, day: day(3), capacity: 0 })));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog).toHaveAccessibleName("2 days have more promised. Lower them all the same?");
  const asked = within(dialog).getAllByRole("listitem");
  expect(texts(asked)).toEqual([
    "Kaju Katli, Thu 26 Nov: 12 kg are promised.",
    "Jalebi, Thu 26 Nov: 1 piece is promised.",
  ]);
  await press("Cancel");
  expect(action).toHaveBeenCalledTimes(1);
});

test("a week is copied where the numbers differ", async () => {
  const rows = [
    sweet(1, "Kaju Katli", 250, week(40).with(2, cell(60)), { before: [1, 1, 80, 40, 40, 40, 40] }),
    jalebi(),
  ];
  const action = show(saves(), rows);
  await press("Copy this week to the next");
  expect(sent(action).days.slice(0, 2)).toEqual([
    { productId: 1, day: day(9), capacity: 60 },
    { productId: 2, day: day(7), capacity: 30 },
  ]);
  await press("Copy last week here");
  // Monday is over.
  expect(sent(action).days.filter(({ productId }) => productId === 1)).toEqual([
    { productId: 1, day: day(1), capacity: 1 },
    { productId: 1, day: day(2), capacity: 80 },
  ]);
});

test("on a phone a number is saved as its field is left, and shortly after its buttons", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const action = show();
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  // Today's list: what has a batch has no field.
  expect(screen.queryByLabelText("Kaju Katli, kg")).toBeNull();
  const field = screen.getByLabelText("Jalebi, pieces");
  await user.clear(field);
  await user.type(field, "25");
  expect(action).not.toHaveBeenCalled();
  await user.tab();
  // The button beside it belongs to the number.
  expect(action).not.toHaveBeenCalled();
  await user.tab();
  expect(sent(action)).toEqual({ days: [{ productId: 2, day: TODAY, capacity: 25 }], force: "false" });
  const more = button("More Jalebi");
  await user.click(more);
  await user.click(more);
  expect(action).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(sent(action).days).toEqual([{ productId: 2, day: TODAY, capacity: 27 }]);
  await user.clear(screen.getByLabelText("Jalebi, pieces"));
  await user.type(screen.getByLabelText("Jalebi, pieces"), "x{Enter}");
  expect(screen.getAllByRole("alert")[0]).toHaveTextContent("Please enter whole pieces");
  expect(action).toHaveBeenCalledTimes(2);
});

test("a week is lowered below what is promised knowingly, and a plan with promises does not end", async () => {
  const days = [{ productId: 1, day: day(3), promised: 48 }];
  const refuses = () => refusing("below_promised", "More is promised than that.", { days });
  const [save, end] = [refuses(), refuses()];
  const plan = { week: Array(7).fill(40), orderByDays: 1, orderByTime: "20:00" };
  const shown = toasts.list().length;
  render(<PlanForm sweet={{ id: 1, name: "Kaju Katli", unitGrams: 250, plan }} actions={{ save, end }} />);
  await press("Save");
  const promised = "Thu 26 Nov: 12 kg are promised.";
  expect(await screen.findByRole("alert")).toHaveTextContent(`${promised} Lower it all the same?`);
  await press("Lower all the same");
  expect(Object.fromEntries(formSent(save))).toMatchObject({ productId: "1", d1: "10", force: "true" });
  await press("Stop planning");
  expect(await screen.findByText(`There are promises for coming days. ${promised}`)).toBeVisible();
  expect(toasts.list()).toHaveLength(shown);
});
