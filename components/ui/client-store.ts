/*
 * What the stores of this browser tab share: the listeners for useSyncExternalStore, messages to the shop's other tabs, and one
 * handler for several DOM events. Each returns the function that undoes it.
 */

/** The listeners of one store. `connect` runs when the first one subscribes; what it returns, when the last one leaves. */
export function createListeners(connect?: () => () => void) {
  const listeners = new Set<() => void>();
  let disconnect: (() => void) | undefined;
  return {
    notify() {
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      if (listeners.size === 0) disconnect = connect?.();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) disconnect?.();
      };
    },
  };
}

/** Messages between the tabs of this browser; the sender does not receive its own. Opened on first use, because it does not exist on the server. */
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
    listen(onMessage: (message: Message) => void): () => void {
      const onEvent = ({ data }: MessageEvent<Message>) => onMessage(data);
      const opened = open();
      opened?.addEventListener("message", onEvent);
      return () => opened?.removeEventListener("message", onEvent);
    },
  };
}

export function onEvents(target: EventTarget | undefined, events: readonly string[], handler: () => void): () => void {
  for (const event of events) target?.addEventListener(event, handler);
  return () => {
    for (const event of events) target?.removeEventListener(event, handler);
  };
}
