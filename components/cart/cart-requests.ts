import { unstable_rethrow } from "next/navigation";
import { failureOfLost } from "@/components/forms/lost-answer";
import type { CartState } from "@/lib/cart/queries";
import type { ActionFailure, ActionState } from "@/lib/http/action-state";
import type { Problem } from "@/lib/http/problem";

const CHANGE_FAILED = "Your cart could not be changed. Please try again.";
/** Milliseconds after which a change whose request has failed is given up. */
const LOST_DELAY_MS = 1_000;

function failed(code: ActionFailure["code"], message = CHANGE_FAILED, extra: Partial<Problem> = {}): ActionFailure {
  const { items, days } = extra;
  return { ok: false, code, message, items, days, fields: {}, values: {} };
}

/**
 * The outcome of a request that got no answer. A browser ends the requests of a page that it leaves shortly before the page gets `pagehide`,
 * so the change counts as unanswered for a moment longer, and is then sent by the API.
 */
export async function lost(error: unknown): Promise<ActionFailure> {
  await new Promise((resolve) => setTimeout(resolve, LOST_DELAY_MS));
  return failureOfLost(error, CHANGE_FAILED);
}

/** The same of an action. Null when it led to another page, such as the login: the router follows by itself. */
export async function lostAction(error: unknown): Promise<ActionFailure | null> {
  try {
    unstable_rethrow(error);
  } catch {
    return null;
  }
  return lost(error);
}

/** Reads the cart from the server; null when the server could not. Throws when it could not be reached. */
export async function fetchCart(): Promise<CartState | null> {
  const response = await fetch("/cart/state", { cache: "no-store" });
  return response.ok ? ((await response.json()) as CartState) : null;
}

/** Changes the cart, or a line of it, by the API, in a request that outlives the page. Throws when the server could not be reached. */
export async function patchCart(path: string, change: object): Promise<ActionState<CartState>> {
  const response = await fetch(`/api/cart${path}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(change),
    keepalive: true,
  });
  if (!response.ok) {
    const { code, message, ...extra }: Problem = await response.json();
    return failed(code as ActionFailure["code"], message, extra);
  }
  const cart = await fetchCart();
  return cart ? { ok: true, data: cart } : failed("lost");
}
