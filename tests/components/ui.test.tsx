// Parts that know nothing of a sweet or an order.
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { PRIVATE, SoftLinks } from "@/components/layout/soft-links";
import { showFlash } from "@/components/layout/viewer-sync";
import { A } from "@/components/ui/a";
import { Stepper } from "@/components/ui/stepper";
import { RELOAD, toast, toasts } from "@/components/ui/toast";
import { ToastRegion } from "@/components/ui/toast-region";
import { config } from "@/proxy";
import { button, press } from "./forms";

const router = vi.hoisted(() => ({ push: vi.fn(), prefetch: vi.fn() }));
vi.mock("next/navigation", () => ({ useRouter: () => router }));

describe("links of the page", () => {
  const follow = (event: Partial<MouseEventInit> = {}, name = "Sweets") =>
    fireEvent.click(screen.getByRole("link", { name }), event);
  const show = (onClick?: (event: { preventDefault: () => void }) => void) =>
    render(
      <>
        <A href="/products?sort=price:asc#list" onClick={onClick}>
          <b>Sweets</b>
        </A>
        <A href="/orders">My Orders</A>
        <a href="/invoice.pdf">Invoice</a>
        <SoftLinks />
      </>,
    );

  test("are followed by the router, and by the browser when it is asked to", () => {
    show();
    // True: nobody has prevented what the browser does.
    expect(
      [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }].map((event) =>
        follow(event),
      ),
    ).toEqual(Array(5).fill(true));
    expect(follow({}, "Invoice")).toBe(true);
    expect(router.push).not.toHaveBeenCalled();
    expect(follow()).toBe(false);
    expect(router.push.mock.calls).toEqual([["/products?sort=price:asc#list"]]);
  });

  test("that the proxy renders for each request are the private ones", () => {
    const pages = config.matcher.flatMap((page) => (typeof page === "string" ? page.replace("/:path*", "") : []));
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.filter((page) => !PRIVATE.test(page))).toEqual([]);
  });

  test("are left to a part of the page that follows its own", () => {
    show((event) => event.preventDefault());
    follow();
    expect(router.push).not.toHaveBeenCalled();
  });

  test.each(["pointerOver", "touchStart", "focusIn"] as const)(
    "are prefetched at %s, but those of one person",
    (type) => {
      show();
      fireEvent[type](screen.getByText("Sweets"));
      fireEvent[type](screen.getByText("My Orders"));
      fireEvent[type](screen.getByText("Invoice"));
      expect(router.prefetch.mock.calls).toEqual([["/products?sort=price:asc#list"]]);
    },
  );
});

describe("a stepper", () => {
  const input = () => screen.getByRole<HTMLInputElement>("spinbutton", { name: "Quantity" });

  test("the buttons change the value within the bounds and are disabled at them", async () => {
    const onChange = vi.fn();
    render(<Stepper label="Quantity" max={3} onChange={onChange} />);
    expect(button("Decrease quantity")).toBeDisabled();
    await press("Increase quantity");
    await press("Increase quantity");
    expect(input()).toHaveValue(3);
    expect(button("Increase quantity")).toBeDisabled();
    await press("Decrease quantity");
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
    await press("Decrease quantity");
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

  test("the input has the name and bounds, and begins at the lower one", () => {
    render(<Stepper label="Quantity" name="quantity" min={2} max={5} />);
    expect(input()).toHaveAttribute("name", "quantity");
    expect([input().min, input().max, input().value]).toEqual(["2", "5", "2"]);
  });
});

describe("toasts", () => {
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
    expect(screen.getAllByText(/Failed to add to cart\./)).toHaveLength(1);
    expect(screen.queryByRole("status")).toBeNull();
  });

  test("a toast may have a link beside its text, and following it closes the toast", async () => {
    render(
      <>
        <ToastRegion />
        <SoftLinks />
      </>,
    );
    act(() => toast.success("Product has been added to your cart.", { link: { href: "/cart", text: "View cart" } }));
    const part = within(await region());
    const link = await part.findByRole("link", { name: "View cart" });
    expect(link).toHaveAttribute("href", "/cart");
    expect(part.getByText("Product has been added to your cart.")).not.toContainElement(link);
    await userEvent.click(link);
    expect(router.push.mock.calls).toEqual([["/cart"]]);
    await waitFor(() => expect(toasts.list()).toEqual([]));
  });

  test("a toast may have a button, which closes it and works once, such as the one that loads the page anew", async () => {
    const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
    render(<ToastRegion />);
    act(() => toast.error("The shop was updated. Please reload the page.", { action: RELOAD }));
    const pressed = button("Reload");
    for (const _ of [1, 2]) await userEvent.click(pressed);
    expect(reload).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(toasts.list()).toEqual([]));
  });

  test("a toast can be dismissed", async () => {
    render(<ToastRegion />);
    act(() => toast.info("Welcome back, customer!"));
    const part = within(await region());
    await userEvent.click(await part.findByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(toasts.list()).toEqual([]));
  });

  test("F8 moves the focus to the toasts, and Escape dismisses the one that has it", async () => {
    render(<ToastRegion />);
    act(() => {
      toast.info("First");
      toast.info("Second");
    });
    await userEvent.keyboard("{F8}");
    expect(await region()).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(toasts.list().map(({ message }) => message)).toEqual(["Second"]));
    expect(await region()).toHaveFocus();
  });

  test("when the last toast is dismissed, the focus returns to where F8 took it from", async () => {
    render(
      <>
        <button type="button">Pay</button>
        <ToastRegion />
      </>,
    );
    act(() => toast.info("Saved"));
    await userEvent.tab();
    expect(button("Pay")).toHaveFocus();
    await userEvent.keyboard("{F8}");
    await userEvent.tab();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(toasts.list()).toEqual([]));
    expect(button("Pay")).toHaveFocus();
  });

  test("a finger pushes a toast away to the right, and only far enough", async () => {
    render(<ToastRegion />);
    act(() => toast.info("Pushed"));
    const item = await screen.findByText("Pushed");
    const at = (clientX: number) => ({ touches: [{ clientX }], changedTouches: [{ clientX }] });
    const pushTo = (x: number) => [
      fireEvent.touchStart(item, at(10)),
      fireEvent.touchMove(item, at(x)),
      fireEvent.touchEnd(item, at(x)),
    ];
    pushTo(40);
    expect(item.closest(".toast-slot")).toHaveAttribute("data-state", "open");
    pushTo(90);
    await waitFor(() => expect(toasts.list()).toEqual([]));
  });

  test("a press on a toast is none beside an open dialog", async () => {
    const outside = vi.fn();
    document.addEventListener("pointerdown", outside);
    render(<ToastRegion />);
    act(() => toast.info("Saved"));
    fireEvent.pointerDown(await screen.findByText("Saved"));
    document.removeEventListener("pointerdown", outside);
    expect(outside).not.toHaveBeenCalled();
  });

  test("a toast closes by itself, but not while it is hovered", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    render(<ToastRegion />);
    act(() => toast.info("Short", { duration: 3_000 }));
    const item = await screen.findByText("Short");
    fireEvent.pointerEnter(item);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(item).toBeInTheDocument();
    fireEvent.pointerLeave(screen.getByRole("region", { name: /^Notifications/ }));
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    await waitFor(() => expect(item).not.toBeInTheDocument());
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
});
