// The one hook that all forms use: double submission, field errors, focus, a lost connection, and the answer to a plain post.
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { UnrecognizedActionError } from "next/dist/client/components/unrecognized-action-error";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { resetSentFields, setFieldTexts } from "@/components/forms/fields";
import { useActionForm } from "@/components/forms/use-action-form";
import { TextField } from "@/components/ui/field";
import type { ActionFailure, ActionState, FormAction } from "@/lib/http/action-state";
import { button, failure as failureOf, fill, formSent, lost, press, unanswered } from "./forms";

/** The state that a page without JavaScript was answered with, as React hands it to useActionState. */
const posted = vi.hoisted(() => ({ state: null as unknown }));
vi.mock("react", async (importOriginal) => {
  const react = await importOriginal<typeof import("react")>();
  return {
    ...react,
    useActionState: ((action: never, initial: never, permalink?: string) =>
      react.useActionState(action, posted.state ?? initial, permalink)) as typeof react.useActionState,
  };
});

type Data = { message: string };
const success: ActionState<Data> = { ok: true, data: { message: "Saved" } };
const failure = (more: Partial<ActionFailure> = {}) => failureOf("invalid", "Please check the fields", more);

const schema = z.object({
  first: z.string().min(2, "First is too short"),
  second: z.string().min(2, "Second is too short"),
});

type Options = Partial<Parameters<typeof useActionForm<Data, { first: string; second: string }>>[1]>;

function Form({ action, options }: { action: FormAction<Data>; options?: Options }) {
  const form = useActionForm<Data, { first: string; second: string }>(action, {
    failureText: "The connection was lost",
    values: { first: "", second: "" },
    ...options,
  });
  return (
    <form {...form.formProps} aria-label="Example">
      <TextField label="First" {...form.field("first")} />
      <TextField label="Second" {...form.field("second")} />
      {form.message && <p role="alert">{form.message}</p>}
      {form.posted?.ok && <p role="status">{form.posted.data.message}</p>}
      <button type="submit" aria-disabled={form.pending || undefined}>
        Save
      </button>
      <button type="submit" name="intent" value="other">
        Other
      </button>
      <button type="button" onClick={() => setFieldTexts(form.formRef.current, { first: "filled" })}>
        Fill
      </button>
      <button type="button" onClick={form.dismiss}>
        Dismiss
      </button>
    </form>
  );
}

const withSchema: Options = { loadSchema: async () => schema };

beforeEach(() => {
  posted.state = null;
  document.body.innerHTML = "";
});

