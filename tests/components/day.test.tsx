// The choice of a day on cards, a sweet's page and in the cart (docs/behaviour.md#a-day-for-the-cart).
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CartDayForm } from "@/components/cart/cart-day-form";
import { HoldStatus } from "@/components/cart/cart-line";
import { readShownCart } from "@/components/cart/cart-store";
import { type Added, AddToCart } from "@/components/catalogue/add-to-cart";
import { DayChoice } from "@/components/catalogue/day-choice";
import { FestivalDays } from "@/components/catalogue/festival-days";
import { DayBadge, StockCount } from "@/components/catalogue/live-parts";
import { ProductMain } from "@/components/catalogue/product-main";
import { StockBadge } from "@/components/catalogue/stock-notes";
import { chooseDay, offerDay, readDay } from "@/components/stock/day-store";
import { choosePack, refreshStock } from "@/components/stock/stock-store";
import { packsInStock, toPacks } from "@/lib/catalogue/packs";
import { dayText } from "@/lib/dates";
import { SOMEBODY_ELSE } from "@/lib/forms/made-for";
import type { ActionState } from "@/lib/http/action-state";
import { aCart, aCartLine, aPack } from "./fixtures";
import { button, expectLink, failure, lastToast, press, sent, success, unanswered } from "./forms";

// Today is Tuesday 24 November, as the server says; the clock of the device is five days ahead.
const [yesterday, today, first, second, third] = [
  "2026-11-23",
  "2026-11-24",
  "2026-11-25",
  "2026-11-26",
  "2026-11-27",
] as const;
const days = [first, second, third].map((day) => ({ day, festival: day === third ? "Holi" : null }));

let id = 700;
/** What is left of the sweet, by day; '' is today. */
let left: Record<string, number>;
let asked: string[];
let bookable: string[];
let cartAnswer: () => Response;
/** The day to begin with, after the last window of today. */
let next: string | null;

beforeEach(() => {
  vi.setSystemTime("2026-11-29T06:00:00Z");
  id += 1;
  left = { "": 0, [first]: 0, [second]: 6, [third]: 2 };
  asked = [];
  bookable = [first, second, third];
  next = null;
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.startsWith("/api/cart") || url === "/cart/state") return cartAnswer();
    const day = new URL(url, "http://localhost").searchParams.get("day") ?? "";
    asked.push(day);
    if (day && !bookable.includes(day)) return Response.json({ code: "bad_request" }, { status: 400 });
    const open = Object.entries(left).flatMap(([day, quantity]) => (day && quantity > 0 ? [day] : []));
    return Response.json({ today, days, next, sweets: [{ id, price: 10, quantity: left[day], days: open }] });
  });
});
afterEach(() => {
  act(() => offerDay(""));
  history.replaceState(null, "", "/");
});

const added: ActionState<Added> = success({ productId: 0, available: 1, itemsCount: 1 });
function show(action = vi.fn(async (_: unknown, _form: FormData): Promise<ActionState<Added>> => added)) {
  const offer = { id, quantity: 0 };
  render(
    <>
      <DayBadge {...offer} />
      <StockCount {...offer} />
      <StockBadge {...offer} />
      <DayChoice sweet={id} />
      <AddToCart {...offer} name="Kaju Katli" action={action} />
    </>,
  );
  return action;
}
const select = () => screen.findByRole("combobox", { name: "For which day?" });
const choose = async (day: string) => userEvent.selectOptions(await select(), day);
const shown = () => screen.getByText("Quantity Available:").textContent;

test("what is sold out today can be ordered for its first day", async () => {
  const action = show();
  expect(await screen.findByText("Sold out today")).toBeVisible();
  expect(screen.queryByText("Out of Stock")).toBeNull();
  await press(`Order for ${dayText(second)}`);
  expect(await screen.findByText("6")).toBeVisible();
  expect(action).not.toHaveBeenCalled();
  expect(await select()).toHaveValue(second);
  expect([localStorage.getItem("mithaas:day"), location.search]).toEqual([second, `?day=${second}`]);
  await press("Add to Cart");
  expect(sent(action).day).toBe(second);
});

