// What components/ui/hydrate-on-touch.tsx relies on in React, and what it does itself. When one of the tests of the first group fails
// after an upgrade of React, read that file and docs/decisions/0028-hydrate-on-touch.md.
import { act } from "@testing-library/react";
import {
  Component,
  type Context,
  createContext,
  type ReactNode,
  StrictMode,
  startTransition,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { aPage, endPage, htmlOf } from "../support/parts";

const effect = vi.fn();
const rendered = vi.fn();
const pressed = vi.fn();
const sent = vi.fn();
const followed = vi.fn();
/** The clicks and submissions that reached the page, with what became of them. */
let events: Event[] = [];
const last = () => events.at(-1) as SubmitEvent;

function Offer() {
  const [count, setCount] = useState(1);
  rendered();
  useEffect(effect, []);
  return (
    <>
      <a href="/sweets" onClick={(event) => [event.preventDefault(), followed()]}>
        Sweets
      </a>
      <button
        type="button"
        onClick={() => {
          setCount(count + 1);
          pressed();
        }}
      >
        {count}
      </button>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent((event.nativeEvent as SubmitEvent).submitter?.getAttribute("value"));
        }}
      >
        <input name="note" defaultValue="" />
        <input type="radio" name="pack" value="1" defaultChecked />
        <input type="radio" name="pack" value="2" />
        <button type="submit" name="then" value="pay">
          Pay
        </button>
      </form>
    </>
  );
}

function Side() {
  const side = useSyncExternalStore(
    () => () => {},
    () => "browser",
    () => "server",
  );
  rendered(side);
  return <p id={useId()}>{side}</p>;
}

/** Stands for the browser's router. */
const router = { go: (_path: string) => {} };
type RouterProps = { context: Context<string>; isGoing: boolean; children: ReactNode };
function Router({ context: Path, isGoing, children }: RouterProps) {
  const [path, setPath] = useState("here");
  router.go = (to) => startTransition(() => setPath(to));
  useLayoutEffect(() => {
    if (isGoing) router.go("there");
  }, [isGoing]);
  return (
    <Path value={path}>
      <p>{path}</p>
      {children}
    </Path>
  );
}

const failure = vi.fn();
class Boundary extends Component<{ children: ReactNode }> {
  static getDerivedStateFromError = () => ({ failed: true });
  override state = { failed: false };
  override componentDidCatch = failure;
  override render = () => !this.state.failed && this.props.children;
}

const submit = "[type=submit]";
const button = "[type=button]";

