import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { AdjustSweet } from "@/components/admin/sweets/adjust-sweet";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import type { ActionState } from "@/lib/http/action-state";

const refresh = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh }) }));

const sweet = {
  id: 7,
  name: "Kaju Katli",
  price: 560,
  quantity: 20,
  packs: [] as AdminSweet["packs"],
  version: 4,
} as AdminSweet;

/** Answers every save as the API would refuse it. */
const refusing = (code: "stale_version" | "insufficient_stock") =>
  vi.fn(
    async (_: unknown, form: FormData): Promise<ActionState<{ message: string }>> => ({
      ok: false,
      code,
      message: "Refused.",
      fields: {},
      values: Object.fromEntries(form) as Record<string, string>,
    }),
  );

function open(quickEdit: ReturnType<typeof refusing>) {
  const other = vi.fn();
  const ui = (now: AdminSweet) => <AdjustSweet sweet={now} actions={{ quickEdit, restock: other, sell: other }} />;
  const { rerender } = render(ui(sweet));
  return (now: AdminSweet) => rerender(ui(now));
}

async function saveStock(text: string) {
  await userEvent.clear(screen.getByLabelText("Quantity"));
  await userEvent.type(screen.getByLabelText("Quantity"), text);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
}

test("after a failure the latest version keeps the typed difference, so that no sale is undone", async () => {
  const quickEdit = refusing("stale_version");
  const show = open(quickEdit);
  await saveStock("25");
  await userEvent.click(await screen.findByRole("button", { name: "Load the latest version" }));
  expect(refresh).toHaveBeenCalled();
  show({ ...sweet, quantity: 17, version: 5 });
  expect(screen.getByLabelText("Quantity")).toHaveValue(22);
  expect(screen.queryByRole("button", { name: "Load the latest version" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(quickEdit).toHaveBeenCalledTimes(2));
  expect(Object.fromEntries(quickEdit.mock.calls[1]?.[1] ?? [])).toMatchObject({
    stock: "22",
    stockWas: "17",
    version: "5",
  });
});

test("an edit that removes more than is left can continue with the latest stock", async () => {
  const show = open(refusing("insufficient_stock"));
  await saveStock("2");
  await userEvent.click(await screen.findByRole("button", { name: "Load the latest version" }));
  show({ ...sweet, quantity: 10 });
  expect(screen.getByLabelText("Quantity")).toHaveValue(0);
});
