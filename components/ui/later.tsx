"use client";

import { Component, type ComponentType, lazy, type ReactNode, Suspense, startTransition } from "react";
import { RELOAD, toast } from "./toast";

/*
 * Code that is loaded when it is first shown, and may not come: after an upgrade its file may be gone, and the connection may be lost. Only
 * the place of that code then says so. React.lazy alone would replace the whole page by an error.
 */

/** Errors of code that could not be loaded. */
const losses = new WeakSet<object>();

/** Passes code on, and marks the error of code that does not come, for `CodeBoundary`. */
async function markLoss<T>(code: Promise<T>): Promise<T> {
  try {
    return await code;
  } catch (error) {
    if (typeof error === "object" && error) losses.add(error);
    throw error;
  }
}

const LOST = "This could not be loaded.";

type BoundaryProps = {
  /** Renders the code, also when it is tried again. */
  children: () => ReactNode;
  onLost?: () => void;
  /** The failure is said elsewhere. */
  isSilent?: boolean;
};

/** Around code that may not come: keeps the failure in this place, with a button that tries again. */
class CodeBoundary extends Component<BoundaryProps, { isLost: boolean }> {
  override state = { isLost: false };

  static getDerivedStateFromError(error: object) {
    // All else is for the boundaries above, also the redirects of Next.js.
    if (!losses.has(error)) throw error;
    return { isLost: true };
  }

  override componentDidCatch() {
    this.props.onLost?.();
  }

  // A transition, because the code is waited for: nothing else of the page may be hidden meanwhile.
  retry = () => startTransition(() => this.setState({ isLost: false }));

  override render() {
    if (!this.state.isLost) return this.props.children();
    if (this.props.isSilent) return null;
    return (
      <p role="status" className="text-sm text-muted">
        {LOST}{" "}
        <button type="button" className="link min-h-6 touch:min-h-11" onClick={this.retry}>
          Try again
        </button>
      </p>
    );
  }
}

type Later<P> = ComponentType<P> & {
  /** Loads the code before it is shown. */
  preload: () => void;
};

/**
 * A component whose code is loaded when it is first shown; `Suspense` around it shows what is there until then. What has no place in
 * the page has `onLost`, which runs when the code does not come, and needs no `Suspense`. The code is asked for again at the next showing.
 */
export function later<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  onLost?: (props: P) => void,
): Later<P> {
  let isLost = false;
  const attempt = () =>
    lazy<ComponentType<P>>(() =>
      markLoss(load()).catch((error) => {
        isLost = true;
        throw error;
      }),
    );
  let latest = attempt();
  const view = (props: P) => {
    const renew = () => {
      // React.lazy keeps a failure for ever. Replaced any sooner, the next try would be rendered at once, and the one after it.
      if (isLost) latest = attempt();
      isLost = false;
      onLost?.(props);
    };
    const part = (
      <CodeBoundary onLost={renew} isSilent={onLost !== undefined}>
        {() => {
          const Code: ComponentType<P> = latest;
          return <Code {...props} />;
        }}
      </CodeBoundary>
    );
    return onLost ? <Suspense>{part}</Suspense> : part;
  };
  return Object.assign(view, { preload: () => void load().catch(() => {}) });
}

/** The same for what opens over the page. When its code does not come, it is closed and a toast says so. */
export const laterDialog = <P extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<P> }>,
  onLost?: () => void,
): Later<P> =>
  later(load, ({ onClose }) => {
    onClose();
    onLost?.();
    toast.error(`${LOST} Please try again.`, { action: RELOAD });
  });