/** Lets idle work and what waits in timers proceed. */
const later = () => act(() => new Promise((resolve) => setTimeout(resolve, 10)));
/** From now on the time of timers passes when a test says so. */
function fakeTime() {
  vi.useFakeTimers({ toFake: ["setTimeout", "Date", "performance"] });
  return (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
}

beforeEach(() => {
  vi.clearAllMocks();
  events = [];
  const { settings } = (window as unknown as { happyDOM: { settings: { navigation: object } } }).happyDOM;
  Object.assign(settings.navigation, { disableMainFrameNavigation: true });
});
afterEach(async () => {
  vi.useRealTimers();
  await endPage();
});

/** A page whose clicks and submissions are recorded, also those that are stopped. */
async function anOffer(page?: Parameters<typeof aPage>[1]) {
  const part = await aPage(Offer, page);
  const view = document.defaultView as Window;
  for (const type of ["click", "submit"])
    view.addEventListener(type, (event) => events.push(event), { capture: true, signal: part.signal });
  return part;
}

describe("what it needs of React", () => {
  test("the server waits for the code and sends the content in place, however much it is", async () => {
    const html = await htmlOf(() => <p>{"sweet ".repeat(5_000)}</p>, undefined, 20);
    expect(html.length).toBeGreaterThan(30_000);
    expect(html).toMatch(/^<div class="contents" data-part="[^"]+"><!--&--><p>sweet [^<]+<\/p><!--\/&--><\/div>$/);
  });

  test("a closed part is left alone: the same nodes, no effects, no code", async () => {
    const part = await aPage(Offer);
    const html = part.container.innerHTML;
    const node = part.find("form");
    await later();
    expect(part.container.innerHTML).toBe(html);
    expect(part.find("form")).toBe(node);
    expect([effect, rendered, part.load].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0]); // once on the server
    expect(Object.keys(node).filter((key) => key.startsWith("__react"))).toEqual([]);
  });

  test("it is hydrated in place: nodes, text and choice stay, effects run, and the view is rendered once", async () => {
    const part = await aPage(Offer);
    const nodes = ["form", "[name=note]", "[value='2']"].map(part.find);
    (part.find("[name=note]") as HTMLInputElement).value = "no sugar";
    (part.find("[value='2']") as HTMLInputElement).checked = true;
    rendered.mockClear();
    await part.fire("form", "pointerdown");
    expect(part.load).toHaveBeenCalledTimes(1);
    expect(effect).not.toHaveBeenCalled();
    await part.arrive();
    expect(["form", "[name=note]", "[value='2']"].map(part.find)).toEqual(nodes);
    expect(part.find("[name=note]")).toHaveValue("no sugar");
    expect(part.find("[value='2']")).toBeChecked();
    expect([effect, rendered].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    await part.click(button);
    expect(part.find(button)).toHaveTextContent("2");
  });

  test("a store gives the server's value while hydrating, and ids are the same on both sides", async () => {
    const part = await aPage(Side);
    const { id } = part.find("p");
    rendered.mockClear();
    await part.fire("p", "pointerover");
    await part.arrive();
    expect(rendered.mock.calls).toEqual([["server"], ["browser"]]);
    expect(part.find("p")).toHaveTextContent("browser");
    expect(part.find("p").id).toBe(id);
    expect(id).not.toBe("");
  });

  test("a part that the browser renders itself is open, at once when its code is there", async () => {
    const part = await aPage(Offer, () => null);
    void part.hydrateAll();
    await part.arrive();
    part.renderNow(<part.HydrateOnTouch load={part.code} props={{}} />);
    expect(part.find("form")).toBeInTheDocument();
    await part.click("a");
    expect([effect, followed].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  test("in development, too, where effects run twice, a part is hydrated", async () => {
    const part = await aPage(Offer, ({ HydrateOnTouch }, load) => (
      <StrictMode>
        <HydrateOnTouch load={load} props={{}} />
      </StrictMode>
    ));
    const form = part.find("form");
    await part.fire("form", "pointerdown");
    await part.arrive();
    expect(part.find("form")).toBe(form);
    expect(effect).toHaveBeenCalled();
  });

  test.each(["at once", "later"])("a navigation hydrates everything first, and waits for it: %s", async (when) => {
    const part = await aPage(Offer, ({ HydrateOnTouch }, load) => (
      <Router isGoing={when === "at once"} context={createContext("")}>
        <HydrateOnTouch load={load} props={{}} />
      </Router>
    ));
    const form = part.find("form");
    if (when === "later") await act(async () => router.go("there"));
    expect(part.load).toHaveBeenCalledTimes(1); // not touched, as when a page refreshes itself
    expect(part.find("p")).toHaveTextContent("here");
    await part.arrive();
    expect(part.find("p")).toHaveTextContent("there");
    expect(part.find("form")).toBe(form);
  });
});

describe("until the code is there", () => {
  test("a button is pressed once for each click", async () => {
    const part = await anOffer();
    await part.click(button); // without a touch before, as a screen reader clicks
    await part.click(button);
    expect(pressed).not.toHaveBeenCalled();
    await part.arrive();
    await later();
    expect(pressed).toHaveBeenCalledTimes(2);
    expect(part.find(button)).toHaveTextContent("3");
    await part.click(button);
    expect(pressed).toHaveBeenCalledTimes(3);
  });

  test("a form is submitted once, by its button", async () => {
    const part = await anOffer();
    await part.click(submit);
    await part.click(submit);
    expect(sent).not.toHaveBeenCalled();
    expect(last().defaultPrevented).toBe(true);
    await part.arrive();
    await later();
    expect(sent.mock.calls).toEqual([["pay"]]);
    await part.click(submit);
    expect(sent).toHaveBeenCalledTimes(2);
  });

  const followsElsewhere: Parameters<typeof anOffer>[0] = ({ HydrateOnTouch }, load) => (
    <>
      <a href="/home" onClick={(event) => [event.preventDefault(), followed()]}>
        Home
      </a>
      <HydrateOnTouch load={load} props={{}} />
    </>
  );
  test.each([
    ["in the part", undefined],
    ["outside of it", followsElsewhere],
  ])("a link %s is React's once the page is hydrated", async (_, page) => {
    const part = await anOffer(page);
    await part.click("a");
    expect([last().defaultPrevented, followed.mock.calls.length]).toEqual([true, 0]);
    await part.arrive();
    await later();
    expect(followed).toHaveBeenCalledTimes(1);
    await part.click("a");
    expect(followed).toHaveBeenCalledTimes(2);
  });

  test("the browser follows a link whose page is not hydrated after a second, and at once what opens elsewhere", async () => {
    const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
    const part = await anOffer();
    const pass = fakeTime();
    await part.click("a");
    await pass(900);
    expect(assign).not.toHaveBeenCalled();
    await pass(200);
    expect(assign.mock.calls).toEqual([[expect.stringMatching(/^http/)]]);
    part.find("a").setAttribute("target", "_blank");
    await part.click("a");
    expect([last().defaultPrevented, followed.mock.calls.length]).toEqual([false, 0]);
    assign.mockRestore();
  });

  test("a part that leaves the page meanwhile takes what waits along", async () => {
    const part = await anOffer();
    await part.click(button);
    await part.render(null);
    await part.arrive();
    await later();
    expect(pressed).not.toHaveBeenCalled();
  });
});

/** Whether the shop can be reached. */
const shopIs = (isThere: boolean) =>
  vi.stubGlobal("fetch", () =>
    isThere ? Promise.resolve(new Response()) : Promise.reject(new TypeError("Failed to fetch")),
  );

test("without its code a form is posted by the browser, and a later touch tries again", async () => {
  const part = await anOffer();
  shopIs(true);
  const pass = fakeTime();
  await part.click(submit);
  expect(last().defaultPrevented).toBe(true);
  await part.fail();
  await pass(10);
  expect([last().type, last().defaultPrevented, last().submitter]).toEqual(["submit", false, part.find(submit)]);
  expect(part.isNavigationBlocked()).toBe(true);
  // At once, now that this is known.
  const known = events.length;
  await part.click(submit);
  await pass(10);
  expect(events.slice(known).map(({ type, defaultPrevented }) => `${type} ${defaultPrevented}`)).toEqual([
    "click false",
    "submit true",
    "submit false",
  ]);
  expect(part.load).toHaveBeenCalledTimes(1);

  await pass(1_100);
  await part.fire("form", "pointerdown");
  expect(part.load).toHaveBeenCalledTimes(2);
  await part.arrive();
  expect(part.isNavigationBlocked()).toBe(false);
  await part.click(submit);
  expect(sent.mock.calls).toEqual([["pay"]]);
});

test("code that never comes is waited for during four seconds", async () => {
  const part = await anOffer();
  shopIs(true);
  const pass = fakeTime();
  await part.click(submit);
  await part.click(button);
  await pass(3_900);
  expect(events.map(({ defaultPrevented }) => defaultPrevented)).toEqual([false, true, true]);
  await pass(200);
  expect([last().type, last().defaultPrevented]).toEqual(["submit", false]);
  await part.arrive();
  await pass(5_000);
  expect([sent, pressed].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});

test("what waits when the page is left is not done when the browser shows it again", async () => {
  const part = await anOffer();
  await part.click(submit);
  window.dispatchEvent(new Event("pagehide"));
  await part.arrive();
  await later();
  expect(sent).not.toHaveBeenCalled();
  await part.click(submit);
  expect(sent).toHaveBeenCalledTimes(1);
});

test("when the shop cannot be reached either, the form stays, with a toast, and is sent once there is a connection", async () => {
  const part = await anOffer();
  const { toasts } = await import("@/components/ui/toast");
  const pass = fakeTime();
  const form = part.find("form");
  form.dataset.failed = "Failed to pay.";
  shopIs(false);
  await part.fire("form", "pointerdown");
  await part.fail();
  for (const _ of [1, 2]) {
    await part.click(submit);
    await pass(10);
  }
  expect(events.map(({ type, defaultPrevented }) => `${type} ${defaultPrevented}`)).not.toContain("submit false");
  expect(toasts.list().map(({ message }) => message)).toEqual(["Failed to pay.", "Failed to pay."]);
  shopIs(true);
  await part.click(submit);
  await pass(10);
  expect([last().type, last().defaultPrevented]).toEqual(["submit", false]);
});

test("when the shop takes long to answer, the form is posted", async () => {
  const part = await anOffer();
  vi.stubGlobal("fetch", () => Promise.reject(new DOMException("signal timed out", "TimeoutError")));
  const pass = fakeTime();
  await part.click(submit);
  await part.fail();
  await pass(10);
  expect([last().type, last().defaultPrevented]).toEqual(["submit", false]);
});

test("a form that React has made in the browser is never left to it", async () => {
  const part = await anOffer();
  await part.fire("form", "pointerdown");
  await part.fail();
  part.find("form").setAttribute("action", "javascript:throw new Error('React form unexpectedly submitted.')");
  await part.click(submit);
  expect(last().defaultPrevented).toBe(true);
});

test("Back hydrates the page, and loads it anew when that is not possible", async () => {
  const part = await anOffer();
  const pass = fakeTime();
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  const back = () => act(async () => void window.dispatchEvent(new PopStateEvent("popstate", { state: {} })));
  await back();
  expect(part.load).toHaveBeenCalledTimes(1);
  await part.fail();
  await pass(10);
  expect(reload).toHaveBeenCalledTimes(1);
  await pass(1_100);
  await back();
  await part.arrive();
  await pass(10);
  expect(effect).toHaveBeenCalled();
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a part of the next page that cannot be loaded says so in its place, and can be tried again", async () => {
  const part = await aPage(Offer);
  await part.render(
    <Boundary>
      <part.HydrateOnTouch key="next" load={part.code} props={{}} />
    </Boundary>,
  );
  const pass = fakeTime();
  await part.fail();
  await pass(10);
  expect([part.load, failure].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  expect(part.isNavigationBlocked()).toBe(true);
  expect(part.container).toHaveTextContent("This could not be loaded. Try again");
  vi.mocked(console.error).mockClear();
  await pass(1_100);
  await part.click("button");
  await part.arrive();
  await pass(10);
  expect(part.find(submit)).toHaveTextContent("Pay");
});

test("nothing is left of a part that has left the page", async () => {
  const part = await anOffer();
  await part.render(
    <a href="/home" onClick={(event) => [event.preventDefault(), followed()]}>
      Home
    </a>,
  );
  await part.click("a");
  expect(followed).toHaveBeenCalledTimes(1);
  expect(part.isNavigationBlocked()).toBe(false);
});
