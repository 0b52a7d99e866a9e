// What is around every page: the header and who it greets, the banners above it, and the theme.
import { type BoundFunctions, fireEvent, type queries, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { PersonMenu } from "@/components/admin/person-menu";
import { firstPaintScript, headerPaintScript } from "@/components/layout/first-paint";
import { ShopBanners } from "@/components/layout/page-frame";
import { SiteHeader } from "@/components/layout/site-header";
import { followTheme } from "@/components/layout/theme";
import { ThemeToggle } from "@/components/layout/theme-toggle";
import { readViewer } from "@/components/layout/viewer-store";
import { badgeText, cartLabel, greeting, type Viewer } from "@/components/layout/viewer-text";
import { expectLink, press, texts } from "./forms";

vi.mock("next/navigation", () => ({ usePathname: () => "/about" }));

const logout = async () => {};

function header(viewer?: Viewer) {
  render(<SiteHeader logoutAction={logout} viewer={viewer} />);
  return within(screen.getByRole("banner"));
}

/** Names of the links outside the mobile menu. */
const linksOf = (part: BoundFunctions<typeof queries>, isMeant = (_: Element) => true) =>
  part
    .getAllByRole("link", { hidden: true })
    .filter((link) => !link.closest("#site-menu") && isMeant(link))
    .map((link) => link.textContent || link.getAttribute("aria-label"));
const navigation = ["Mithaas, home", "Home", "Products", "Categories", "About", "Contact"];

test("a visitor sees the navigation, the cart, Login and Sign Up", () => {
  const part = header({ role: "visitor", count: 2 });
  expect(linksOf(part)).toEqual([...navigation, "Cart, 2 items2", "Login", "Sign Up"]);
  expect(part.queryByRole("button", { name: "Logout" })).toBeNull();
});

test("a customer sees My Orders, the greeting, the account, the cart and Logout", () => {
  const part = header({ role: "customer", name: "Ananya", count: 1 });
  expect(linksOf(part)).toEqual([...navigation, "My Orders", "Account", "Cart, 1 item1"]);
  for (const place of ["wide", "narrow"])
    expect(document.querySelector(`[data-greeting=${place}]`)).toHaveTextContent("Hello, Ananya");
  expect(part.getAllByRole("button", { name: "Logout", hidden: true })).toHaveLength(2);
});

test("an admin sees Admin Panel and Logout, and neither navigation, cart nor orders", () => {
  const part = header({ role: "admin", name: "Meera", count: 0 });
  expect(linksOf(part)).toEqual(["Mithaas, home", "Admin Panel"]);
  const menu = within(part.getByRole("dialog", { name: "Menu", hidden: true }));
  expect(texts(menu.getAllByRole("link", { hidden: true }))).toEqual(["Admin Panel"]);
  expect(menu.getByRole("button", { name: "Logout", hidden: true })).toBeInTheDocument();
});

test("a public page contains every variant, and its neutral one has Cart, My orders, Account and Login", () => {
  const part = header();
  const isNeutral = (link: Element) => !link.closest("[data-for]") || link.closest('[data-for~="neutral"]') !== null;
  expect(linksOf(part, isNeutral)).toEqual([...navigation, "My orders", "Account", "Cart", "Login"]);
});

test("the current page's link is marked, in header and menu", () => {
  const part = header({ role: "visitor", count: 0 });
  for (const link of part.getAllByRole("link", { name: "About", hidden: true }))
    expect(link).toHaveAttribute("aria-current", "page");
  expect(part.getAllByRole("link", { name: "Home", hidden: true })[0]).not.toHaveAttribute("aria-current");
});

/** Runs an inline script, whose listeners are gone after the test. */
function runOnce(script: string) {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const add = window.addEventListener;
  vi.stubGlobal("addEventListener", (type: string, listener: EventListener, capture = false) =>
    add(type, listener, { capture, signal: controller.signal }),
  );
  new Function(script)();
  vi.unstubAllGlobals();
}

describe("before React handles a form", () => {
  /** Submits as the browser does; true when it posts. */
  const submit = (form: Element | null) => fireEvent.submit(form as Element);
  const show = (form: string) => {
    runOnce(firstPaintScript);
    document.body.innerHTML = form;
    return document.querySelector("form");
  };

  test("it is posted once within three seconds, and again after a return to the page", () => {
    vi.useFakeTimers();
    const form = show('<form method="POST"></form>');
    const onSubmit = vi.fn();
    document.addEventListener("submit", onSubmit, { once: false });
    expect([submit(form), submit(form)]).toEqual([true, false]);
    // React does not see it, either.
    expect(onSubmit).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event("pageshow"));
    expect([submit(form), submit(form)]).toEqual([true, false]);
    vi.advanceTimersByTime(3_000);
    expect(submit(form)).toBe(true);
    document.removeEventListener("submit", onSubmit);
  });

  test.each(["<form></form>", '<form method="get"></form>'])("%s may be sent as often as one likes", (html) => {
    const form = show(html);
    expect([submit(form), submit(form)]).toEqual([true, true]);
  });

  test("one that React handles may be sent again at once", () => {
    const form = show('<form method="POST"></form>');
    form?.addEventListener("submit", (event) => event.preventDefault());
    expect([submit(form), submit(form)]).toEqual([false, false]);
    const seen = vi.fn();
    form?.addEventListener("submit", seen);
    submit(form);
    expect(seen).toHaveBeenCalledTimes(1);
  });
});

