import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { showFlash } from "@/components/ui/flash";
import { toast, toasts } from "@/components/ui/toast";
import { ToastRegion } from "@/components/ui/toast-region";

afterEach(() => {
  // Not returned: while Vitest waits for what act() gives, React reports an update that comes late as one outside a test.
  act(() => toasts.list().forEach(({ id }) => void toasts.remove(id)));
});

const region = () => screen.findByRole("region", { name: /^Notifications/ });

test("an error is an alert and other types are statuses, each with its class and its title", async () => {
  render(<ToastRegion />);
  act(() => {
    toast.success("Product has been added to your cart.", { title: "Success" });
    toast.error("Only 3 items available in stock.", { title: "Error" });
    toast.warning("Please fill required delivery details.");
    toast.info("Welcome back, customer!");
  });
  const part = within(await region());
  await waitFor(() => expect(part.getAllByRole("status")).toHaveLength(3));
  expect(part.getByRole("alert")).toHaveTextContent("ErrorOnly 3 items available in stock.");
  expect(part.getByRole("alert")).toHaveClass("error");
  expect(part.getAllByRole("status").map((item) => item.className)).toEqual([
    "toast success",
    "toast warning",
    "toast info",
  ]);
});

test("each text appears once, in a live region that was mounted before", async () => {
  render(<ToastRegion />);
  const live = document.querySelector('[aria-live="polite"]');
  act(() => toast.error("Failed to add to cart."));
  expect(await screen.findByText("Failed to add to cart.")).toBeVisible();
  expect(live).toContainElement(screen.getByText("Failed to add to cart."));
  // Radix copies the text a frame later, for a second, unless it has another container.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.getAllByText(/Failed to add to cart\./)).toHaveLength(1);
  expect(screen.queryByRole("status")).toBeNull();
});

test("a toast may have a link beside its text, and following it closes the toast", async () => {
  render(<ToastRegion />);
  act(() => toast.success("Product has been added to your cart.", { link: { href: "/cart", text: "View cart" } }));
  const part = within(await region());
  const link = await part.findByRole("link", { name: "View cart" });
  expect(link).toHaveAttribute("href", "/cart");
  expect(part.getByText("Product has been added to your cart.")).not.toContainElement(link);
  await userEvent.click(link);
  await waitFor(() => expect(toasts.list()).toEqual([]));
});

test("a toast can be dismissed", async () => {
  render(<ToastRegion />);
  act(() => toast.info("Welcome back, customer!"));
  const part = within(await region());
  await userEvent.click(await part.findByRole("button", { name: "Dismiss" }));
  await waitFor(() => expect(toasts.list()).toEqual([]));
});

test("a toast closes by itself, but not while it is hovered", async () => {
  render(<ToastRegion />);
  act(() => toast.info("Short", { duration: 300 }));
  const part = within(await region());
  const item = await part.findByText("Short");
  await userEvent.hover(item);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(part.getByText("Short")).toBeInTheDocument();
  await userEvent.unhover(item);
  await waitFor(() => expect(part.queryByText("Short")).toBeNull(), { timeout: 3000 });
});

test("the default duration is five seconds", () => {
  act(() => toast.success("Order placed successfully"));
  expect(toasts.list().map(({ duration }) => duration)).toEqual([5000]);
});

test("the toast that was set before a redirect is shown once", () => {
  const flash = encodeURIComponent(JSON.stringify({ type: "success", message: "Welcome back, customer!" }));
  document.cookie = `mithaas_flash=${flash}; Path=/`;
  act(showFlash);
  act(showFlash);
  expect(toasts.list()).toMatchObject([{ type: "success", message: "Welcome back, customer!" }]);
});

test.each(["{", "null", '{"type":"loud","message":"x"}', '{"type":"info","message":3}'])(
  "an invalid flash cookie (%s) is deleted",
  (text) => {
    document.cookie = `mithaas_flash=${encodeURIComponent(text)}; Path=/`;
    act(showFlash);
    expect(toasts.list()).toEqual([]);
    expect(document.cookie).not.toContain(encodeURIComponent(text));
  },
);
