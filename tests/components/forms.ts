// What a person reads on a page and does with a form, and what becomes of it.
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, type Mock, vi } from "vitest";
import { toasts } from "@/components/ui/toast";
import type { ActionFailure, ActionState } from "@/lib/http/action-state";

type Name = string | RegExp;
export const button = (name: Name) => screen.getByRole("button", { name });
export const press = (name: Name) => userEvent.click(button(name));

/** The texts of parts of a page. */
export const texts = (parts: Iterable<Element>) => Array.from(parts, ({ textContent }) => textContent);
/** The texts of a table, row by row; of the only one when it is not named. */
export const rowsOf = (name?: Name) =>
  within(screen.getByRole("table", { name }))
    .getAllByRole<HTMLTableRowElement>("row")
    .map(({ cells }) => texts(cells));
export const expectTexts = (...said: Name[]) => {
  for (const text of said) expect(screen.getByText(text)).toBeVisible();
};
export const expectLink = (name: Name, href: string) =>
  expect(screen.getByRole("link", { name })).toHaveAttribute("href", href);

/** Puts a text into a field instead of what is there, as by pasting: typing is much slower, and for the few tests about keys. */
export async function fill(field: Name | HTMLElement, text: string): Promise<void> {
  const element = field instanceof HTMLElement ? field : screen.getByLabelText(field);
  await userEvent.clear(element);
  if (text) await userEvent.paste(text);
}

/** The refusal of an action. */
export const failure = (
  code: ActionFailure["code"],
  message: string,
  more: Partial<ActionFailure> = {},
): ActionFailure => ({ ok: false, code, message, fields: {}, values: {}, ...more });
export const success = <T>(data: T) => ({ ok: true as const, data });
/** An action that refuses everything, and gives back what was typed. */
export const refusing = (code: ActionFailure["code"], message: string, more: Partial<ActionFailure> = {}) =>
  vi.fn(async (_before: unknown, form: FormData): Promise<ActionFailure> => {
    return failure(code, message, { values: Object.fromEntries(form) as Record<string, string>, ...more });
  });
/** Whatever it is asked, the shop is not reached. */
export const lost = () => Promise.reject(new TypeError("Failed to fetch"));

/** The form that an action was sent, a function that vi.fn() made; the last one unless another is asked for. */
export const formSent = (action: object, call = -1): FormData =>
  ((action as Mock).mock.calls.at(call)?.[1] as FormData | undefined) ?? new FormData();
export const sent = (action: object, call = -1): Record<string, unknown> => Object.fromEntries(formSent(action, call));

/** An action whose answers the test gives. */
export function unanswered<T>() {
  let resolve: (state: ActionState<T>) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const action = vi.fn(
    (_before: unknown, _form: FormData) =>
      new Promise<ActionState<T>>((answered, failed) => {
        [resolve, reject] = [answered, failed];
      }),
  );
  return {
    action,
    answer: (state: ActionState<T>) => resolve(state),
    lose: () => reject(new TypeError("Failed to fetch")),
  };
}

export const lastToast = () => toasts.list().at(-1);
export const toastTexts = () => toasts.list().map(({ type, message }) => `${type}: ${message}`);