test("the choice says where nothing is left, and what is shown follows it", async () => {
  show();
  await screen.findByText("Sold out today");
  const options = Array.from((await select()).querySelectorAll("option"), ({ textContent }) => textContent);
  expect(options).toEqual([
    "For today",
    "For tomorrow, none left",
    `For ${dayText(second)}`,
    `For ${dayText(third)}, Holi`,
  ]);
  await choose(first);
  expect(await screen.findByText(`None left for ${dayText(first)}`)).toBeVisible();
  expect(button(`Order for ${dayText(second)}`)).toBeEnabled();
  await choose("");
  expect(await screen.findByText("Sold out today")).toBeVisible();
  expect([localStorage.getItem("mithaas:day"), location.search]).toEqual([null, ""]);
});

test("a sweet that is not made for a day is 'Out of Stock' as ever", async () => {
  left = { "": 0 };
  show();
  expect(await screen.findByRole("button", { name: "Out of Stock" })).toBeDisabled();
  await select();
  expect(button("Out of Stock")).toBeDisabled();
});

test("of a pack that is sold out no other day is offered while the sweet has another pack today", async () => {
  const packs = toPacks([aPack(id, "500 g", 500, 2, 680), aPack(id + 1, "250 g", 250, 1, 350)], (pack) =>
    packsInStock(pack, { stock: 1 }),
  );
  const sweets = [{ id, price: 680, quantity: 0, packs, days: [second] }];
  vi.stubGlobal("fetch", async () => Response.json({ today, days, next, sweets }));
  render(<AddToCart id={id} name="Kaju Katli" quantity={0} packs={packs} action={async () => added} />);
  act(() => choosePack(id, id));
  await act(refreshStock);
  expect(button("Out of Stock")).toBeDisabled();
  expect(screen.getByRole("radio", { name: "250 g" })).toBeEnabled();
});

test("a page takes the day of its address", async () => {
  history.replaceState(null, "", `/products?day=${third}`);
  show();
  expect(await select()).toHaveValue(third);
  await waitFor(() => expect(shown()).toBe("Quantity Available: 2"));
});

test("an answer to a question from before an add does not undo what the add said", async () => {
  chooseDay(second);
  show(vi.fn(async () => success({ productId: id, available: 5, itemsCount: 1 })));
  expect(await screen.findByText("6")).toBeVisible();
  const answer = fetch;
  let arrive = () => {};
  vi.stubGlobal("fetch", async (url: string) => {
    const response = await answer(url);
    await new Promise<void>((resolve) => {
      arrive = resolve;
    });
    return response;
  });
  const before = refreshStock();
  await press("Add to Cart");
  expect(await screen.findByText("5")).toBeVisible();
  left[second] = 5;
  vi.stubGlobal("fetch", answer);
  arrive();
  await act(() => before);
  expect(shown()).toBe("Quantity Available: 5");
});

test("what an add says of a day is not shown when another one was chosen meanwhile", async () => {
  chooseDay(second);
  const { action, answer } = unanswered<Added>();
  show(action);
  expect(await screen.findByText("6")).toBeVisible();
  await press("Add to Cart");
  act(() => chooseDay(third));
  expect(await screen.findByText("2")).toBeVisible();
  await act(async () => answer(success({ productId: id, available: 5, itemsCount: 1 })));
  expect(shown()).toBe("Quantity Available: 2");
});

test("a day that cannot be booked any more is forgotten, and so is one that is over", async () => {
  bookable = [second];
  chooseDay(first);
  show();
  expect(await screen.findByText("Sold out today")).toBeVisible();
  expect([readDay(), asked.includes(first), location.search]).toEqual(["", true, ""]);
  act(() => chooseDay(yesterday));
  await waitFor(() => expect([readDay(), localStorage.getItem("mithaas:day")]).toEqual(["", null]));
});

test("after the last window who has chosen no day has the next one, which is kept once something is added for it", async () => {
  next = second;
  const action = show();
  await waitFor(async () => expect(await select()).toHaveValue(second));
  await waitFor(() => expect(shown()).toBe("Quantity Available: 6"));
  const kept = () => [readDay(), localStorage.getItem("mithaas:day")];
  expect([kept(), location.search]).toEqual([[second, null], ""]);
  await press("Add to Cart");
  expect([sent(action).day, kept()]).toEqual([second, [second, second]]);
});

