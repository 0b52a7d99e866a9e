import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { OrderFilters } from "@/components/admin/orders/order-list";
import { SweetFilters } from "@/components/admin/sweets/sweet-list";
import { adminListQuery } from "@/lib/catalogue/schema";
import { button } from "./forms";

const router = vi.hoisted(() => ({ push: vi.fn(), replace: vi.fn() }));
vi.mock("next/navigation", () => ({ useRouter: () => router }));
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
const orders = (search: string, more: Partial<Parameters<typeof OrderFilters>[0]["query"]> = {}) => (
  <OrderFilters
    path="/admin"
    query={{ search, page: 1, ...more }}
    windows={more.slotDate ? [{ from: "10:00", to: "13:00" }] : []}
    fixed={{ tab: "orders" }}
  />
);

test("a status is a pressed button, and a link that keeps the rest of the URL", () => {
  render(orders("asha", { status: "Shipped" }));
  expect(button("Shipped")).toHaveAttribute("aria-pressed", "true");
  const hrefOf = (name: string) => screen.getByRole("button", { name }).getAttribute("href");
  expect(hrefOf("Pending")).toBe("/admin?tab=orders&search=asha&status=Pending");
  expect(hrefOf("All")).toBe("/admin?tab=orders&search=asha");
});

test("the fields beside the search are folded, and how many of them are set is said", () => {
  const { rerender } = render(orders("asha", { status: "Pending" }));
  const folded = screen.getByText("Filters").closest("details");
  expect(folded).not.toHaveAttribute("open");
  for (const label of ["From", "To", "Window day", "Window", "Payment"])
    expect(folded).toContainElement(screen.getByLabelText(label));
  for (const shown of [screen.getByLabelText("Search"), button("Pending")]) expect(folded).not.toContainElement(shown);
  rerender(orders("asha", { from: "2026-11-01", payment: "claimed" }));
  expect(screen.getByText("Filters (2)")).toBeVisible();
});

test("orders are filtered by the day of their window, and by one of its windows once there is a day", async () => {
  const { rerender } = render(orders("asha"));
  expect(screen.getByLabelText("Window")).toBeDisabled();
  rerender(orders("asha", { slotDate: "2026-11-24", status: "Pending" }));
  await user().selectOptions(screen.getByLabelText("Window"), "10 am – 1 pm");
  const url = "/admin?tab=orders&status=Pending&search=asha&slotDate=2026-11-24&slotFrom=10%3A00";
  expect(router.replace).toHaveBeenCalledWith(url, { scroll: false });
  rerender(orders("asha", { slotDate: "2026-11-24", slotFrom: "10:00", status: "Pending" }));
  expect(screen.getByLabelText("Window")).toHaveDisplayValue("10 am – 1 pm");
  const hrefOf = (name: string) => screen.getByRole("button", { name }).getAttribute("href");
  expect(hrefOf("All")).toBe("/admin?tab=orders&search=asha&slotDate=2026-11-24&slotFrom=10%3A00");
});

test("the search field follows the URL, but does not overwrite what is being typed", async () => {
  const { rerender } = render(orders(""));
  const field = screen.getByLabelText("Search");
  await user().type(field, "as");
  vi.advanceTimersByTime(300);
  expect(router.replace).toHaveBeenCalledWith("/admin?tab=orders&search=as", { scroll: false });
  await user().type(field, "ha");
  rerender(orders("as")); // what was asked for first arrives late
  expect(field).toHaveValue("asha");
  vi.advanceTimersByTime(300);
  rerender(orders("asha"));
  rerender(orders("")); // back, or the tab
  expect(field).toHaveValue("");
  rerender(orders("as")); // forward
  expect(field).toHaveValue("as");
});

test("under a dialog the filter has no label that the dialog's Category field has", () => {
  const query = adminListQuery.parse({});
  const { rerender } = render(<SweetFilters query={query} covered={false} />);
  expect(screen.getByLabelText("Filter by category")).toBeVisible();
  rerender(<SweetFilters query={query} covered />);
  expect(screen.queryByLabelText(/category/i)).toBeNull();
});
