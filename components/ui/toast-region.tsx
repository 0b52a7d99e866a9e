"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { A } from "./a";
import { Icon, type IconName } from "./icon";
import { type Toast, type ToastType, toasts } from "./toast";

const icons: Record<ToastType, IconName> = { success: "check", error: "x", warning: "triangle-alert", info: "info" };
/** Duration of the exit animation in milliseconds; as `--dur-base` in tokens.css. */
const EXIT_MS = 200;
/** How far to the right a finger has to push a toast to dismiss it, in pixels. */
const SWIPE_PX = 60;

const LINK = "link inline-flex items-center min-h-6 touch:min-h-11";

const emptyList: readonly Toast[] = [];

/**
 * The toasts. Their code is part of every page, because they say when the connection is lost. The live region is there from the start,
 * because one announces only what is added later. F8 moves the focus to the toasts, and it returns when the last one goes. None of them
 * closes while one is pointed at or has the focus, nor while another window has the focus.
 */
export function ToastRegion() {
  const list = useSyncExternalStore(toasts.subscribe, toasts.list, () => emptyList);
  const live = useRef<HTMLDivElement>(null);
  const [isHeld, setIsHeld] = useState(false);
  const isEmpty = list.length === 0;

  useEffect(() => {
    // What vanishes under the pointer is not left by it.
    if (isEmpty) setIsHeld(false);
  }, [isEmpty]);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const hold = () => setIsHeld(true);
    const letGo = () => setIsHeld(false);
    window.addEventListener("blur", hold, { signal });
    window.addEventListener("focus", letGo, { signal });
    let before: Element | null = null;
    const hasFocus = () => live.current?.contains(document.activeElement);
    const onKey = ({ key }: KeyboardEvent) => {
      const section = live.current?.querySelector("section");
      if (key !== "F8" || !section) return;
      if (!hasFocus()) before = document.activeElement;
      section.focus();
    };
    window.addEventListener("keydown", onKey, { signal });
    const giveBack = () => {
      if (toasts.list().length === 0 && hasFocus() && before instanceof HTMLElement) before.focus();
    };
    signal.addEventListener("abort", toasts.subscribe(giveBack));
    // An open dialog would take a press on a toast for one beside the dialog, and close.
    live.current?.addEventListener("pointerdown", (event) => event.stopPropagation(), { signal });
    return () => controller.abort();
  }, []);

  return (
    <div aria-live="polite" ref={live}>
      {!isEmpty && (
        <section
          className="toast-region"
          aria-label="Notifications (F8)"
          tabIndex={-1}
          onPointerEnter={() => setIsHeld(true)}
          onPointerLeave={() => setIsHeld(false)}
          onFocus={() => setIsHeld(true)}
          onBlur={() => setIsHeld(false)}
        >
          {list.map((item) => (
            <ToastItem key={item.id} item={item} isHeld={isHeld} />
          ))}
        </section>
      )}
    </div>
  );
}

function ToastItem({ item, isHeld }: { item: Toast; isHeld: boolean }) {
  const { id, type, title, message, duration, link, action } = item;
  const [isClosed, setIsClosed] = useState(false);
  const slot = useRef<HTMLDivElement>(null);
  const touchedAt = useRef(0);

  useEffect(() => {
    if (isHeld || isClosed) return;
    const timer = setTimeout(setIsClosed, duration, true);
    return () => clearTimeout(timer);
  }, [isHeld, isClosed]);

  useEffect(() => {
    if (!isClosed) return;
    const element = slot.current;
    if (element?.contains(document.activeElement)) element.closest("section")?.focus();
    // Not cleared: who leaves the page with a toast closing must not find it open again.
    setTimeout(toasts.remove, EXIT_MS, id);
  }, [isClosed]);

  const dismiss = () => setIsClosed(true);
  const moveBy = (pixels: number) => slot.current?.style.setProperty("translate", `${Math.max(0, pixels)}px`);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and a swipe are further ways to press its button.
    <div
      ref={slot}
      className="toast-slot"
      data-state={isClosed ? "closed" : "open"}
      onKeyDown={({ key }) => key === "Escape" && dismiss()}
      onTouchStart={({ touches }) => {
        touchedAt.current = touches[0]?.clientX ?? 0;
      }}
      onTouchMove={({ touches }) => moveBy((touches[0]?.clientX ?? 0) - touchedAt.current)}
      onTouchEnd={({ changedTouches }) => {
        if ((changedTouches[0]?.clientX ?? 0) - touchedAt.current > SWIPE_PX) dismiss();
        else moveBy(0);
      }}
    >
      <div className={`toast ${type}`} role={type === "error" ? "alert" : "status"}>
        <i aria-hidden="true">
          <Icon name={icons[type]} />
        </i>
        <div>
          {title && <strong>{title}</strong>}
          <p>{message}</p>
          {link && (
            <A href={link.href} className={LINK} onClick={dismiss}>
              {link.text}
            </A>
          )}
          {action && (
            <button
              type="button"
              className={LINK}
              onClick={() => {
                // It can be pressed until it has faded away.
                if (!isClosed) {
                  dismiss();
                  action.onPress();
                }
              }}
            >
              {action.text}
            </button>
          )}
        </div>
        <button type="button" className="btn btn-icon" aria-label="Dismiss" onClick={dismiss}>
          <Icon name="x" />
        </button>
      </div>
    </div>
  );
}
