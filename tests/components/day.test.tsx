// The choice of a day on cards, a sweet's page and in the cart (docs/behaviour.md#a-day-for-the-cart).
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CartDay } from "@/components/cart/cart-day";
import { HoldStatus } from "@/components/cart/hold-status";
import { type Added, AddToCart } from "@/components/catalogue/add-to-cart";
import DayChoice from "@/components/catalogue/day-choice";
import { chooseDay, readDay } from "@/components/catalogue/day-store";
import { FestivalDays } from "@/components/catalogue/festival-days";
import { DayBadge, StockCount } from "@/components/catalogue/live-parts";
import { StockBadge } from "@/components/catalogue/product-offer";
import { refreshStock } from "@/components/catalogue/stock-store";
import type { CartState, PageLine } from "@/lib/cart/queries";
import { addDays, dayText, indiaDay } from "@/lib/dates";
import type { ActionState } from "@/lib/http/action-state";

const TODAY = indiaDay();
const [first, second, third] = [1, 2, 3].map((days) => addDays(TODAY, days)) as [string, string, string];
const days = [first, second, third].map((day) => ({ day, festival: day === third ? "Holi" : null }));

let id = 700;
/** What is left of the sweet, by day; '' is today. */
let left: Record<string, number>;
let asked: string[];
let bookable: string[];
let cartAnswer: () => Response;

beforeEach(() => {
  id += 1;
  left = { "": 0, [first]: 0, [second]: 6, [third]: 2 };
  asked = [];
  bookable = [first, second, third];
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.startsWith("/api/cart") || url === "/cart/state") return cartAnswer();
    const day = new URL(url, "http://localhost").searchParams.get("day") ?? "";
    asked.push(day);
    if (day && !bookable.includes(day)) return Response.json({ code: "bad_request" }, { status: 400 });
    const open = Object.entries(left).flatMap(([day, quantity]) => (day && quantity > 0 ? [day] : []));
    return Response.json({ days, sweets: [{ id, price: 10, quantity: left[day], days: open }] });
  });
});
afterEach(() => {
  act(() => chooseDay(""));
  history.replaceState(null, "", "/");
});

const added: ActionState<Added> = { ok: true, data: { productId: 0, available: 1, itemsCount: 1 } };
function show(action = vi.fn(async (_: unknown, _form: FormData): Promise<ActionState<Added>> => added)) {
  const offer = { id, quantity: 0 };
  const page = render(
    <>
      <DayBadge {...offer} />
      <StockCount {...offer} />
      <StockBadge {...offer} />
      <AddToCart {...offer} name="Kaju Katli" action={action} />
      <DayChoice sweet={id} />
    </>,
  );
  return { ...page, action, user: userEvent.setup() };
}
const select = () => screen.findByRole("combobox", { name: "Day" });

test("what is sold out today can be ordered for its first day", async () => {
  const { user, action } = show();
  expect(await screen.findByText("Sold out today")).toBeVisible();
  expect(screen.queryByText("Out of Stock")).toBeNull();
  await user.click(screen.getByRole("button", { name: `Order for ${dayText(second)}` }));
  expect(await screen.findByText("6")).toBeVisible();
  expect(action).not.toHaveBeenCalled();
  expect(await select()).toHaveValue(second);
  expect([localStorage.getItem("mithaas:day"), location.search]).toEqual([second, `?day=${second}`]);
  await user.click(screen.getByRole("button", { name: "Add to Cart" }));
  expect(action.mock.calls[0]?.[1].get("day")).toBe(second);
});