describe("a failure that is shown as a toast", () => {
  const outcomeOf = async (outcome: ActionFailure) => {
    const toastFailure = vi.fn();
    render(<Form action={async () => outcome} options={{ toastFailure }} />);
    await press("Save");
    await waitFor(() => expect(button("Save")).not.toHaveAttribute("aria-disabled"));
    return toastFailure;
  };

  test("is not said a second time in the form", async () => {
    const toastFailure = await outcomeOf(failure({ code: "service_unavailable", message: "The shop is away" }));
    expect(toastFailure).toHaveBeenCalledOnce();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("has no toast when a field shows it", async () => {
    const toastFailure = await outcomeOf(failure({ fields: { first: "First is too short" } }));
    expect(screen.getByText("First is too short")).toBeVisible();
    expect(toastFailure).not.toHaveBeenCalled();
  });

  test("is in the page when the form was posted without JavaScript", () => {
    const message = "The shop is away";
    const html = renderToString(<Form action={async () => success} options={{ toastFailure: vi.fn() }} />);
    expect(html).not.toContain(message);
    posted.state = failure({ code: "service_unavailable", message });
    expect(renderToString(<Form action={async () => success} options={{ toastFailure: vi.fn() }} />)).toContain(
      message,
    );
  });
});

describe("submission", () => {
  test("a double click sends once, and the button is busy until the answer", async () => {
    const { action, answer } = unanswered<Data>();
    render(<Form action={action} options={withSchema} />);
    await fill("First", "one");
    await fill("Second", "two");
    await userEvent.dblClick(button("Save"));
    await waitFor(() => expect(button("Save")).toHaveAttribute("aria-disabled"));
    await press("Save");
    expect(action).toHaveBeenCalledOnce();
    await act(async () => answer(success));
    expect(button("Save")).not.toHaveAttribute("aria-disabled");
    await press("Save");
    await waitFor(() => expect(action).toHaveBeenCalledTimes(2));
    // React holds back the transitions of all tests while one is pending.
    await act(async () => answer(success));
  });

  test("a success is reported, also after the form was unmounted", async () => {
    const { action, answer } = unanswered<Data>();
    const onSuccess = vi.fn();
    const { unmount } = render(<Form action={action} options={{ onSuccess }} />);
    await press("Save");
    unmount();
    await act(async () => answer(success));
    expect(onSuccess).toHaveBeenCalledWith({ message: "Saved" }, expect.any(HTMLFormElement));
  });

  test("the fields are emptied after a success when that is asked for, even after a failure before", async () => {
    const action = vi.fn<FormAction<Data>>(async (_, form) =>
      failure({ values: { first: String(form.get("first")) } }),
    );
    render(<Form action={action} options={{ onShown: resetSentFields }} />);
    await fill("First", "one");
    await press("Save");
    expect(await screen.findByRole("alert")).toHaveTextContent("Please check the fields");
    expect(screen.getByLabelText("First")).toHaveValue("one");
    action.mockResolvedValue(success);
    await press("Save");
    await waitFor(() => expect(screen.getByLabelText("First")).toHaveValue(""));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("what is typed after a form was sent stays when its other fields are emptied", async () => {
    const { action, answer } = unanswered<Data>();
    render(<Form action={action} options={{ onShown: resetSentFields }} />);
    await fill("First", "sent");
    await fill("Second", "sent too");
    await press("Save");
    await fill("Second", "for the next one");
    await act(async () => answer(success));
    expect(screen.getByLabelText("First")).toHaveValue("");
    expect(screen.getByLabelText("Second")).toHaveValue("for the next one");
  });

  test.each([
    ["a radio", '<input type="radio" name="field" value="a" checked><input type="radio" name="field" value="b">'],
    ["a checkbox", '<input type="checkbox" name="field" value="b">'],
    ["a select", '<select name="field"><option value="a" selected></option><option value="b"></option></select>'],
    ["a text area", '<textarea name="field">a</textarea>'],
  ])("%s goes back to what it was, unless it was changed after it was sent", (_, html) => {
    const form = document.createElement("form");
    form.innerHTML = html;
    const first = new FormData(form).get("field");
    const choose = () => {
      const field = form.elements[form.elements.length - 1] as HTMLInputElement;
      if (/radio|checkbox/.test(field.type)) field.checked = true;
      else field.value = "b";
    };
    choose();
    const sent = new FormData(form);
    expect(sent.get("field")).toBe("b");
    resetSentFields(form, sent);
    expect(new FormData(form).get("field")).toBe(first);
    choose();
    resetSentFields(form, new FormData());
    expect(new FormData(form).get("field")).toBe("b");
  });

  test("a form of a page of before the last upgrade says that a reload helps, and what was typed stays", async () => {
    const onFailure = vi.fn();
    const action = () => Promise.reject(new UnrecognizedActionError("not found on the server"));
    render(<Form action={action} options={{ onFailure }} />);
    await fill("First", "typed");
    await press("Save");
    expect(await screen.findByRole("alert")).toHaveTextContent("The shop was updated. Please reload the page.");
    expect(screen.getByLabelText("First")).toHaveValue("typed");
    expect(onFailure).toHaveBeenCalledWith(expect.objectContaining({ code: "outdated" }), expect.any(FormData));
  });

  test("a lost connection is a failure like any other, and what was typed stays", async () => {
    const onFailure = vi.fn();
    render(<Form action={lost} options={{ onFailure }} />);
    await fill("First", "one");
    await press("Save");
    expect(await screen.findByRole("alert")).toHaveTextContent("The connection was lost");
    expect(screen.getByLabelText("First")).toHaveValue("one");
    expect(onFailure).toHaveBeenCalledWith(expect.objectContaining({ code: "lost" }), expect.any(FormData));
  });

  test("a failure of the preparation is shown, and nothing is sent", async () => {
    const action = vi.fn<FormAction<Data>>();
    render(<Form action={action} options={{ prepare: async () => failure({ message: "The upload failed" }) }} />);
    await press("Save");
    expect(await screen.findByRole("alert")).toHaveTextContent("The upload failed");
    expect(action).not.toHaveBeenCalled();
    await press("Dismiss");
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("field errors", () => {
  test("the browser checks with the server's schema: every invalid field is described, and the first has the focus", async () => {
    const action = vi.fn<FormAction<Data>>(async () => success);
    render(<Form action={action} options={withSchema} />);
    await fill("Second", "2");
    await press("Save");
    await waitFor(() => expect(screen.getByLabelText("First")).toHaveAccessibleDescription("First is too short"));
    expect(screen.getByLabelText("Second")).toHaveAccessibleDescription("Second is too short");
    expect(screen.getByLabelText("First")).toHaveFocus();
    expect(action).not.toHaveBeenCalled();
    await fill("First", "one");
    await waitFor(() => expect(screen.getByLabelText("First")).toBeValid());
    await press("Fill");
    await fill("Second", "22");
    await press("Save");
    await waitFor(() => expect(action).toHaveBeenCalledOnce());
    expect(formSent(action).get("first")).toBe("filled");
  });

  test("the server's errors are shown at their fields, the first has the focus, and no message stands for all", async () => {
    const action = vi.fn<FormAction<Data>>(async () =>
      failure({ fields: { "second.0": "Not this one", "second.1": "Nor this" } }),
    );
    render(<Form action={action} options={{ ...withSchema, fieldOf: (path) => path.replace(/\..*/, "") }} />);
    await fill("First", "one");
    await fill("Second", "two");
    await press("Save");
    await waitFor(() => expect(screen.getByLabelText("Second")).toHaveAccessibleDescription("Not this one"));
    expect(screen.getByLabelText("Second")).toHaveFocus();
    expect(screen.getByLabelText("First")).toBeValid();
    expect(screen.queryByRole("alert")).toBeNull();
    await fill("Second", "two!");
    await waitFor(() => expect(screen.getByLabelText("Second")).toBeValid());
  });

  test("an error that no field shows becomes the form's message", async () => {
    render(<Form action={async () => failure({ fields: { key: "Wrong key" }, message: "Please reload" })} />);
    await press("Save");
    expect(await screen.findByRole("alert")).toHaveTextContent("Please reload");
  });

  test("a button with a name submits without a check of the fields", async () => {
    const action = vi.fn<FormAction<Data>>(async () => success);
    render(<Form action={action} options={withSchema} />);
    await press("Other");
    await waitFor(() => expect(action).toHaveBeenCalledOnce());
    expect(formSent(action).get("intent")).toBe("other");
  });

  test("when the checks cannot be loaded, the server alone checks", async () => {
    const action = vi.fn<FormAction<Data>>(async () => success);
    render(<Form action={action} options={{ loadSchema: lost }} />);
    await press("Save");
    await waitFor(() => expect(action).toHaveBeenCalledOnce());
  });
});

describe("without JavaScript", () => {
  /** Shows what the server renders, without hydrating it. */
  function renderOnServer(element: ReactElement) {
    document.body.innerHTML = renderToString(element);
  }

  test("the page comes back with what was typed and the errors at their fields", () => {
    posted.state = failure({ fields: { second: "Second is too short" }, values: { first: "one", second: "2" } });
    renderOnServer(<Form action={vi.fn()} />);
    expect(screen.getByLabelText("First")).toHaveValue("one");
    expect(screen.getByLabelText("Second")).toHaveValue("2");
    expect(screen.getByLabelText("Second")).toBeInvalid();
    expect(screen.getByLabelText("Second")).toHaveAccessibleDescription("Second is too short");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("a success is in the page", () => {
    posted.state = success;
    renderOnServer(<Form action={vi.fn()} />);
    expect(screen.getByRole("status")).toHaveTextContent("Saved");
  });

  test.each([
    [40, "40 seconds"],
    [840, "14 minutes"],
  ])("a failure of the whole form is in the page, which says how long to wait: %i s", (retryAfter, time) => {
    posted.state = failure({ code: "rate_limited", message: "Too many attempts.", retryAfter });
    renderOnServer(<Form action={vi.fn()} />);
    expect(screen.getByRole("alert")).toHaveTextContent(`Too many attempts. Please try again in ${time}.`);
  });

  test("when JavaScript arrives afterwards, the first invalid field gets the focus", async () => {
    posted.state = failure({ fields: { second: "Second is too short" }, values: { first: "one", second: "2" } });
    const onFailure = vi.fn();
    render(<Form action={vi.fn()} options={{ onFailure }} />);
    await waitFor(() => expect(screen.getByLabelText("Second")).toHaveFocus());
    expect(onFailure).toHaveBeenCalledWith(posted.state, expect.any(FormData));
    expect(onFailure.mock.calls[0]?.[1].get("first")).toBe("one");
  });

  test("a success before hydration is reported when JavaScript arrives, and no longer in the page", async () => {
    posted.state = success;
    const onSuccess = vi.fn();
    render(<Form action={vi.fn()} options={{ onSuccess }} />);
    await waitFor(() => expect(screen.queryByRole("status")).toBeNull());
    expect(onSuccess).toHaveBeenCalledOnce();
  });
});
