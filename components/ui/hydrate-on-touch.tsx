"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import {
  Activity,
  type ComponentType,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useSyncExternalStore,
} from "react";
import { isShopThere } from "./is-shop-there";
import { CodeBoundary, markLoss } from "./later";
import { toast } from "./toast";

/*
 * Parts of a page that are whole in its HTML, and whose code is loaded and hydrated only once somebody touches the page
 * (docs/decisions/0028-hydrate-on-touch.md). Until then links are followed and forms are posted by the browser's own means.
 *
 * `Activity` is the boundary that React hydrates separately. `Suspense` would be one too, but React moves the content of a larger one
 * to the end of the page behind a script, which pages without JavaScript would not show.
 */

/** Milliseconds for which a submission waits for its part's code; then the browser posts the form without it. */
const PATIENCE_MS = 4_000;
/** Milliseconds for which a link waits for the whole page; then the browser follows it. */
const LINK_PATIENCE_MS = 1_000;
/** After code could not be loaded, it is not asked for again within so many milliseconds. */
const RETRY_MS = 1_000;

// biome-ignore lint/suspicious/noExplicitAny: the props of a part are checked where it is rendered.
type View = ComponentType<any>;
type Load = () => Promise<View>;

type Part = {
  /** Loads its code; known once React has come to the part. */
  load?: Load;
  /** Fulfilled when the part has been opened and its code is there. */
  view: Promise<View>;
  show: (view: View) => void;
  isOpened: boolean;
  isHydrated: boolean;
  /** What waits for the part to be hydrated. */
  waiting: (() => void)[];
};

/** The parts of this page, by the value of their `data-part`. */
const parts = new Map<string, Part>();
/** The code of every part, also of those on pages to come. */
const loads = new Set<Load>();
/** Code that could not be loaded. */
const failed = new Set<Load>();
let areAllOpened = false;
/** Forms that wait for their part. */
const submitted = new Set<EventTarget>();
/** A form that is being posted without JavaScript. */
let posted: HTMLFormElement | undefined;

const never = () => () => {};
const isFalse = () => false;
const isInBrowser = () => typeof window !== "undefined";

/** Makes React use the value of a promise at once instead of suspending for it again. */
function remember<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => Object.assign(promise, { status: "fulfilled", value }),
    () => {},
  );
  return promise;
}

/** The code of a part: loaded once, and again after it could not be loaded. */
export function partCode<Props>(load: () => Promise<ComponentType<Props>>): () => Promise<ComponentType<Props>> {
  let code: Promise<ComponentType<Props>> | undefined;
  const loadOnce = () => {
    if (!code) {
      code = remember(markLoss(load()));
      code.then(
        () => failed.delete(loadOnce),
        () => {
          failed.add(loadOnce);
          // Not at once, because React asks again for code that it has waited for, and must be given the same failure.
          setTimeout(() => {
            code = undefined;
          }, RETRY_MS);
        },
      );
    }
    return code;
  };
  loads.add(loadOnce);
  return loadOnce;
}

type PartProps<Props> = {
  /** Of `partCode`. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** The element around the part. */
  as?: "div" | "article";
  className?: string;
};

/** A part of the page that is hydrated when the page is touched. */
export function HydrateOnTouch<Props extends object>(props: PartProps<Props>) {
  const { as: Tag = "div", className = "contents", ...content } = props;
  const { load } = content;
  const id = useId();
  useLayoutEffect(() => {
    const part = partOf(id);
    part.load = load;
    if (part.isOpened || areAllOpened) open(part);
    return () => void parts.delete(id);
  }, [id, load]);
  return (
    // Around the element, because presses on buttons in it wait for the code.
    <CodeBoundary>
      {() => (
        <Tag className={className} data-part={id}>
          <Activity>
            <Content id={id} {...content} />
          </Activity>
        </Tag>
      )}
    </CodeBoundary>
  );
}

type ContentProps<Props> = Pick<PartProps<Props>, "load" | "props"> & { id: string };

function Content<Props extends object>({ id, load, props }: ContentProps<Props>) {
  // Not after a navigation, when the browser renders the part itself.
  const isHydrating = useSyncExternalStore(never, isFalse, isInBrowser);
  // React tries to render a closed part itself when an update of the page, such as a navigation, waits for it to be hydrated.
  const known = isHydrating ? undefined : parts.get(id);
  if (known && !known.isOpened) open(known);
  const View = use(isHydrating ? partOf(id).view : load());
  useEffect(() => {
    const part = partOf(id);
    part.isHydrated = true;
    resume(part);
  }, [id]);
  return useMemo(() => <View {...props} />, [View, props]);
}

function partOf(id: string): Part {
  let part = parts.get(id);
  if (!part) {
    let show: Part["show"] = () => {};
    const view = remember(
      new Promise<View>((resolve) => {
        show = resolve;
      }),
    );
    part = { view, show, isOpened: false, isHydrated: false, waiting: [] };
    parts.set(id, part);
  }
  return part;
}

function open(part: Part): void {
  part.isOpened = true;
  part.load?.().then(part.show, () => {
    // The next touch tries again.
    part.isOpened = false;
    resume(part);
  });
}

