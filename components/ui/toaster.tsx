"use client";

import * as Radix from "@radix-ui/react-toast";
import Link from "next/link";
import { useState } from "react";
import { Icon, type IconName } from "./icon";
import { type Toast, type ToastType, toasts } from "./toast";

const icons: Record<ToastType, IconName> = { success: "check", error: "x", warning: "triangle-alert", info: "info" };

/** Duration of the exit animation in milliseconds; as `--dur-base` in tokens.css. */
const EXIT_MS = 200;

function ToastItem({ item }: { item: Toast }) {
  const [open, setOpen] = useState(true);

  function onOpenChange(next: boolean) {
    setOpen(next);
    if (!next) setTimeout(() => toasts.remove(item.id), EXIT_MS);
  }

  return (
    <Radix.Root
      className="toast-slot"
      type={item.type === "error" ? "foreground" : "background"}
      duration={item.duration}
      open={open}
      onOpenChange={onOpenChange}
    >
      <div className={`toast ${item.type}`} role={item.type === "error" ? "alert" : "status"}>
        <i aria-hidden="true">
          <Icon name={icons[item.type]} />
        </i>
        <div>
          {item.title && (
            <Radix.Title asChild>
              <strong>{item.title}</strong>
            </Radix.Title>
          )}
          <Radix.Description asChild>
            <p>{item.message}</p>
          </Radix.Description>
          {item.link && (
            <Link
              href={item.link.href}
              className="link inline-flex items-center min-h-6 touch:min-h-11"
              prefetch={false}
              onClick={() => onOpenChange(false)}
            >
              {item.link.text}
            </Link>
          )}
        </div>
        <Radix.Close className="btn btn-icon" aria-label="Dismiss">
          <Icon name="x" />
        </Radix.Close>
      </div>
    </Radix.Root>
  );
}

/**
 * Radix pauses the timeout on hover and focus and while the window is inactive; F8 moves the focus to the toasts, Escape dismisses.
 * Radix also copies each text for screen readers. ToastRegion announces the toasts already, so the copy goes into a detached element.
 */
export default function Toaster({ list }: { list: readonly Toast[] }) {
  const [detached] = useState(() => document.createElement("div"));
  return (
    <Radix.Provider label="Notification" swipeDirection="right" announcerContainer={detached}>
      {list.map((item) => (
        <ToastItem key={item.id} item={item} />
      ))}
      <Radix.Viewport className="toast-region" label="Notifications ({hotkey})" />
    </Radix.Provider>
  );
}