test("after the last window today can still be chosen, another day stays, and one that is forgotten gives way to the next", async () => {
  next = second;
  left[""] = 4;
  const action = show();
  await waitFor(async () => expect(await select()).toHaveValue(second));
  await choose("");
  await waitFor(() => expect(shown()).toBe("Quantity Available: 4"));
  await act(refreshStock);
  await press("Add to Cart");
  expect(sent(action).day).toBe("");
  await choose(third);
  await waitFor(() => expect(shown()).toBe("Quantity Available: 2"));
  expect(await select()).toHaveValue(third);
  act(() => chooseDay(yesterday));
  await waitFor(() => expect(readDay()).toBe(second));
});

test("a day that was offered is so no more when the next morning has come", async () => {
  next = first;
  show();
  await waitFor(async () => expect(await select()).toHaveValue(first));
  next = null;
  await act(refreshStock);
  await waitFor(() => expect([readDay(), asked.at(-1)]).toEqual(["", ""]));
});

function showFestival(
  of: string[],
  action = vi.fn(async (_: unknown, _form: FormData): Promise<ActionState<Added>> => added),
) {
  const offer = { id, quantity: 3 };
  const page = (
    <FestivalDays days={of}>
      <StockCount {...offer} />
      <AddToCart {...offer} name="Kaju Katli" action={action} />
    </FestivalDays>
  );
  return { action, page };
}

test("a festival's page has its first day chosen, also without JavaScript, and keeps another one of its days", async () => {
  const { page, action } = showFestival([second, third]);
  const html = document.createElement("div");
  html.innerHTML = renderToString(page);
  expect(html.querySelector("[aria-current]")).toHaveTextContent(dayText(second));
  expect(html.querySelector("input[name=day]")).toHaveValue(second);
  chooseDay(first);
  const { unmount } = render(page);
  expect(readDay()).toBe(second);
  await waitFor(() => expect(shown()).toBe("Quantity Available: 6"));
  await press("Add to Cart");
  expect(sent(action).day).toBe(second);
  unmount();
  history.replaceState(null, "", "/festivals/holi");
  chooseDay(third);
  render(page);
  expect(readDay()).toBe(third);
});

test("a festival's page adds for no other day: not for another tab's, not for the next one of a sweet, not for the cart's", async () => {
  left = { "": 3, [first]: 5, [second]: 0, [third]: 2 };
  const { page, action } = showFestival(
    [second, third],
    vi.fn(async () => failure("other_day", "", { day: first })),
  );
  render(page);
  await userEvent.click(await screen.findByRole("button", { name: `Order for ${dayText(third)}` }));
  await waitFor(() => expect(shown()).toBe("Quantity Available: 2"));
  await press("Add to Cart");
  expect(await screen.findByRole("region", { name: `Your cart is for ${dayText(first)}.` })).toBeVisible();
  expect(screen.getByText(`Add for ${dayText(first)}`)).not.toBeVisible();
  expect(button(`Change the cart to ${dayText(third)}`)).toBeVisible();
  expect(sent(action).day).toBe(third);
  act(() => chooseDay(first));
  expect(screen.getByRole("status")).toHaveTextContent("Please choose a day.");
  expect(document.querySelector("form")?.closest("div[class]")).toHaveClass("[&_form]:hidden");
  await userEvent.click(screen.getByRole("link", { name: dayText(third) }));
  expect(screen.queryByText("Please choose a day.")).toBeNull();
});

test("the days of a festival are links, of which one is chosen in place", async () => {
  left[""] = 3;
  render(showFestival([second, third]).page);
  const link = screen.getByRole("link", { name: dayText(third) });
  expect(link).toHaveAttribute("href", `?day=${third}`);
  await userEvent.click(link);
  expect(link).toHaveAttribute("aria-current", "true");
  expect(screen.getByRole("link", { name: dayText(second) })).not.toHaveAttribute("aria-current");
  expect([readDay(), location.search]).toEqual([third, `?day=${third}`]);
  await waitFor(() => expect(shown()).toBe("Quantity Available: 2"));
});

