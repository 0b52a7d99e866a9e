// A page with a part (components/ui/hydrate-on-touch.tsx) as the server sends it and as React takes it over in the browser.
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { act } from "@testing-library/react";
import type { ComponentType, ReactNode } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToPipeableStream } from "react-dom/server";
import { vi } from "vitest";

type Module = typeof import("@/components/ui/hydrate-on-touch");
type Pages = (module: Module, load: () => Promise<ComponentType>) => ReactNode;

const onePart: Pages = ({ HydrateOnTouch }, load) => <HydrateOnTouch load={load} props={{}} />;

const addListener = window.addEventListener;
let listeners: AbortController | undefined;
let root: Root | undefined;

/** The module as a new document has it. */
async function loadModule(): Promise<Module> {
  listeners?.abort();
  listeners = new AbortController();
  const { signal } = listeners;
  vi.stubGlobal("addEventListener", (type: string, listener: EventListener, options: unknown) =>
    addListener(type, listener, {
      capture: options === true || (options as AddEventListenerOptions | undefined)?.capture,
      signal,
    }),
  );
  vi.resetModules();
  return import("@/components/ui/hydrate-on-touch");
}

/** What the server sends of a page, `ms` after which it has the code. */
export async function htmlOf(View: ComponentType, page = onePart, ms = 0): Promise<string> {
  vi.stubGlobal("window", undefined);
  const module = await loadModule();
  const load = () => new Promise<ComponentType>((resolve) => setTimeout(resolve, ms, View));
  const sent = new PassThrough();
  const { pipe } = renderToPipeableStream(page(module, module.partCode(load)), { onShellReady: () => pipe(sent) });
  const html = await text(sent);
  vi.unstubAllGlobals();
  return html;
}

/** A page that React has taken over while the code of its part is not there. */
export async function aPage(View: ComponentType, page = onePart) {
  const container = document.createElement("main");
  container.innerHTML = await htmlOf(View, page);
  document.body.replaceChildren(container);
  const module = await loadModule();
  let answer: { resolve: (view: ComponentType) => void; reject: (error: Error) => void } | undefined;
  const load = vi.fn(
    () =>
      new Promise<ComponentType>((resolve, reject) => {
        answer = { resolve, reject };
      }),
  );
  const code = module.partCode(load);
  const hydrate = () =>
    act(async () => {
      root = hydrateRoot(container, page(module, code), { onRecoverableError: (error) => console.error(error) });
    });
  await hydrate();
  const find = (selector: string) => container.querySelector<HTMLElement>(selector) as HTMLElement;
  return {
    ...module,
    load,
    find,
    container,
    /** Fires an event and lets React and what waits proceed. */
    fire: (selector: string, type: string) =>
      act(async () => void find(selector).dispatchEvent(new Event(type, { bubbles: true }))),
    click: (selector: string) => act(async () => find(selector).click()),
    arrive: () => act(async () => answer?.resolve(View)),
    fail: () => act(async () => answer?.reject(new Error("lost"))),
    render: (node: ReactNode) => act(async () => root?.render(node)),
    renderNow: (node: ReactNode) => act(() => flushSync(() => root?.render(node))),
    /** Aborts when the page ends. */
    signal: (listeners as AbortController).signal,
    code,
  };
}

/** Ends the page of a test. */
export async function endPage(): Promise<void> {
  await act(async () => root?.unmount());
  root = undefined;
  listeners?.abort();
  vi.unstubAllGlobals();
}