test.each([
  [undefined, "visitor", "", "Cart", ""],
  [{ role: "customer", name: "A <b>", count: 1 }, "customer", "1", "Cart, 1 item", "Hello, A <b>"],
  [{ role: "admin", name: "Meera", count: 0 }, "admin", "", "Cart", ""],
  [{ role: "owner", count: 140 }, "visitor", "99+", "Cart, 140 items", ""],
])("the inline scripts paint %j as a %s before hydration", (hint, viewer, count, label, hello) => {
  if (hint) document.cookie = `mithaas_hint=${encodeURIComponent(JSON.stringify(hint))}; Path=/`;
  header();
  for (const script of [firstPaintScript, headerPaintScript]) runOnce(script);
  expect(document.documentElement.dataset.viewer).toBe(viewer);
  expect(document.querySelector("[data-cart-count]")).toHaveTextContent(count);
  expect(document.querySelector("[data-cart-label]")).toHaveTextContent(label);
  // Once, and never without a name.
  expect(texts(screen.queryAllByText(/Hello/))).toEqual(hello ? [hello] : []);
  // The same texts as the client components write later.
  const given = hint?.count ?? 0;
  expect([badgeText(given), cartLabel(given), greeting(readViewer())]).toEqual([count, label, hello]);
});

test("nothing stands above the header while there is neither pause nor notice", () => {
  const { container } = render(<ShopBanners pause={null} notice={null} />);
  expect(container).toBeEmptyDOMElement();
});

test("a pause says until when and why", () => {
  const text = "Not taking orders until 30 November 2026, 10:00 am";
  render(<ShopBanners pause={{ text, reason: "Family wedding" }} notice={null} />);
  expect(screen.getByRole("complementary", { name: "Notices" })).toHaveTextContent(`${text} Family wedding`);
});

test("a notice is a link when it has one", () => {
  const { rerender } = render(<ShopBanners pause={null} notice={{ text: "Diwali boxes", link: "/products" }} />);
  expectLink("Diwali boxes", "/products");
  rerender(<ShopBanners pause={null} notice={{ text: "<b>Diwali</b> boxes", link: null }} />);
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText("<b>Diwali</b> boxes")).toBeVisible();
});

describe("the theme", () => {
  const isDark = () => document.documentElement.classList.contains("dark");

  function setSystemTheme(dark: boolean) {
    vi.spyOn(window, "matchMedia").mockReturnValue({
      matches: dark,
      addEventListener() {},
      removeEventListener() {},
    } as unknown as MediaQueryList);
  }

  beforeEach(() => void (document.documentElement.className = ""));

  test("the toggle switches the theme and stores it", async () => {
    setSystemTheme(false);
    render(<ThemeToggle>icon</ThemeToggle>);
    await press(/./);
    expect([isDark(), localStorage.getItem("theme")]).toEqual([true, "dark"]);
    await press(/./);
    expect([isDark(), localStorage.getItem("theme")]).toEqual([false, "light"]);
  });

  test("a system theme that changed after the first paint is applied", () => {
    setSystemTheme(false);
    document.documentElement.className = "dark";
    followTheme(new AbortController().signal);
    expect(isDark()).toBe(false);
  });

  test("another tab's choice is applied", () => {
    setSystemTheme(false);
    followTheme(new AbortController().signal);
    localStorage.setItem("theme", "dark");
    window.dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: "dark" }));
    expect(isDark()).toBe(true);
  });

  test.each([
    { stored: null, system: true, dark: true },
    { stored: null, system: false, dark: false },
    { stored: "light", system: true, dark: false },
    { stored: "dark", system: false, dark: true },
  ])("before the first paint: stored $stored and the system's $system give $dark", ({ stored, system, dark }) => {
    setSystemTheme(system);
    if (stored) localStorage.setItem("theme", stored);
    runOnce(firstPaintScript);
    expect(isDark()).toBe(dark);
  });
});

