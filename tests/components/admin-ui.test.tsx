// The parts that the screens of the admin area stand on.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { ActionButton, ActionForm, FormText, SaveButton } from "@/components/admin/ui/action-form";
import { ConfirmButton } from "@/components/admin/ui/confirm-button";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { Section } from "@/components/admin/ui/page";
import { RecordForm, RecordRows, useRecord, useRecordField } from "@/components/admin/ui/record-form";
import { TextField } from "@/components/ui/field";
import { toasts } from "@/components/ui/toast";
import type { ActionState, FormAction, MessageAction } from "@/lib/http/action-state";
import { button, failure, fill, press, refusing, sent, success } from "./forms";

const done = (message: string) => vi.fn(async () => success({ message }));
const lastToast = () => toasts.list().at(-1);

test("a folded part opens when it is needed, and stays as the person leaves it", async () => {
  const part = (open: boolean) => (
    <Disclosure summary="Refund" open={open}>
      <button type="button">Record refund</button>
    </Disclosure>
  );
  const { container, rerender } = render(part(false));
  const details = container.querySelector("details");
  expect(details).not.toHaveAttribute("open");
  rerender(part(true)); // a refusal
  screen.getByRole("button", { name: "Record refund" }).focus();
  rerender(part(false)); // a success
  expect(details).toHaveAttribute("open");
  expect(screen.getByRole("button", { name: "Record refund" })).toHaveFocus();
  await userEvent.click(screen.getByText("Refund"));
  rerender(part(false));
  expect(details).not.toHaveAttribute("open");
});

describe("an action's form", () => {
  test("sends its fields with what is hidden, says what was done, and is empty again", async () => {
    const action = done("Saved it");
    render(
      <ActionForm action={action} fields={{ id: 7 }} values={{ name: "" }} button="Add">
        <FormText name="name" label="Name" />
      </ActionForm>,
    );
    await fill("Name", "Asha");
    await press("Add");
    await waitFor(() => expect(lastToast()).toMatchObject({ type: "success", message: "Saved it" }));
    expect(sent(action)).toMatchObject({ id: "7", name: "Asha" });
    expect(screen.getByLabelText("Name")).toHaveValue("");
  });

  test("says an error once: at its field, and otherwise as a toast", async () => {
    const action = refusing("invalid", "Invalid input", { fields: { name: "Please enter a name" } });
    const { rerender } = render(
      <ActionForm action={action} failed="Failed to add" values={{ name: "" }} button="Add">
        <FormText name="name" label="Name" />
      </ActionForm>,
    );
    const before = toasts.list().length;
    await press("Add");
    await waitFor(() => expect(screen.getByLabelText("Name")).toHaveAccessibleDescription("Please enter a name"));
    expect(screen.getByLabelText("Name")).toHaveFocus();
    expect(toasts.list()).toHaveLength(before);
    rerender(<ActionForm key="2" action={refusing("conflict", "Taken")} failed="Failed to add" button="Add" />);
    await press("Add");
    await waitFor(() => expect(lastToast()).toMatchObject({ type: "error", title: "Failed to add", message: "Taken" }));
    expect(screen.queryByText("Taken")).toBeNull();
  });

  test("opens itself when it was refused, and asks whether that is meant", async () => {
    const action = vi.fn(async (_: unknown, form: FormData) =>
      form.has("force")
        ? success({ message: "Recorded" })
        : failure("overpaid", "Only ₹5 is due.", { values: { amount: "9" } }),
    ) as unknown as MessageAction;
    const question = {
      code: "overpaid",
      ask: ({ message }: { message: string }) => `${message} Record it?`,
      label: "Record anyway",
      name: "force",
      value: ({ values }: { values: Record<string, string> }) => values.amount,
    } as const;
    render(
      <ActionForm action={action} summary="Record" values={{ amount: "9" }} question={question} button="Record it">
        <FormText name="amount" label="Amount" />
      </ActionForm>,
    );
    await userEvent.click(screen.getByText("Record"));
    await press("Record it");
    expect(await screen.findByRole("alert")).toHaveTextContent("Only ₹5 is due. Record it?");
    await userEvent.type(screen.getByLabelText("Amount"), "1");
    expect(screen.queryByRole("alert")).toBeNull();
    await press("Record it");
    await userEvent.click(await screen.findByRole("button", { name: "Record anyway" }));
    await waitFor(() => expect(lastToast()).toMatchObject({ message: "Recorded" }));
    expect(sent(action)).toMatchObject({ force: "9" });
    // The pressed button is gone; the focus stays at the form.
    expect(screen.getByText("Record")).toHaveFocus();
  });

  test.each(["its own", "the one around it"])(
    "opens the part that was folded meanwhile with every refusal: %s",
    async (by) => {
      const isOwn = by === "its own";
      let refuse = (_: ActionState<{ message: string }>) => {};
      const action = () =>
        new Promise<ActionState<{ message: string }>>((resolve) => {
          refuse = resolve;
        });
      const form = <ActionForm action={action} summary={isOwn ? "Move" : undefined} button="Go" />;
      render(isOwn ? form : <Disclosure summary="Move">{form}</Disclosure>);
      const part = screen.getByText("Move").closest("details") as HTMLDetailsElement;
      for (const message of ["Taken", "Still taken"]) {
        part.open = true;
        await press("Go");
        part.open = false;
        refuse(failure("conflict", message));
        await waitFor(() => expect(lastToast()).toMatchObject({ message }));
        expect(part.open).toBe(true);
      }
    },
  );

  test("shows a secret once, and takes back by 'Undo' what can be taken back", async () => {
    const secret = { label: "Link for Asha", hint: "Works once.", text: "https://shop.example/1" };
    const undone = done("Reopened");
    render(
      <>
        <ActionButton action={vi.fn(async () => success({ message: "Made", secret }))}>Make a link</ActionButton>
        <ActionButton action={done("Closed")} undo={{ action: undone, fields: { id: 3 } }}>
          Close
        </ActionButton>
      </>,
    );
    await press("Make a link");
    expect(await screen.findByLabelText("Link for Asha")).toHaveValue(secret.text);
    await press("Close");
    await waitFor(() => expect(lastToast()?.action?.text).toBe("Undo"));
    lastToast()?.action?.onPress();
    await waitFor(() => expect(lastToast()).toMatchObject({ message: "Reopened" }));
    expect(sent(undone)).toEqual({ id: "3" });
  });

  test("leaves the focus at the heading of its section when its row goes", async () => {
    const list = (rows: string[]) => (
      <Section title="The list">
        {rows.map((row) => (
          <ActionButton key={row} action={done("Removed")}>
            {`Remove ${row}`}
          </ActionButton>
        ))}
      </Section>
    );
    const { rerender } = render(list(["barfi", "katli"]));
    await press("Remove barfi");
    await waitFor(() => expect(lastToast()).toMatchObject({ message: "Removed" }));
    rerender(list(["katli"]));
    expect(screen.getByRole("heading", { name: "The list" })).toHaveFocus();
  });

  test("is sent by a dialog that asks first", async () => {
    const action = done("Deleted");
    render(
      <ConfirmButton
        action={action}
        title="Delete it?"
        description="It is gone then."
        confirm="Yes, delete"
        button={{ children: "Delete" }}
      />,
    );
    await press("Delete");
    expect(await screen.findByRole("alertdialog", { name: "Delete it?" })).toHaveAccessibleDescription(
      "It is gone then.",
    );
    expect(action).not.toHaveBeenCalled();
    await press("Yes, delete");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(lastToast()).toMatchObject({ message: "Deleted" });
  });
});

