"use client";

import type { Route } from "next";
import Link from "next/link";
import type { ComponentProps, KeyboardEvent, MouseEvent } from "react";

type LinkButtonProps = Omit<ComponentProps<typeof Link>, "href" | "role" | "onClick"> & {
  href: string;
  /** Runs instead of following the link, unless the link is opened in another tab or window. */
  onPress?: () => void;
  disabled?: boolean;
};

const opensElsewhere = (event: MouseEvent) => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

// Space presses a button, but does nothing to a link.
function clickOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== " ") return;
  event.preventDefault();
  event.currentTarget.click();
}

/**
 * A link that is announced and operated as a button: it has an address and works without JavaScript, and with JavaScript it can
 * open a dialog instead. `disabled` leaves out the address.
 */
export function LinkButton({ href, onPress, disabled = false, children, ...rest }: LinkButtonProps) {
  if (disabled) {
    return (
      <a className={rest.className} role="button" aria-disabled="true">
        {children}
      </a>
    );
  }
  return (
    <Link
      href={href as Route}
      prefetch={false}
      role="button"
      onKeyDown={clickOnSpace}
      onClick={
        onPress &&
        ((event) => {
          if (opensElsewhere(event)) return;
          event.preventDefault();
          onPress();
        })
      }
      {...rest}
    >
      {children}
    </Link>
  );
}