const line = aCartLine({ packId: 7, price: 10, quantity: 4, day: first, held: 4, available: 4 });
const cart = (day: string | null) => aCart([line], { day, days, signedIn: false });
const short = {
  message: "Some sweets in your cart are short on this day.",
  items: [{ productId: line.productId, packId: 7, available: 3 }],
};
const otherDay = failure("other_day", "", { day: first });

test("a cart for another day is asked about", async () => {
  left[""] = 5;
  const action = show(vi.fn(async (_, form) => (form.get("day") === "" ? otherDay : added)));
  await screen.findByRole("button", { name: "Add to Cart" });
  await press("Add to Cart");
  const notice = await screen.findByRole("region", { name: `Your cart is for ${dayText(first)}.` });
  await waitFor(() => expect(notice).toHaveFocus());
  cartAnswer = () => Response.json(cart(first));
  await press(`Add for ${dayText(first)}`);
  await waitFor(() => expect(action).toHaveBeenCalledTimes(2));
  expect([sent(action).day, readDay()]).toEqual([first, first]);
  expect(screen.queryByRole("region")).toBeNull();
});

test("what may not be held says what can be done, where the shopper looks", async () => {
  left[""] = 5;
  const message = "Please sign in to hold more of this sweet. You can add 2 more.";
  show(vi.fn(async () => failure("hold_limit", message, { available: 2 })));
  await screen.findByRole("button", { name: "Add to Cart" });
  await press("Add to Cart");
  const notice = await screen.findByRole("alert");
  await waitFor(() => expect(notice).toHaveFocus());
  expect(notice).toHaveTextContent(message);
  expectLink("Sign in", `/login?next=${encodeURIComponent(location.pathname + location.search)}`);
  expectLink("Ask for a larger order", "/custom-orders");
});