test("the choice says where nothing is left, and what is shown follows it", async () => {
  const { user } = show();
  await screen.findByText("Sold out today");
  const options = Array.from((await select()).querySelectorAll("option"), ({ textContent }) => textContent);
  expect(options).toEqual([
    "For today",
    "For tomorrow, none left",
    `For ${dayText(second)}`,
    `For ${dayText(third)}, Holi`,
  ]);
  await user.selectOptions(await select(), first);
  expect(await screen.findByText(`None left for ${dayText(first)}`)).toBeVisible();
  expect(screen.getByRole("button", { name: `Order for ${dayText(second)}` })).toBeEnabled();
  await user.selectOptions(await select(), "");
  expect(await screen.findByText("Sold out today")).toBeVisible();
  expect([localStorage.getItem("mithaas:day"), location.search]).toEqual([null, ""]);
});

test("a sweet that is not made for a day is 'Out of Stock' as ever", async () => {
  left = { "": 0 };
  show();
  expect(await screen.findByRole("button", { name: "Out of Stock" })).toBeDisabled();
  await select();
  expect(screen.getByRole("button", { name: "Out of Stock" })).toBeDisabled();
});

test("a page takes the day of its address", async () => {
  history.replaceState(null, "", `/products?day=${third}`);
  show();
  expect(await select()).toHaveValue(third);
  await waitFor(() => expect(screen.getByText("Quantity Available:")).toHaveTextContent("Quantity Available: 2"));
});

test("an answer to a question from before an add does not undo what the add said", async () => {
  chooseDay(second);
  const action = vi.fn(async () => ({ ok: true as const, data: { productId: id, available: 5, itemsCount: 1 } }));
  const { user } = show(action);
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
  await user.click(screen.getByRole("button", { name: "Add to Cart" }));
  expect(await screen.findByText("5")).toBeVisible();
  left[second] = 5;
  vi.stubGlobal("fetch", answer);
  arrive();
  await act(() => before);
  expect(screen.getByText("Quantity Available:")).toHaveTextContent("Quantity Available: 5");
});

