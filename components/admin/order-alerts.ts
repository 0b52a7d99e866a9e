import { createListeners } from "@/components/ui/client-store";
import { readStored, store } from "@/components/ui/storage";

/*
 * Sound and notification for new orders. They are of this device, and off until somebody switches them on.
 */

const SWITCH = "mithaas:order-alerts";
/** The event of an order that was taken on this page, which is no news for who took it. */
export const ORDER_TAKEN = "mithaas:order-taken";
/** The newest order that a tab of this browser has announced, so that several tabs ring once. */
const ANNOUNCED = "mithaas:order-announced";

const listeners = createListeners((signal) => window.addEventListener("storage", listeners.notify, { signal }));
export const subscribeAlerts = listeners.subscribe;
export const alertsOn = (): boolean => readStored(SWITCH) === "on";

/** Switches alerts on or off, by a press, without which browsers give neither sound nor permission. Returns what came of it. */
export async function switchAlerts(on: boolean): Promise<string> {
  const kept = store(SWITCH, on ? "on" : null);
  listeners.notify();
  if (!kept) return "This browser does not keep the choice. Please allow it to store data for this shop.";
  if (!on) return "Alerts are off on this device.";
  void ring();
  const permission = "Notification" in window ? await Notification.requestPermission() : "denied";
  return permission === "granted"
    ? "Sound and notifications are on for this device."
    : "Sound is on for this device. This browser does not allow notifications.";
}

/** Rings and notifies, where that is on. `newest`: the number of the newest order. */
export function announce(newest: number, text: string): void {
  if (!alertsOn() || readStored(ANNOUNCED) === String(newest)) return;
  store(ANNOUNCED, String(newest));
  void ring();
  if ("Notification" in window && Notification.permission === "granted") void notify(text);
}

async function notify(text: string) {
  // One tag: a later notification takes the place of one that nobody has looked at.
  const options = { tag: "new-order", icon: "/icons/icon-192.png" };
  try {
    const notification = new Notification(text, options);
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Chrome on Android shows only those of a service worker (public/sw.js).
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(text, options).catch(() => {});
  }
}

let audio: AudioContext | undefined;

/** Two short notes. Silent in a browser without sound, and until the page was touched once where the browser wants that. */
async function ring() {
  try {
    const context = (audio ??= new AudioContext());
    await context.resume();
    const volume = new GainNode(context, { gain: 0.2 });
    volume.connect(context.destination);
    for (const [after, frequency] of [
      [0, 880],
      [0.2, 1175],
    ] as const) {
      const note = new OscillatorNode(context, { frequency });
      note.connect(volume);
      note.start(context.currentTime + after);
      note.stop(context.currentTime + after + 0.18);
    }
  } catch {
    // No sound then; the line and the title say it.
  }
}
