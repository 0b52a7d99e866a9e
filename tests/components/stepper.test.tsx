import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Stepper } from "@/components/ui/stepper";

const input = () => screen.getByRole<HTMLInputElement>("spinbutton", { name: "Quantity" });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("the buttons change the value within the bounds and are disabled at them", async () => {
  const onChange = vi.fn();
  render(<Stepper label="Quantity" max={3} onChange={onChange} />);
  expect(screen.getByRole("button", { name: "Decrease" })).toBeDisabled();
  await press("Increase");
  await press("Increase");
  expect(input()).toHaveValue(3);
  expect(screen.getByRole("button", { name: "Increase" })).toBeDisabled();
  await press("Decrease");
  expect(onChange.mock.calls).toEqual([[2], [3], [2]]);
});

test.each([
  ["9", 5],
  ["0", 1],
  ["-4", 1],
  ["2.7", 2],
  ["", 1],
])("'%s' typed becomes %i on blur", async (typed, expected) => {
  render(<Stepper label="Quantity" max={5} />);
  await userEvent.clear(input());
  if (typed) await userEvent.type(input(), typed);
  await userEvent.tab();
  expect(input()).toHaveValue(expected);
});

test("typed numbers within the bounds are reported at once, and once", async () => {
  const onChange = vi.fn();
  render(<Stepper label="Quantity" max={30} onChange={onChange} />);
  await userEvent.clear(input());
  await userEvent.type(input(), "25");
  expect(onChange.mock.calls).toEqual([[2], [25]]);
  await userEvent.tab();
  expect(onChange).toHaveBeenCalledTimes(2);
  expect(input()).toHaveValue(25);
});

test("a minimum of 0 is reported on blur, and by the button", async () => {
  const onChange = vi.fn();
  render(<Stepper label="Quantity" min={0} value={1} max={5} onChange={onChange} />);
  await userEvent.clear(input());
  await userEvent.type(input(), "0");
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.tab();
  expect(onChange.mock.calls).toEqual([[0]]);
  await press("Decrease");
  expect(onChange.mock.calls).toEqual([[0], [0]]);
});

test("a typed number that the parent did not accept is not reported again on blur", async () => {
  const onChange = vi.fn();
  const { rerender } = render(<Stepper label="Quantity" value={2} max={9} onChange={onChange} />);
  await userEvent.clear(input());
  await userEvent.type(input(), "7");
  rerender(<Stepper label="Quantity" value={2} max={9} onChange={onChange} />);
  await userEvent.tab();
  expect(onChange.mock.calls).toEqual([[7]]);
  expect(input()).toHaveValue(2);
});

test("the input has the name, bounds and initial value", () => {
  render(<Stepper label="Quantity" name="quantity" max={5} defaultValue={2} />);
  expect(input()).toHaveAttribute("name", "quantity");
  expect([input().min, input().max, input().value]).toEqual(["1", "5", "2"]);
});

test("a controlled stepper shows its value", () => {
  const { rerender } = render(<Stepper label="Quantity" value={2} max={9} />);
  rerender(<Stepper label="Quantity" value={4} max={9} />);
  expect(input()).toHaveValue(4);
});
