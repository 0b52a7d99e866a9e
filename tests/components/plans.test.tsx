import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { PlanCell, PlanSweet } from "@/components/admin/plans/plan-days";
import { PlanForm } from "@/components/admin/plans/plan-form";
import { PlansScreen } from "@/components/admin/plans/plans-screen";
import { toasts } from "@/components/ui/toast";
import { addDays } from "@/lib/dates";
import type { FormAction } from "@/lib/http/action-state";
import type { SavedDay } from "@/lib/stock/plan-responses";
import type { DayChange } from "@/lib/stock/plan-schema";
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
  ...{
    week: cells.map(({ capacity }) => capacity),
    before: others(-7, Array(7).fill(40)),
    after: others(7, Array(7).fill(40)),
  },
  ...more,
});
const others = (first: number, units: readonly number[]) =>
  units.map((capacity, at) => ({ day: day(first + at), capacity, own: false }));
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

/** An action that saves whatever it is sent. What goes back to the week is 40 units then. */
const saves = () =>
  vi.fn<FormAction<SavedDay[]>>(async (_, form) =>
    success(
      (JSON.parse(String(form.get("days"))) as DayChange[]).map(({ productId, day, capacity }) => ({
        ...{ held: 0, ordered: 0, made: null, short: 0, restGrams: 0, shortOrders: [], own: capacity !== null },
        ...{ productId, day, capacity: capacity ?? 40 },
      })),
    ),
  );
const sent = (action: ReturnType<typeof saves>) => {
  const form = formSent(action);
  return { days: JSON.parse(String(form.get("days"))) as DayChange[], force: form.get("force") };
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
  await userEvent.keyboard(`${text}{Enter}`);
}
const undo = () => userEvent.keyboard("{Control>}z{/Control}");

test("shows what is promised of what is planned, by weight or in pieces, and what was made", () => {
  show();
  expect(cellAt(0, 3)).toHaveTextContent("12 of 10 kg 1 kg in carts");
  expect(cellAt(1, 3)).toHaveTextContent("0 of 30 pieces");
  expect(cellAt(0, 1)).toHaveTextContent("Made 9 kg 1 kg short");
  expect(within(grid()).getByRole("columnheader", { name: /Tue 24 Nov.*Today/ })).toBeVisible();
  expect(within(grid()).getByRole("columnheader", { name: /Sat 28 Nov.*No windows/ })).toBeVisible();
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
  await user.keyboard("{Tab}{Enter}{ArrowUp}");
  expect(cellAt(0, 2)).toHaveFocus();
  expect(editor()).toBeNull();
  // What is typed takes the place of the number.
  await user.keyboard("12.5{Enter}");
  expect(sent(action)).toEqual({ days: [{ productId: 1, day: day(2), capacity: 50, from: null }], force: "false" });
  expect(cellAt(1, 2)).toHaveFocus();
  await waitFor(() => expect(cellAt(0, 2)).toHaveTextContent("0 of 12.5 kg"));
  await user.keyboard("4{Tab}");
  expect(sent(action).days).toEqual([{ productId: 2, day: day(2), capacity: 4, from: null }]);
  expect(cellAt(1, 3)).toHaveFocus();
  // The arrows move on from a number that was typed, and within one that is edited in place.
  await user.keyboard("{ArrowLeft}5{ArrowRight}");
  expect(sent(action).days).toEqual([{ productId: 2, day: day(2), capacity: 5, from: 4 }]);
  expect(cellAt(1, 3)).toHaveFocus();
  await user.keyboard("{F2}{ArrowLeft}5{Shift>}{Tab}{/Shift}");
  expect(sent(action).days).toEqual([{ productId: 2, day: day(3), capacity: 350, from: null }]);
  expect(cellAt(1, 2)).toHaveFocus();
  // Escape leaves it, and the same number is not sent.
  await user.keyboard("{F2}99{Escape}");
  expect(editor()).toBeNull();
  expect(cellAt(1, 2)).toHaveFocus();
  await user.keyboard("{F2}{Enter}{End}");
  expect(action).toHaveBeenCalledTimes(4);
  // Behind the row Tab leaves the table.
  expect(cellAt(1, 6)).toHaveFocus();
  await user.tab();
  expect(grid()).not.toContainElement(document.activeElement as HTMLElement);
});