function resume(part: Part): void {
  for (const proceed of part.waiting.splice(0)) proceed();
}

function partAround(element: Element | null | undefined): Part | undefined {
  const id = element?.closest("[data-part]")?.getAttribute("data-part");
  return id ? partOf(id) : undefined;
}

/** Whether React has hydrated, or made, the part that an element is in. */
export const isHydrated = (element: Element): boolean => partAround(element)?.isHydrated ?? true;

/** Hydrates the part that an element is in, and those around it. */
export function hydratePart(element: Element | null | undefined): void {
  const around = element?.closest("[data-part]");
  const part = partAround(around);
  if (!part) return;
  if (!part.isOpened) open(part);
  hydratePart(around?.parentElement);
}

/** Hydrates the whole page, and loads the code of the parts of other pages. */
export async function hydrateAll(): Promise<void> {
  areAllOpened = true;
  for (const part of parts.values()) if (!part.isOpened) open(part);
  await Promise.allSettled([...loads].map((load) => load()));
}

const isAnyClosed = () => [...parts.values()].some(({ isHydrated }) => !isHydrated);

/** Whether a navigation by React would wait for code that could not be loaded. The browser has to navigate then. */
export const isNavigationBlocked = (): boolean => failed.size > 0;

function onTouch({ target }: Event): void {
  if (target instanceof Element) hydratePart(target);
  // React navigates only once everything on the page is hydrated.
  if (!areAllOpened || isNavigationBlocked()) (self.requestIdleCallback ?? setTimeout)(() => void hydrateAll());
}

function waitFor(part: Part): Promise<void> {
  return new Promise((resolve) => {
    // Each in a task of its own, so that React has handled the click before.
    part.waiting.push(() => setTimeout(resolve));
    setTimeout(resume, PATIENCE_MS, part);
  });
}

/** A link to another page of the shop in this window. */
const isNavigation = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent, link: HTMLAnchorElement) =>
  !(ctrlKey || metaKey || shiftKey || altKey || link.target || link.hash) && link.origin === location.origin;

/** A navigation by React would wait until all parts are hydrated. The browser's does not, but it loses what only this page knows. */
async function followLink(event: MouseEvent, link: HTMLAnchorElement): Promise<void> {
  if (!isAnyClosed() && !isNavigationBlocked()) return;
  event.stopPropagation();
  if (isNavigationBlocked() || !isNavigation(event, link)) return;
  event.preventDefault();
  void hydrateAll();
  const everything = Promise.all([...parts.values()].filter(({ isHydrated }) => !isHydrated).map(waitFor));
  await Promise.race([everything, new Promise((resolve) => setTimeout(resolve, LINK_PATIENCE_MS))]);
  if (isAnyClosed() || isNavigationBlocked()) location.assign(link.href);
  else link.click();
}

async function onClick(event: MouseEvent): Promise<void> {
  // Screen readers and scripts click without touching.
  onTouch(event);
  if (!(event.target instanceof Element)) return;
  const control = event.target.closest<HTMLElement>("a[href], button");
  if (control instanceof HTMLAnchorElement) return followLink(event, control);
  const part = partAround(control);
  // Buttons that submit a form or open a popover need no code.
  if (!part || part.isHydrated || !control?.matches("[type=button]:not([popovertarget])")) return;
  event.preventDefault();
  event.stopPropagation();
  await waitFor(part);
  if (part.isHydrated) control.click();
}

/** Forms that React has made in the browser cannot be posted without it. */
const canBePosted = (form: HTMLFormElement) => !form.getAttribute("action")?.startsWith("javascript:");

async function onSubmit(event: SubmitEvent): Promise<void> {
  const form = event.target as HTMLFormElement;
  if (form === posted) return event.stopPropagation();
  onTouch(event);
  const part = partAround(form);
  // The answer to an action may be a navigation.
  const isBlocked = isNavigationBlocked() && canBePosted(form);
  if (!isBlocked && (!part || part.isHydrated)) return;
  event.preventDefault();
  event.stopPropagation();
  if (submitted.has(form)) return;
  submitted.add(form);
  if (!isBlocked && part) await waitFor(part);
  const isPosted = isBlocked || !part?.isHydrated;
  // A form that is posted to a shop out of reach is lost with its page.
  const isLost = isPosted && !(await isShopThere());
  submitted.delete(form);
  if (isLost) return toast.error(form.dataset.failed ?? "An error occurred");
  if (isPosted) posted = form;
  form.requestSubmit(event.submitter);
  posted = undefined;
}

/** The browser may keep the page and show it again much later. */
function onLeave(): void {
  submitted.clear();
  for (const part of parts.values()) part.waiting = [];
}

async function onTraverse({ state }: PopStateEvent): Promise<void> {
  await hydrateAll();
  if (state && isAnyClosed() && isNavigationBlocked()) location.reload();
}

if (isInBrowser()) {
  for (const type of ["pointerover", "pointerdown", "focusin", "keydown", "input"])
    addEventListener(type, onTouch, { capture: true, passive: true });
  addEventListener("popstate", onTraverse, true);
  addEventListener("pagehide", onLeave);
  addEventListener("click", onClick, true);
  addEventListener("submit", onSubmit, true);
}