test("moving the cart from there says what is short, and which days have all", async () => {
  left[""] = 5;
  const action = show(vi.fn(async (_, form) => (form.get("day") === third ? added : otherDay)));
  await screen.findByRole("button", { name: "Add to Cart" });
  await press("Add to Cart");
  let calls = 0;
  cartAnswer = () => {
    calls += 1;
    if (calls === 1) return Response.json({ code: "day_short", ...short, days: [third] }, { status: 409 });
    return Response.json(cart(calls === 2 ? first : third));
  };
  await userEvent.click(await screen.findByRole("button", { name: "Change the cart to today" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Kaju Katli, 500 g: only 3 left");
  await press(dayText(third));
  await waitFor(() => expect(readDay()).toBe(third));
  expect(sent(action).day).toBe(third);
});

test("the cart's day is chosen in the cart, and the device follows", async () => {
  const changeDay = vi.fn(async (_: unknown, form: FormData) => {
    const to = String(form.get("day"));
    return to === second ? failure("day_short", short.message, { ...short, days: [third] }) : success(cart(to));
  });
  const actions = { changeLine: vi.fn(), changeGift: vi.fn(), clearCart: vi.fn(), changeDay };
  cartAnswer = () => Response.json(cart(first));
  render(<CartDayForm cart={cart(first)} actions={actions} />);
  expect(await select()).toHaveValue(first);
  await choose(second);
  expect(await screen.findByRole("alert")).toHaveTextContent(`${dayText(second)}: ${short.message}`);
  expect(await select()).toHaveValue(first);
  await press(dayText(third));
  await waitFor(() => expect(readDay()).toBe(third));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("after the last window a cart of today is asked to move to the next day, and can stay", async () => {
  const changeDay = vi.fn(async (_: unknown, form: FormData) => success(cart(String(form.get("day")))));
  const actions = { changeLine: vi.fn(), changeGift: vi.fn(), clearCart: vi.fn(), changeDay };
  cartAnswer = () => Response.json(cart(second));
  const { rerender } = render(<CartDayForm cart={{ ...cart(null), next: second }} actions={actions} />);
  expect(await select()).toHaveValue(second);
  await choose("");
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await select()).toHaveValue("");
  await choose(second);
  await waitFor(() => expect(changeDay).toHaveBeenCalledTimes(1));
  expect(readDay()).toBe(second);
  rerender(<CartDayForm key="anew" cart={{ ...cart(null), next: second }} actions={actions} />);
  await press("Change day");
  expect(sent(changeDay, 1).day).toBe(second);
});

test("when somebody else is signed in, a toast says so: the page comes anew, and the cart's form with it", async () => {
  const changeDay = vi.fn(async () => failure("somebody_else", SOMEBODY_ELSE));
  cartAnswer = () => Response.json(cart(third));
  render(
    <CartDayForm
      cart={cart(first)}
      actions={{ changeLine: vi.fn(), changeGift: vi.fn(), clearCart: vi.fn(), changeDay }}
    />,
  );
  await choose(second);
  await waitFor(() => expect(lastToast()).toMatchObject({ type: "error", message: SOMEBODY_ELSE }));
  await waitFor(() => expect(readShownCart().cart?.day).toBe(third));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a day that is chosen and changed back at once asks nothing, and the choice follows the cart from then on", async () => {
  const changeDay = vi.fn(async () => success(cart(second)));
  const actions = { changeLine: vi.fn(), changeGift: vi.fn(), clearCart: vi.fn(), changeDay };
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { rerender } = render(<CartDayForm cart={cart(first)} actions={actions} />);
  for (const day of [second, first]) fireEvent.change(screen.getByRole("combobox"), { target: { value: day } });
  await act(() => vi.advanceTimersByTimeAsync(400));
  rerender(<CartDayForm cart={cart(third)} actions={actions} />);
  expect(screen.getByRole("combobox")).toHaveValue(third);
  expect(changeDay).not.toHaveBeenCalled();
});

test("a day that is chosen while the cart is being moved to another one is where it comes to", async () => {
  const { action, answer } = unanswered<ReturnType<typeof cart>>();
  const actions = { changeLine: vi.fn(), changeGift: vi.fn(), clearCart: vi.fn(), changeDay: action };
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { rerender } = render(<CartDayForm cart={cart(first)} actions={actions} />);
  const pick = async (day: string) => {
    fireEvent.change(screen.getByRole("combobox"), { target: { value: day } });
    await act(() => vi.advanceTimersByTimeAsync(400));
  };
  await pick(second);
  await pick(first);
  expect(action).toHaveBeenCalledTimes(1);
  await act(async () => answer(success(cart(second))));
  rerender(<CartDayForm cart={cart(second)} actions={actions} />);
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect([0, 1].map((call) => sent(action, call).day)).toEqual([second, first]);
  expect(screen.getByRole("combobox")).toHaveValue(first);
});

test("a shop without days has no choice, and a short line names its day", async () => {
  const actions = { changeLine: vi.fn(), changeGift: vi.fn(), clearCart: vi.fn(), changeDay: vi.fn() };
  const { container } = render(<CartDayForm cart={{ ...cart(null), days: [] }} actions={actions} />);
  expect(container).toBeEmptyDOMElement();
  render(<HoldStatus line={{ ...line, held: 1, available: 3 }} />);
  expect(screen.getByText(`Only 3 left for ${dayText(first)}.`)).toBeVisible();
});

test("Best before counts from the day that is bought for, and of what is sold out from the first day that has some", async () => {
  left = { "": 3, [first]: 0, [second]: 6, [third]: 2 };
  const props = { id, name: "Peda", slug: "peda", price: 10, quantity: 3 };
  const more = {
    category: "Cakes",
    sugarFree: false,
    featured: false,
    today,
    shelfLifeDays: 4,
    action: async () => added,
  };
  render(<ProductMain {...props} hasDays={false} {...more} />);
  expect(screen.getByText("Best before 28 Nov 2026")).toBeVisible();
  await act(async () => chooseDay(third));
  await screen.findByText("Best before 1 Dec 2026");
  left[""] = 0;
  await act(async () => chooseDay(""));
  await screen.findByText("Best before 30 Nov 2026");
});