describe("who looks at the page is asked again", () => {
  const fetched = vi.fn<typeof fetch>();
  const respondWith = (viewer: object, status = 200) =>
    fetched.mockResolvedValueOnce(Response.json(viewer, { status }));

  /** The modules of a page that was just loaded, with this hint. */
  async function load(hint: object) {
    vi.resetModules();
    const [{ refreshViewer }, viewer, { toasts }] = await Promise.all([
      import("@/components/layout/viewer-store"),
      import("@/components/layout/viewer-store"),
      import("@/components/ui/toast"),
    ]);
    viewer.setViewer({ role: "visitor", count: 0, ...hint });
    const messages = () => toasts.list().map(({ type, message }) => [type, message]);
    return { check: refreshViewer, ...viewer, messages };
  }

  beforeEach(() => {
    vi.stubGlobal("fetch", fetched.mockReset());
    vi.useFakeTimers({ toFake: ["performance"] });
  });
  const customer = { role: "customer", name: "Asha", count: 3 };

  test("an ended session makes the viewer a visitor", async () => {
    const page = await load(customer);
    respondWith({ role: "visitor", count: 0 });
    await page.check();
    expect(page.readViewer()).toEqual({ role: "visitor", name: undefined, count: 0 });
  });

  test("visitors are not requested, and nobody more often than every ten seconds", async () => {
    await (await load({})).check();
    expect(fetched).not.toHaveBeenCalled();
    const page = await load(customer);
    fetched.mockImplementation(async () => Response.json(customer));
    await page.check();
    vi.advanceTimersByTime(9_000);
    await page.check();
    expect(fetched).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(2_000);
    await page.check();
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  test("a response that is older than a login changes nothing, nor does its count", async () => {
    const page = await load(customer);
    fetched.mockImplementationOnce(async () => {
      page.setViewer({ role: "admin", name: "Meera", count: 0 });
      return Response.json({ role: "visitor", count: 0 });
    });
    await page.check();
    expect(page.readViewer()).toMatchObject({ role: "admin" });
    const other = await load(customer);
    respondWith({ ...customer, count: 2 });
    await other.check();
    expect(other.readViewer()).toMatchObject(customer);
  });

  test("a failing server is reported once for each outage; a lost connection is not", async () => {
    const page = await load(customer);
    const check = async () => {
      vi.advanceTimersByTime(20_000);
      await page.check();
    };
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await check();
    expect(page.messages()).toEqual([]);
    for (const _ of [1, 2]) {
      respondWith({}, 503);
      await check();
    }
    const failed = ["error", "Failed to get current user"];
    expect(page.messages()).toEqual([failed]);
    respondWith(customer);
    await check();
    respondWith({}, 500);
    await check();
    expect(page.messages()).toEqual([failed, failed]);
    expect(page.readViewer()).toMatchObject(customer);
  });
});

test("the menu of who works here says name and role, closes on Escape with the focus back, and when the focus leaves it", async () => {
  const user = userEvent.setup();
  render(
    <>
      <PersonMenu name="Meera" kind="Owner">
        <a href="/account">Your account</a>
      </PersonMenu>
      <button type="button">Beside</button>
    </>,
  );
  const [opener, link] = [screen.getByRole("button", { name: "Meera" }), screen.getByText("Your account")];
  expect(link).not.toBeVisible();
  opener.focus();
  await user.keyboard("{Enter}");
  expect(opener).toHaveAttribute("aria-expanded", "true");
  expect(screen.getByText("Owner")).toBeVisible();
  await user.tab();
  expect(link).toHaveFocus();
  await user.keyboard("{Escape}");
  expect(link).not.toBeVisible();
  expect(opener).toHaveFocus();
  await user.click(opener);
  await user.tab();
  await user.tab();
  expect(screen.getByRole("button", { name: "Beside" })).toHaveFocus();
  expect(link).not.toBeVisible();
  await user.click(opener);
  fireEvent.click(link);
  expect(link).not.toBeVisible();
});