test("what an add says of a day is not shown when another one was chosen meanwhile", async () => {
  chooseDay(second);
  let answerAdd = (_: ActionState<Added>) => {};
  const { user } = show(
    vi.fn(
      () =>
        new Promise<ActionState<Added>>((resolve) => {
          answerAdd = resolve;
        }),
    ),
  );
  expect(await screen.findByText("6")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add to Cart" }));
  act(() => chooseDay(third));
  expect(await screen.findByText("2")).toBeVisible();
  await act(async () => answerAdd({ ok: true, data: { productId: id, available: 5, itemsCount: 1 } }));
  expect(screen.getByText("Quantity Available:")).toHaveTextContent("Quantity Available: 2");
});

test("a day that cannot be booked any more is forgotten, and so is one that is over", async () => {
  bookable = [second];
  chooseDay(first);
  show();
  expect(await screen.findByText("Sold out today")).toBeVisible();
  expect([readDay(), asked.includes(first), location.search]).toEqual(["", true, ""]);
  chooseDay(addDays(TODAY, -1));
  expect([readDay(), localStorage.getItem("mithaas:day")]).toEqual(["", null]);
});

test("the days of a festival are links, of which one is chosen in place", async () => {
  left[""] = 3;
  render(
    <>
      <StockCount id={id} quantity={3} />
      <FestivalDays days={[second, third]} />
    </>,
  );
  const link = screen.getByRole("link", { name: dayText(third) });
  expect(link).toHaveAttribute("href", `?day=${third}`);
  await userEvent.click(link);
  expect(link).toHaveAttribute("aria-current", "true");
  expect(screen.getByRole("link", { name: dayText(second) })).not.toHaveAttribute("aria-current");
  expect([readDay(), location.search]).toEqual([third, `?day=${third}`]);
  await waitFor(() => expect(screen.getByText("Quantity Available:")).toHaveTextContent("Quantity Available: 2"));
});

const line = (more: Partial<PageLine> = {}): PageLine => ({
  ...{ productId: id, name: "Kaju Katli", slug: "kaju", packId: 7, packLabel: "500 g", price: 10, image: null },
  ...{ imageAlt: null, picture: null, quantity: 4, day: first, held: 4, expiresAt: null, isAvailable: true },
  ...{ isDefaultPack: true, free: 0, ...more },
});
const cart = (day: string | null): CartState => ({
  ...{ items: [line()], total: 40, itemsCount: 4, giftWrap: false, personalMessage: "", checkoutKey: null },
  ...{ day, days, readAt: new Date().toISOString(), signedIn: false },
});
const short = {
  message: "Some sweets in your cart are short on this day.",
  items: [{ productId: id, packId: 7, available: 3 }],
};

test("a cart for another day is asked about", async () => {
  left[""] = 5;
  const refusal = { ok: false as const, code: "other_day" as const, message: "", day: first, fields: {}, values: {} };
  const action = vi.fn(async (_: unknown, form: FormData) => (form.get("day") === "" ? refusal : added));
  const { user } = show(action);
  await user.click(await screen.findByRole("button", { name: "Add to Cart" }));
  const notice = await screen.findByRole("region", { name: `Your cart is for ${dayText(first)}.` });
  expect(notice).toHaveFocus();
  cartAnswer = () => Response.json(cart(first));
  await user.click(screen.getByRole("button", { name: `Add for ${dayText(first)}` }));
  await waitFor(() => expect(action).toHaveBeenCalledTimes(2));
  expect([action.mock.calls[1]?.[1].get("day"), readDay()]).toEqual([first, first]);
  expect(screen.queryByRole("region")).toBeNull();
});

test("moving the cart from there says what is short, and which days have all", async () => {
  left[""] = 5;
  const refusal = { ok: false as const, code: "other_day" as const, message: "", day: first, fields: {}, values: {} };
  const action = vi.fn(async (_: unknown, form: FormData) => (form.get("day") === third ? added : refusal));
  const { user } = show(action);
  await user.click(await screen.findByRole("button", { name: "Add to Cart" }));
  let calls = 0;
  cartAnswer = () => {
    calls += 1;
    if (calls === 1) return Response.json({ code: "day_short", ...short, days: [third] }, { status: 409 });
    return Response.json(cart(calls === 2 ? first : third));
  };
  await user.click(await screen.findByRole("button", { name: "Change the cart to today" }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Kaju Katli, 500 g: only 3 left");
  await user.click(screen.getByRole("button", { name: dayText(third) }));
  await waitFor(() => expect(readDay()).toBe(third));
  expect(action.mock.calls.at(-1)?.[1].get("day")).toBe(third);
});

test("the cart's day is chosen in the cart, and the device follows", async () => {
  const changeDay = vi.fn(async (_: unknown, form: FormData) => {
    const to = String(form.get("day"));
    if (to === second)
      return { ...short, ok: false as const, code: "day_short" as const, days: [third], fields: {}, values: {} };
    return { ok: true as const, data: cart(to) };
  });
  const actions = { changeLine: vi.fn(), changeGift: vi.fn(), clearCart: vi.fn(), changeDay };
  cartAnswer = () => Response.json(cart(first));
  const user = userEvent.setup();
  render(<CartDay cart={cart(first)} actions={actions} />);
  expect(await select()).toHaveValue(first);
  await user.selectOptions(await select(), second);
  expect(await screen.findByRole("alert")).toHaveTextContent(`${dayText(second)}: ${short.message}`);
  expect(await select()).toHaveValue(first);
  await user.click(screen.getByRole("button", { name: dayText(third) }));
  await waitFor(() => expect(readDay()).toBe(third));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a shop without days has no choice, and a short line names its day", async () => {
  const actions = { changeLine: vi.fn(), changeGift: vi.fn(), clearCart: vi.fn(), changeDay: vi.fn() };
  const { container } = render(<CartDay cart={{ ...cart(null), days: [] }} actions={actions} />);
  expect(container).toBeEmptyDOMElement();
  render(<HoldStatus line={line({ held: 1, free: 2 })} clockAhead={0} />);
  expect(screen.getByText(`Only 3 left for ${dayText(first)}.`)).toBeVisible();
});
