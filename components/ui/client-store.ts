/*
 * What the stores of a browser tab share: the listeners for useSyncExternalStore, messages to the other
 * tabs, and the cookies that a script may read.
 */

/** The listeners of one store. `connect` runs when the first one subscribes; its signal aborts when the last one leaves. */
export function createListeners(connect?: (signal: AbortSignal) => void) {
  const listeners = new Set<() => void>();
  let controller: AbortController;
  return {
    notify() {
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      if (listeners.size === 0) {
        controller = new AbortController();
        connect?.(controller.signal);
      }
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) controller.abort();
      };
    },
  };
}

/**
 * Messages between the tabs of this browser; the sender does not receive its own. Opened on first use, because it does not exist on
 * the server.
 */
export function createTabChannel<Message>(name: string) {
  let channel: BroadcastChannel | undefined;
  function open() {
    channel ??= typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name);
    return channel;
  }
  return {
    post(message: Message) {
      open()?.postMessage(message);
    },
    listen(onMessage: (message: Message) => void, signal: AbortSignal) {
      // Later, because to open a channel takes a phone some milliseconds, and a page has several.
      setTimeout(() => {
        if (!signal.aborted)
          open()?.addEventListener("message", ({ data }: MessageEvent<Message>) => onMessage(data), { signal });
      });
    },
  };
}

/** The value of one cookie in `document.cookie`, decoded; undefined when absent or malformed. */
export function readCookie(name: string): string | undefined {
  const cookie = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  try {
    return cookie && decodeURIComponent(cookie.slice(name.length + 1));
  } catch {
    // Malformed.
  }
}
