import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { FormDialog } from "@/components/forms/form-dialog";
import { fill, press } from "./forms";

const onClose = vi.fn();
beforeEach(() => {
  render(
    <FormDialog title="Edit" onClose={onClose}>
      {({ close, markSaved }) => (
        <form>
          <input aria-label="Name" />
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="button" onClick={({ currentTarget }) => currentTarget.form && markSaved(currentTarget.form)}>
            Save
          </button>
        </form>
      )}
    </FormDialog>,
  );
});
const question = () => screen.findByRole("alertdialog", { name: "Close without saving?" });

test("what was typed is discarded only after a question, however the dialog is closed", async () => {
  await fill("Name", "Half a na");
  for (const close of [() => press("Cancel"), () => press("Close"), () => userEvent.keyboard("{Escape}")]) {
    await close();
    await userEvent.click(within(await question()).getByRole("button", { name: "Keep editing" }));
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByLabelText("Name")).toHaveValue("Half a na");
  }
  await press("Close");
  await userEvent.click(within(await question()).getByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a dialog in which nothing was typed, or all of it was saved, closes at once", async () => {
  await press("Cancel");
  expect(onClose).toHaveBeenCalledTimes(1);
  await fill("Name", "Barfi");
  await press("Save");
  await press("Close");
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole("alertdialog")).toBeNull();
});