test.each([
  ["a click", "4{Enter}", null, 4],
  ["a click", "3.5{Enter}", 250, 14],
  ["a click", ".5{Enter}", 250, 2],
  ["a click", "-5{Enter}", null, undefined],
  ["a double click", "4{Enter}", null, 4],
] as const)("after %s, %s takes the place of a number of one digit", async (how, typed, grams, capacity) => {
  const action = show(saves(), [sweet(1, "Jalebi", grams, week(grams ? 8 : 2))]);
  if (how === "a click") await userEvent.click(cellAt(0, 2));
  else await userEvent.dblClick(cellAt(0, 2));
  await userEvent.keyboard(typed);
  expect(action).toHaveBeenCalledTimes(capacity === undefined ? 0 : 1);
  if (capacity !== undefined) expect(sent(action).days[0]).toMatchObject({ capacity });
});

test("a finger gets a field, with the whole number selected", async () => {
  const action = show();
  fireEvent(cellAt(0, 2), new PointerEvent("click", { bubbles: true, pointerType: "touch" }));
  await userEvent.keyboard("3.5{Enter}");
  expect(sent(action).days).toEqual([{ productId: 1, day: day(2), capacity: 14, from: null }]);
});

test("Delete takes the number of the day away", async () => {
  const action = show(saves(), [sweet(1, "Jalebi", null, week(40).with(2, cell(7, { own: true })))]);
  for (const col of [2, 3]) {
    await userEvent.click(cellAt(0, col));
    await userEvent.keyboard("{Delete}");
  }
  expect(action).toHaveBeenCalledTimes(1);
  expect(sent(action).days).toEqual([{ productId: 1, day: day(2), capacity: null, from: 7 }]);
  await waitFor(() => expect(cellAt(0, 2)).toHaveTextContent("0 of 40 pieces"));
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
    await user.keyboard("{F2}5");
    await user.dblClick(cellAt(row, col));
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
  expect(sent(action).days).toEqual([{ productId: 1, day: day(2), capacity: 41, from: null }]);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("leaving the field saves it once", async () => {
  const action = show();
  const user = userEvent.setup();
  await user.click(cellAt(1, 2));
  await user.keyboard("7");
  await user.click(cellAt(1, 4));
  expect(action).toHaveBeenCalledTimes(1);
  expect(sent(action).days).toEqual([{ productId: 2, day: day(2), capacity: 7, from: null }]);
  expect(cellAt(1, 4)).toHaveFocus();
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
  await waitFor(() => expect(action).toHaveBeenCalledTimes(1));
  expect(sent(action).days).toEqual([
    { productId: 1, day: day(3), capacity: 44, from: null },
    { productId: 1, day: day(4), capacity: 48, from: null },
    { productId: 2, day: day(3), capacity: 21, from: null },
  ]);
  // Below the last sweet nothing is.
  expect(toasts.list().map(({ message }) => message)).toContain("2 pasted numbers were left out");
  await waitFor(() => expect(cellAt(1, 3)).toHaveTextContent("0 of 21"));
  expect(lastToast()?.message).toBe("3 numbers pasted");
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
  expect(dialog).toHaveAccessibleName("Kaju Katli, Thu 26 Nov: 12 kg are promised. Lower it to 8 kg anyway?");
  expect(cellAtHidden(0, 3)).toHaveTextContent("12 of 10");
  await press("Lower anyway");
  expect(sent(action)).toEqual({ days: [{ productId: 1, day: day(3), capacity: 32, from: null }], force: "true" });
  await waitFor(() => expect(cellAt(0, 3)).toHaveTextContent("of 8"));
});
/** A cell while a dialog hides the page from the accessibility tree. */
const cellAtHidden = (row: number, col: number) =>
  document.querySelectorAll("tbody tr")[row]?.querySelectorAll("td")[col] as HTMLElement;

test("what is promised meanwhile is asked for the whole day", async () => {
  const action = show(
    belowPromised({ productId: 1, day: day(4), promised: 48 }, { productId: 2, day: day(4), promised: 1 }),
  );
  await press("Close Fri 27 Nov");
  await press("Close the day");
  const dialog = await screen.findByRole("alertdialog", { name: "2 days have more promised. Lower them anyway?" });
  const asked = within(dialog).getAllByRole("listitem");
  expect(texts(asked)).toEqual([
    "Kaju Katli, Fri 27 Nov: 12 kg are promised.",
    "Jalebi, Fri 27 Nov: 1 piece is promised.",
  ]);
  await press("Cancel");
  expect(action).toHaveBeenCalledTimes(1);
});

/** Presses a button of the head of a day, and gives what is asked then. */
async function ask(name: string) {
  await press(name);
  return screen.findByRole("alertdialog");
}

test("a day is closed when that is confirmed, and reopened", async () => {
  const rows = [katli(), sweet(2, "Jalebi", null, week(40).with(3, cell(7, { own: true })))];
  const action = show(saves(), rows);
  expect(await ask("Close Thu 26 Nov")).toHaveAccessibleName("Close Thu 26 Nov for 2 sweets? 1 has orders.");
  await press("Cancel");
  expect(action).not.toHaveBeenCalled();
  await ask("Close Thu 26 Nov");
  await press("Close the day");
  expect(sent(action)).toEqual({
    days: [
      { productId: 1, day: day(3), capacity: 0, from: null },
      { productId: 2, day: day(3), capacity: 0, from: 7 },
    ],
    // The promises were named.
    force: "true",
  });
  await waitFor(() => expect(lastToast()).toMatchObject({ message: "Thu 26 Nov closed", action: { text: "Undo" } }));
  await act(async () => lastToast()?.action?.onPress());
  expect(sent(action).days).toEqual([
    { productId: 1, day: day(3), capacity: null, from: 0 },
    { productId: 2, day: day(3), capacity: 7, from: 0 },
  ]);
  await waitFor(() => expect(lastToast()?.message).toBe("Undone: Thu 26 Nov closed"));
  expect(cellAt(1, 3)).toHaveTextContent("0 of 7 pieces");

  await ask("Close Thu 26 Nov");
  await press("Close the day");
  const asked = await ask("Reopen Thu 26 Nov");
  expect(asked).toHaveAccessibleName("Reopen Thu 26 Nov for 2 sweets?");
  expect(asked).toHaveAccessibleDescription(/follow the week again/);
  await press("Reopen the day");
  expect(sent(action).days).toEqual([1, 2].map((productId) => ({ productId, day: day(3), capacity: null, from: 0 })));
  await waitFor(() => expect(lastToast()?.message).toBe("Thu 26 Nov reopened"));
  expect(await ask("Close Thu 26 Nov")).toBeVisible();
});

test("the question counts one sweet, and says nothing of orders where there are none", async () => {
  const ordered = week(40)
    .with(2, cell(40, { ordered: 3 }))
    .with(3, cell(0, { own: true }));
  show(saves(), [sweet(1, "Jalebi", null, ordered), sweet(2, "Peda", null, ordered)]);
  expect(await ask("Close Wed 25 Nov")).toHaveAccessibleName("Close Wed 25 Nov for 2 sweets? 2 have orders.");
  await press("Cancel");
  expect(await ask("Reopen Thu 26 Nov")).toHaveAccessibleName("Reopen Thu 26 Nov for 2 sweets?");
  await press("Cancel");
  cleanup();
  // Two of three are closed.
  show(saves(), [sweet(1, "Jalebi", null, ordered), sweet(2, "Peda", null, ordered), sweet(3, "Barfi", 250)]);
  expect(await ask("Reopen Thu 26 Nov")).toHaveAccessibleName("Reopen Thu 26 Nov for 2 sweets?");
  await press("Cancel");
  cleanup();
  show(saves(), [sweet(1, "Jalebi", null, week(40)), sweet(2, "Peda", null, week(40), { readOnly: true })]);
  expect(await ask("Close Wed 25 Nov")).toHaveAccessibleName("Close Wed 25 Nov for 1 sweet?");
  await press("Close the day");
  expect(screen.queryByRole("button", { name: "Close Mon 23 Nov" })).toBeNull();
});

test("Ctrl+Z takes the last saved changes back, one after the other", async () => {
  const action = show();
  await enter(0, 2, "12");
  await enter(0, 2, "15");
  cellAt(1, 3).focus();
  paste(cellAt(1, 3), "5\t6");
  await waitFor(() => expect(sent(action).days[0]).toMatchObject({ capacity: 5, from: null }));
  await undo();
  await waitFor(() => expect(lastToast()?.message).toBe("Undone: 2 numbers pasted"));
  expect(sent(action).days).toEqual(
    [3, 4].map((at, i) => ({ productId: 2, day: day(at), capacity: null, from: 5 + i })),
  );
  // Twice at once: each takes back another one.
  await undo();
  await undo();
  await waitFor(() => expect(action).toHaveBeenCalledTimes(6));
  expect([-2, -1].map((call) => JSON.parse(String(formSent(action, call).get("days"))))).toEqual([
    [{ productId: 1, day: day(2), capacity: 48, from: 60 }],
    [{ productId: 1, day: day(2), capacity: null, from: 48 }],
  ]);
  await waitFor(() => expect(cellAt(0, 2)).toHaveTextContent("0 of 10 kg"));
  await undo();
  expect(action).toHaveBeenCalledTimes(6);
});

test("what is being typed is undone by its field alone", async () => {
  const action = show();
  await enter(0, 2, "12");
  await userEvent.click(cellAt(0, 3));
  await userEvent.keyboard("5{Control>}z{/Control}");
  expect(action).toHaveBeenCalledTimes(1);
});

test("to undo asks below what is promised, and can be tried again after that is declined", async () => {
  const action = show();
  await enter(0, 2, "12");
  await waitFor(() => expect(lastToast()?.message).toBe("Kaju Katli, Wed 25 Nov: 12 kg"));
  action.mockResolvedValueOnce(
    failure("below_promised", "Failed to save the plan", { days: [{ productId: 1, day: day(2), promised: 48 }] }),
  );
  await undo();
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog).toHaveAccessibleName("Kaju Katli, Wed 25 Nov: 12 kg are promised. Lower it to 10 kg anyway?");
  await press("Cancel");
  await undo();
  await waitFor(() => expect(action).toHaveBeenCalledTimes(3));
  expect(sent(action)).toEqual({ days: [{ productId: 1, day: day(2), capacity: null, from: 48 }], force: "false" });
});

test("what somebody else has changed meanwhile is shown, said and not undone", async () => {
  const other = { held: 0, ordered: 0, made: null, short: 0, restGrams: 0, shortOrders: [], own: true };
  const action = show();
  paste(cellAt(1, 3), "5\t6");
  await waitFor(() => expect(cellAt(1, 4)).toHaveTextContent("0 of 6"));
  action.mockResolvedValueOnce(
    success([
      { ...other, productId: 2, day: day(3), capacity: 99 },
      { ...other, productId: 2, day: day(4), capacity: 30, own: false },
    ]),
  );
  await undo();
  await waitFor(() => expect(cellAt(1, 3)).toHaveTextContent("0 of 99 pieces"));
  expect(cellAt(1, 4)).toHaveTextContent("0 of 30 pieces");
  expect(toasts.list().map(({ message }) => message)).toContain("1 number was changed meanwhile and was left as it is");
});

test("a week is copied where the numbers differ", async () => {
  const rows = [
    sweet(1, "Kaju Katli", 250, week(40).with(2, cell(60)), { before: others(-7, [1, 1, 80, 40, 40, 40, 40]) }),
    jalebi(),
  ];
  const action = show(saves(), rows);
  await press("Copy this week to the next");
  expect(sent(action).days.slice(0, 2)).toEqual([
    { productId: 1, day: day(9), capacity: 60, from: null },
    { productId: 2, day: day(7), capacity: 30, from: null },
  ]);
  await waitFor(() => expect(lastToast()?.message).toBe("Week copied: 8 numbers"));
  // It is known of the week that is not shown.
  await press("Copy this week to the next");
  expect(lastToast()?.message).toBe("Both weeks are the same");
  await undo();
  await waitFor(() => expect(lastToast()?.message).toBe("Undone: Week copied: 8 numbers"));
  expect(sent(action).days[0]).toEqual({ productId: 1, day: day(9), capacity: null, from: 60 });
  await press("Copy last week here");
  // Monday is over.
  expect(sent(action).days.filter(({ productId }) => productId === 1)).toEqual([
    { productId: 1, day: day(1), capacity: 1, from: null },
    { productId: 1, day: day(2), capacity: 80, from: null },
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
  expect(sent(action)).toEqual({ days: [{ productId: 2, day: TODAY, capacity: 25, from: null }], force: "false" });
  const more = button("More Jalebi");
  await user.click(more);
  await user.click(more);
  expect(action).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(sent(action).days).toEqual([{ productId: 2, day: TODAY, capacity: 27, from: 25 }]);
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
  expect(await screen.findByRole("alert")).toHaveTextContent(`${promised} Lower it anyway?`);
  await press("Lower anyway");
  expect(Object.fromEntries(formSent(save))).toMatchObject({ productId: "1", d1: "10", force: "true" });
  await press("Stop planning");
  expect(await screen.findByText(`There are promises for coming days. ${promised}`)).toBeVisible();
  expect(toasts.list()).toHaveLength(shown);
});