const years = z.object({ rows: z.array(z.object({ year: z.string().min(4, "Four digits") })).max(2) });
function Year({ path }: { path: string }) {
  return <TextField label={path} {...useRecordField(`${path}.year`)} />;
}
function YearsForm({ action }: { action: FormAction<{ message: string }> }) {
  const record = useRecord({
    values: { rows: [{ year: "1985" }] },
    schema: years,
    action,
    failed: "Failed",
    formOf: ({ rows }) => {
      const form = new FormData();
      form.set("rows", JSON.stringify(rows));
      return form;
    },
    onSaved: () => {},
  });
  return (
    <RecordForm record={record}>
      <RecordRows name="rows" item="year" add="Add a year" newRow={{ year: "" }} focus="year" most={2}>
        {(path, _, remove) => (
          <>
            <Year path={path} />
            {remove}
          </>
        )}
      </RecordRows>
      <SaveButton />
    </RecordForm>
  );
}

describe("a record's form", () => {
  test("has rows that come and go, checks them before it is sent, and shows what the server says at its field", async () => {
    const action = refusing("invalid", "Invalid input", { fields: { "rows.0.year": "Not a year" } });
    render(<YearsForm action={action} />);
    await press("Add a year");
    expect(screen.getByLabelText("rows.1")).toHaveFocus();
    expect(button("Add a year")).toBeDisabled();
    await press("Save");
    await waitFor(() => expect(screen.getByLabelText("rows.1")).toHaveAccessibleDescription("Four digits"));
    expect(action).not.toHaveBeenCalled();
    await press("Remove year 2");
    expect(button("Add a year")).toHaveFocus();
    await press("Save");
    await waitFor(() => expect(screen.getByLabelText("rows.0")).toHaveAccessibleDescription("Not a year"));
    expect(sent(action)).toMatchObject({ rows: '[{"year":"1985"}]' });
    expect(screen.getByLabelText("rows.0")).toHaveFocus();
  });
});
